import { expect, test } from 'vitest';
import { createFakeClock } from '../../platform/testing/fake-clock.ts';
import { createTalkStore } from './talk-store.ts';
import { driveTalk } from './talk-timers.ts';
import { answer, asks, hears, screen, startedTalk } from './testing/scene.ts';

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
