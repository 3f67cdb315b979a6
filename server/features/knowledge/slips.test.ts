import { describe, expect, it } from 'vitest';
import { isSlip } from './slips.ts';

describe('isSlip', () => {
  it.each([
    ['wlakthrough', 'walkthrough'],
    ['workshp', 'workshop'],
    ['experiance', 'experience'],
    ['meetting', 'meeting'],
  ])('takes %s for %s', (written, meant) => expect(isSlip(written, meant)).toBe(true));

  it.each([
    ['fired', 'fixed'],
    ['hired', 'fired'],
    ['price', 'slice'],
    ['walk', 'talking'],
    ['same', 'same'],
  ])('does not take %s for %s', (written, meant) => expect(isSlip(written, meant)).toBe(false));
});
