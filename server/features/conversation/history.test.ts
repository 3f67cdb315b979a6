import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { HistoryCache, inOrder } from './history.ts';

const a = { turnId: 'a' };
const b = { turnId: 'b' };
const c = { turnId: 'c' };
const entries = [
  { seq: 0, ...a, speaker: 'visitor' as const, text: 'first question' },
  { seq: 1, ...b, speaker: 'visitor' as const, text: 'second question' },
  { seq: 2, ...a, speaker: 'agent' as const, text: 'first answer,' },
  { seq: 3, ...a, speaker: 'agent' as const, text: 'in two segments' },
  { seq: 4, ...c, speaker: 'visitor' as const, text: 'third question' },
];

test('each answer stands behind its question', () => {
  expect(inOrder(entries, 'none', Number.POSITIVE_INFINITY).map((line) => line.text)).toEqual([
    'first question',
    'first answer, in two segments',
    'second question',
    'third question',
  ]);
});

test('a turn sees what came before it, not itself and not what waits behind it', () => {
  expect(inOrder(entries, 'b', 1).map((line) => line.text)).toEqual([
    'first question',
    'first answer, in two segments',
  ]);
});

test('a conversation that two read at once is counted once', async () => {
  // More than half of what fits: counted twice, it would have to go.
  const line = { seq: 0, turn_id: 'a', speaker: 'visitor', text: 'x'.repeat(17_000_000) };
  const pool = { query: async () => ({ rows: [line] }) } as unknown as Pool;
  const history = new HistoryCache(pool);
  await Promise.all([history.load('session', 1), history.load('session', 1)]);
  expect(history.hasTurn('session', 'a')).toBe(true);
});
