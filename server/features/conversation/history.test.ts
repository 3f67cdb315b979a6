import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { HistoryCache } from './history.ts';

afterEach(() => vi.useRealTimers());

/** A cache over a database in which every session has these lines. */
function historyOf(...rows: object[]): HistoryCache {
  return new HistoryCache({ query: async () => ({ rows: rows.toReversed() }) } as unknown as Pool);
}

/** Three turns, the second of which starts before the first is answered. */
async function textsBefore(turnId: string, fromSeq: number): Promise<string[]> {
  const history = historyOf();
  history.append('session', 0, 'a', 'visitor', ['first question']);
  history.append('session', 1, 'b', 'visitor', ['second question']);
  history.append('session', 2, 'a', 'agent', ['first answer,', 'in two segments']);
  history.append('session', 4, 'c', 'visitor', ['third question']);
  return (await history.linesBefore('session', 5, turnId, fromSeq)).map((line) => line.text);
}

test('each answer stands behind its question', async () => {
  expect(await textsBefore('none', Number.POSITIVE_INFINITY)).toEqual([
    'first question',
    'first answer, in two segments',
    'second question',
    'third question',
  ]);
});

test('a turn sees what came before it, not itself and not what waits behind it', async () => {
  expect(await textsBefore('b', 1)).toEqual(['first question', 'first answer, in two segments']);
});

test('the visitor’s lines come newest first, each with what the agent had said before it', async () => {
  const history = historyOf();
  history.append('session', 0, 'greeting', 'agent', ['Hello']);
  history.append('session', 1, 'a', 'visitor', ['first question']);
  history.append('session', 2, 'b', 'visitor', ['second question']);
  history.append('session', 3, 'a', 'agent', ['first answer,', 'in two segments']);
  history.append('session', 5, 'c', 'visitor', ['third question']);
  const lines = async (seq: number) => [...(await history.newestVisitorLines('session', seq))];
  expect(await lines(2)).toEqual([
    { seq: 2, turnId: 'b', text: 'second question', before: 'first answer, in two segments' },
    { seq: 1, turnId: 'a', text: 'first question', before: 'Hello' },
  ]);
  expect((await lines(5)).map(({ text }) => text)).toEqual(['third question', 'second question', 'first question']);
});

test('what was said last is known without a look at the database, if the conversation is', () => {
  const history = historyOf();
  expect(history.lastSaid('session')).toBeUndefined();
  history.append('session', 0, 'a', 'visitor', ['first question']);
  expect(history.lastSaid('session')).toBeNull();
  history.append('session', 1, 'a', 'agent', ['first answer,', 'in two segments']);
  history.append('session', 3, 'b', 'visitor', ['second question']);
  expect(history.lastSaid('session')).toBe('first answer, in two segments');
});

test('a conversation that two read at once is counted once', async () => {
  // More than half of the limit: counted twice, it would be evicted.
  const history = historyOf({ seq: 0, turn_id: 'a', speaker: 'visitor', text: 'x'.repeat(17_000_000) });
  await Promise.all([history.load('session', 1), history.load('session', 1)]);
  expect(history.hasTurn('session', 'a')).toBe(true);
});

test('the words of a conversation that is over by idling go with the next turn of anybody', async () => {
  vi.useFakeTimers();
  const history = historyOf();
  history.append('idle', 0, 'a', 'visitor', ['Hello']);
  vi.advanceTimersByTime(29 * 60_000);
  await history.load('other', 0);
  expect(history.hasTurn('idle', 'a')).toBe(true);
  vi.advanceTimersByTime(60_000);
  await history.load('other', 0);
  expect(history.hasTurn('idle', 'a')).toBe(false);
});

test('of a giant conversation the newest thousand lines are held', async () => {
  const history = historyOf();
  for (let seq = 0; seq < 1_001; seq += 1) history.append('session', seq, `turn ${seq}`, 'visitor', [`${seq}`]);
  const lines = await history.linesBefore('session', 1_001, 'none', Number.POSITIVE_INFINITY);
  expect([lines.length, lines[0]?.text, lines.at(-1)?.text]).toEqual([1_000, '1', '1000']);
});
