import { describe, expect, test } from 'vitest';
import { networkOf } from './audit-log.ts';
import { delayS } from './brute-force-guard.ts';
import { createPasswords, oneTimePassword } from './passwords.ts';
import { weaknesses } from './sign-in-rules.ts';

const GOOD = 'a long walk by the sea';

describe('a password', () => {
  test('is kept as argon2id of the least that OWASP asks for, and known again however it is typed', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('café au lait, at noon');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.matches(hash, 'cafe\u0301 au lait, at noon')).toBe(true);
    expect(await passwords.matches(hash, 'cafe au lait, at noon')).toBe(false);
    expect(await passwords.matches(null, 'cafe au lait, at noon')).toBe(false);
  });

  test('is hashed a few at a time; who finds the line full is told to come back', async () => {
    const passwords = createPasswords(1, 2);
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.matches(null, GOOD)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(all[4]).toMatchObject({ reason: { code: 'unavailable', status: 503, retryAfterMs: 2_000 } });
    expect(await passwords.matches(null, GOOD)).toBe(false);
  });

  test.each([
    [GOOD, []],
    ['fourteen chars', ['length']],
    ['exactly fifteen', []],
    ['👩‍🚀🚀🌍🌕⭐', ['length']],
    ['aaaaaaaaaaaaaaaaaaaa', ['characters']],
    ['Me@Example.test!!', ['characters']],
    ['', ['length', 'characters']],
  ])('%j has the weaknesses %j', (password, reasons) => {
    expect(weaknesses(password, 'me@example.test')).toEqual(reasons);
  });

  test('for one use is another each time, and good enough', () => {
    const many = new Set(Array.from({ length: 100 }, oneTimePassword));
    expect(many.size).toBe(100);
    for (const password of many) expect(weaknesses(password, 'me@example.test')).toEqual([]);
  });
});

test('the wait doubles up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((failures) => delayS(failures, 60))).toEqual([
    1, 2, 4, 8, 16, 32, 60, 60, 60,
  ]);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
])('of the address %s the log keeps %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
