import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, placeOf, searchOf } from './search.ts';

describe('the place in the dashboard that an address names', () => {
  it('is the usual one where the address says nothing, or nothing that is known', () => {
    const usual = {
      tab: 'overview',
      range: '7d',
      intent: 'all',
      q: '',
      sort: 'score',
      cursor: null,
      find: '',
      from: '',
      to: '',
    };
    expect(placeOf({})).toEqual(usual);
    expect(placeOf({ tab: 'x', range: '1y', intent: 'toString', sort: 'up', cursor: '' })).toEqual(usual);
    expect(searchOf(placeOf({}))).toEqual({});
  });

  it('survives the way into an address and back', () => {
    const word = fc.option(fc.string(), { nil: undefined });
    const day = fc.oneof(word, fc.constantFrom('2026-02-28', '2026-03-01'));
    const search = fc.record({
      tab: word,
      range: word,
      intent: word,
      q: word,
      sort: word,
      cursor: word,
      find: word,
      from: day,
      to: day,
    });
    fc.assert(
      fc.property(search, (raw) => {
        const place = placeOf(JSON.parse(JSON.stringify(raw)));
        expect(placeOf(searchOf(place))).toEqual(place);
      }),
    );
  });

  it('begins a list anew that is filtered or sorted otherwise, and no other', () => {
    const deep = placeOf({ tab: 'sessions', cursor: 'c' });
    expect(moved(deep, { range: '30d' }).cursor).toBeNull();
    expect(moved(deep, { q: 'ana' }).cursor).toBeNull();
    expect(moved(deep, { tab: 'sessions' }).cursor).toBe('c');
    expect(moved(deep, { tab: 'overview' }).cursor).toBeNull();
    expect(moved(deep, { cursor: 'd' }).cursor).toBe('d');
  });

  it('sorts the Sessions tab newest first and the Overview by score, and keeps an order that was chosen', () => {
    expect(placeOf({ tab: 'sessions' }).sort).toBe('date');
    expect(searchOf(placeOf({ tab: 'sessions' }))).toEqual({ tab: 'sessions' });
    expect(placeOf({ tab: 'sessions', sort: 'score' }).sort).toBe('score');
    expect(searchOf(placeOf({ tab: 'sessions', sort: 'score' }))).toEqual({ tab: 'sessions', sort: 'score' });
    expect(moved(placeOf({}), { tab: 'sessions' }).sort).toBe('date');
    expect(moved(placeOf({ tab: 'sessions' }), { tab: 'overview' }).sort).toBe('score');
    expect(moved(placeOf({ tab: 'sessions', sort: 'score' }), { intent: 'spam' }).sort).toBe('score');
  });

  it('has two days that exist, in their order, or none; a range ends them', () => {
    const days = { from: '2026-02-28', to: '2026-03-01' };
    const none = { from: '', to: '' };
    expect(placeOf(days)).toMatchObject(days);
    expect(searchOf(placeOf(days))).toEqual(days);
    expect(placeOf({ from: days.to, to: days.from })).toMatchObject(none);
    expect(placeOf({ from: days.from })).toMatchObject(none);
    for (const day of ['2026-02-30', '2026-13-01', '2026-2-1', 'yesterday', '9999-99-99']) {
      expect(placeOf({ from: day, to: '9999-12-31' })).toMatchObject(none);
    }
    expect(moved(placeOf(days), { range: '30d' })).toMatchObject(none);
    expect(moved(placeOf(days), { tab: 'sessions' })).toMatchObject(days);
  });
});
