import { describe, expect, test } from 'vitest';
import { entriesOf, followupsIn, turnUnderWay, unsettledTurns } from './restore.ts';
import { unfinishedReply } from './talk.ts';
import {
  answer,
  asks,
  delta,
  hears,
  history,
  kept,
  play,
  request,
  SESSION,
  screen,
  startedTalk,
} from './testing/scene.ts';

const failure = { sentence: '', retryAt: null, remedy: 'again' } as const;

function restored(...[past, unsettled = []]: [ReturnType<typeof history>, Parameters<typeof entriesOf>[1]?]) {
  const event = {
    type: 'restored',
    session: SESSION,
    history: past,
    unsettled: [...unsettled],
    mode: 'mentor',
    model: 'm',
    at: 9,
  };
  return play(startedTalk(), event as Parameters<typeof play>[1]);
}

describe('after a reload', () => {
  test('the talk stands as the server kept it, segments of one reply together', () => {
    const talk = restored(
      history([
        kept('g', 'agent', 'Welcome.'),
        kept('a', 'visitor', 'Hello'),
        kept('a', 'agent', 'One.'),
        kept('a', 'agent', 'Two.', { segment_index: 1 }),
      ]),
    );
    expect(screen(talk)).toEqual(['Welcome.', '> Hello', 'One.', 'Two.']);
    expect(talk.entries).toHaveLength(3);
    expect(unfinishedReply(talk)).toBeNull();
  });

  test('a reply that was cut offers its rest, with the words that asked for it', () => {
    const talk = restored(history([kept('a', 'visitor', 'Hello'), kept('a', 'agent', 'Half', { interrupted: true })]));
    expect(unfinishedReply(talk)?.request).toMatchObject({ turnId: 'a', kind: 'message', text: 'Hello' });
  });

  test('lines that the server never had stand there as not sent; those that it has do not stand there twice', () => {
    const unsent = [
      { request: request('a', 'Kept after all'), at: 1, unsent: true },
      { request: request('b', 'Never arrived'), at: 2, unsent: true },
    ];
    expect(screen(restored(history([kept('a', 'visitor', 'Kept after all')]), unsent))).toEqual([
      '> Kept after all',
      '? Never arrived',
    ]);
  });

  test('follow-ups since the last word are counted', () => {
    const past = [kept('a', 'visitor', 'Hello'), kept('a', 'agent', 'Hi.'), kept('f', 'agent', 'Still there?')];
    expect(followupsIn(entriesOf(history(past), [], 'm'))).toBe(1);
    expect(followupsIn(entriesOf(history([kept('g', 'agent', 'Welcome.')]), [], 'm'))).toBe(0);
  });
});

describe('the turn under way', () => {
  const mine = [{ request: request('a', 'Hello'), at: 1, unsent: false }];

  test.each([
    ['is asked for again when the server never had it', history([]), mine, 'a'],
    ['when it has the words and no reply', history([kept('a', 'visitor', 'Hello')]), mine, 'a'],
    [
      'when its reply was cut',
      history([kept('a', 'visitor', 'Hello'), kept('a', 'agent', 'Ha', { interrupted: true })]),
      mine,
      'a',
    ],
    ['not when its reply is whole', history([kept('a', 'visitor', 'Hello'), kept('a', 'agent', 'Hi.')]), mine, null],
    [
      'is the one that the server is answering',
      history([kept('b', 'visitor', 'Yes')], { running_turn_id: 'b' }),
      mine,
      'b',
    ],
    ['none where nothing was', history([]), [], null],
  ] as const)('%s', (_name, past, unsettled, expected) => {
    expect(turnUnderWay(past, unsettled, 'm')?.turnId ?? null).toBe(expected);
  });

  test('brings its words, because the server asks for them', () => {
    const past = history([kept('b', 'visitor', 'Yes')], { running_turn_id: 'b' });
    expect(turnUnderWay(past, [], 'm')).toMatchObject({ kind: 'message', text: 'Yes' });
    expect(turnUnderWay(history([], { running_turn_id: 'g' }), [], 'm')).toMatchObject({ kind: 'greeting', text: '' });
  });
});

test('what outlives a reload: a turn under way, and lines that were not sent', () => {
  const talk = play(
    startedTalk(),
    asks('a', 1, 'First'),
    { type: 'failed', turnId: 'a', failure, at: 2 },
    asks('b', 3),
    hears('b', answer(['Hi.']), 4),
    asks('c', 5),
    hears('c', delta('Wel'), 6),
  );
  expect(unsettledTurns(talk).map(({ request: { turnId }, unsent }) => [turnId, unsent])).toEqual([
    ['a', true],
    ['c', false],
  ]);
});
