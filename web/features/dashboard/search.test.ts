import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, placeOf, searchOf } from './search.ts';

describe('the place in the dashboard that an address names', () => {
  it('is the usual one where the address says nothing, or nothing that is known', () => {
    const usual = { tab: 'overview', range: '7d', intent: 'all', q: '', sort: 'score', cursor: null, find: '' };
    expect(placeOf({})).toEqual(usual);
    expect(placeOf({ tab: 'x', range: '1y', intent: 'toString', sort: 'up', cursor: '' })).toEqual(usual);
    expect(searchOf(placeOf({}))).toEqual({});
  });

  it('survives the way into an address and back', () => {
    const word = fc.option(fc.string(), { nil: undefined });
    const search = fc.record({ tab: word, range: word, intent: word, q: word, sort: word, cursor: word, find: word });
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
    expect(moved(deep, { tab: 'overview' }).cursor).toBe('c');
    expect(moved(deep, { cursor: 'd' }).cursor).toBe('d');
  });
});
