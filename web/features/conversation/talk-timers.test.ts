import { expect, test } from 'vitest';
import { createFakeClock } from '../../platform/testing/fake-clock.ts';
import { createTalkStore } from './talk-reducer.ts';
import { driveTalk, nextProactive } from './talk-timers.ts';
import { answer, asks, delta, died, hears, play, request, screen, startedTalk } from './testing/scene.ts';

function scene() {
  const clock = createFakeClock(0);
  const store = createTalkStore(startedTalk());
  const attention = { lastActivityAt: 0, drafting: false, busy: false };
  const spoke: [string, number][] = [];
  const timers = driveTalk(
    store,
    clock,
    () => attention,
    (kind) => spoke.push([kind, clock.now()]),
  );
  timers.start();
  return { clock, store, attention, spoke, timers };
}

test('asks for the greeting at 3 s', () => {
  const { clock, spoke } = scene();
  clock.pass(2_999);
  expect(spoke).toEqual([]);
  clock.pass(1);
  expect(spoke).toEqual([['greeting', 3_000]]);
});

test('shows segments when their pauses are over', () => {
  const { clock, store } = scene();
  store.dispatch(asks('a', 0));
  store.dispatch(hears('a', answer(['One.', ['Two.', 700]]), 0));
  expect(screen(store.get())).toEqual(['> Hello', 'One.']);
  clock.pass(700);
  expect(screen(store.get())).toEqual(['> Hello', 'One.', 'Two.']);
});

test('shows a segment whose timer fires a millisecond early', () => {
  const clock = createFakeClock(0);
  const early = { now: clock.now, after: (ms: number, act: () => void) => clock.after(Math.max(0, ms - 1), act) };
  const store = createTalkStore(startedTalk());
  const timers = driveTalk(
    store,
    early,
    () => ({ lastActivityAt: 0, drafting: false, busy: false }),
    () => {},
  );
  timers.start();
  store.dispatch(asks('a', 0));
  store.dispatch(hears('a', answer(['One.', ['Two.', 700]]), 0));
  clock.pass(700);
  expect(screen(store.get())).toEqual(['> Hello', 'One.', 'Two.']);
});

test('activity that came after a follow-up was planned puts it off', () => {
  const { clock, store, attention, spoke } = scene();
  store.dispatch(asks('a', 0));
  store.dispatch(hears('a', answer(['Hi.']), 0));
  clock.pass(20_000);
  attention.lastActivityAt = 20_000;
  clock.pass(24_999);
  expect(spoke).toEqual([]);
  clock.pass(1);
  expect(spoke).toEqual([['followup', 45_000]]);
});

test('nothing happens after it was stopped', () => {
  const { clock, spoke, timers, store } = scene();
  timers.stop();
  store.dispatch({ type: 'connection', state: 'disconnected' });
  timers.plan();
  clock.pass(120_000);
  expect(spoke).toEqual([]);
});

const idle = { lastActivityAt: 0, drafting: false, busy: false };
const talked = play(startedTalk(), asks('a', 1_000), hears('a', answer(['Hi.']), 2_000));
const followUp = (turnId: string, at: number) =>
  [
    { type: 'asked', request: request(turnId, '', 'followup'), spoken: false, at },
    hears(turnId, answer(['Still there?']), at),
  ] as const;

test('a greeting is due 3 s after a start without messages, whatever the pointer does', () => {
  expect(nextProactive(startedTalk(), { lastActivityAt: 2_900, drafting: false, busy: false })).toEqual({
    kind: 'greeting',
    at: 3_000,
  });
});

test('it waits for a visitor who writes', () => {
  const due = nextProactive(startedTalk(), { lastActivityAt: 2_900, drafting: true, busy: false });
  expect(due).toEqual({ kind: 'greeting', at: 5_900 });
});

test('it is asked for once', () => {
  const asked = play(startedTalk(), { type: 'asked', request: request('g', '', 'greeting'), spoken: false, at: 3_000 });
  expect(nextProactive(asked, idle)).toBeNull();
  const failure = { sentence: '', retryAt: null, remedy: 'again' } as const;
  expect(nextProactive(play(asked, { type: 'failed', turnId: 'g', failure, at: 3_100 }), idle)).toBeNull();
});

test('a message before it takes its place', () => {
  expect(nextProactive(talked, idle)?.kind).toBe('followup');
});

test('a follow-up is due after 30 s of silence', () => {
  expect(nextProactive(talked, idle)).toEqual({ kind: 'followup', at: 32_000 });
});

test('activity puts it off until 25 s without any', () => {
  expect(nextProactive(talked, { lastActivityAt: 6_000, drafting: false, busy: false })?.at).toBe(32_000);
  expect(nextProactive(talked, { lastActivityAt: 20_000, drafting: false, busy: false })?.at).toBe(45_000);
});

test('there are at most two in a row, and a word from the visitor allows two more', () => {
  const once = play(talked, ...followUp('f', 32_000));
  expect(nextProactive(once, idle)).toEqual({ kind: 'followup', at: 62_000 });
  const twice = play(once, ...followUp('h', 62_000));
  expect(nextProactive(twice, idle)).toBeNull();
  const again = play(twice, asks('b', 70_000), hears('b', answer(['Yes.']), 71_000));
  expect(nextProactive(again, idle)).toEqual({ kind: 'followup', at: 101_000 });
});

test.each([
  ['while the twin thinks', play(talked, asks('b', 3_000)), idle],
  ['while it writes', play(talked, asks('b', 3_000), hears('b', delta('Well'), 3_100)), idle],
  ['while a pause is held', play(talked, asks('b', 3_000), hears('b', answer(['A.', ['B.', 9_000]]), 3_100)), idle],
  [
    'while the visitor waits for a person',
    play(talked, { type: 'answered_by', person: null, isAwaited: true }),
    { lastActivityAt: 0, drafting: false, busy: false },
  ],
  ['while words stand in the field', talked, { lastActivityAt: 0, drafting: true, busy: false }],
  [
    'over a reply that was cut off',
    play(talked, asks('b', 3), hears('b', delta('Half'), 4), hears('b', died, 5)),
    idle,
  ],
  [
    'over words that were not sent',
    play(talked, asks('b', 3), {
      type: 'failed',
      turnId: 'b',
      failure: { sentence: '', retryAt: null, remedy: 'again' },
      at: 4,
    }),
    idle,
  ],
  ['without a session', play(talked, { type: 'ended', sentence: '', keep: true, at: 9_999 }), idle],
] as const)('never %s', (_name, talk, attention) => {
  expect(nextProactive(talk, attention)).toBeNull();
});
