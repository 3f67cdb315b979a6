import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stableOrder } from './stable-sessions.tsx';

const row = (id: string, score = 0) => ({ id, score });

describe('a list that is read', () => {
  it('takes the newest answer when nobody holds it', () => {
    expect(stableOrder([row('a')], [row('b'), row('a')], false)).toEqual({ rows: [row('b'), row('a')], waiting: 0 });
  });

  it('keeps its places while it is held, takes over new values, and counts what waits', () => {
    const { rows, waiting } = stableOrder([row('a'), row('b')], [row('c', 90), row('b', 80), row('a', 5)], true);
    expect(rows).toEqual([row('a', 5), row('b', 80)]);
    expect(waiting).toBe(1);
  });

  it('keeps a row that the newest answer has lost until it is let go', () => {
    expect(stableOrder([row('a', 3)], [row('b')], true)).toEqual({ rows: [row('a', 3)], waiting: 1 });
  });

  it('never moves a held row, whatever comes', () => {
    const list = fc.uniqueArray(fc.record({ id: fc.string({ maxLength: 3 }), score: fc.nat(100) }), {
      selector: ({ id }) => id,
      minLength: 1,
    });
    fc.assert(
      fc.property(list, list, (shown, newest) => {
        const { rows, waiting } = stableOrder(shown, newest, true);
        expect(rows.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
        const unseen = newest.filter(({ id }) => !shown.some((one) => one.id === id));
        expect(waiting).toBe(unseen.length);
      }),
    );
  });
});
