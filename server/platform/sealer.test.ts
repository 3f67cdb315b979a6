import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer, deriveKey, SealError } from './sealer.ts';

const KEY = randomBytes(32);
const sealer = createSealer(KEY);
const OTHER_KEY = 'The value was sealed with another secret key, or was changed since (test).';

test('whatever is sealed opens again, for the same purpose and with the same key only', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const plain = Buffer.from(bytes);
      const sealed = sealer.seal(plain, 'test');
      expect(createSealer(Buffer.from(KEY)).open(sealed, 'test')).toEqual(plain);
      expect(() => sealer.open(sealed, 'other')).toThrow(SealError);
      expect(() => createSealer(randomBytes(32)).open(sealed, 'test')).toThrow(new SealError(OTHER_KEY));
    }),
  );
});

test('the same value is sealed differently each time, and nothing of it can be read', () => {
  const plain = Buffer.from('the private half of a key');
  const [one, two] = [sealer.seal(plain, 'test'), sealer.seal(plain, 'test')];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('private')).toBe(false);
});

test('a value of which one bit was changed, or a part cut off, does not open', () => {
  const sealed = sealer.seal(Buffer.from('secret'), 'test');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => sealer.open(changed, 'test')).toThrow(SealError);
    expect(() => sealer.open(sealed.subarray(0, at), 'test')).toThrow(SealError);
  }
});

test('the first byte names the format, and an unknown one is told as such', () => {
  const sealed = sealer.seal(Buffer.from('secret'), 'test');
  expect(sealed[0]).toBe(1);
  sealed[0] = 2;
  expect(() => sealer.open(sealed, 'test')).toThrow('in a format that this release does not know (test).');
});

test('a sealed value of this release opens in later ones', () => {
  const sealed = Buffer.from(
    '01cb65e4560fc086bc043b2ef469fd8ea870af01fbe06625335c314ff587ac57a924444e06e8f880a64149',
    'hex',
  );
  expect(createSealer(Buffer.alloc(32, 7)).open(sealed, 'signing key').toString()).toBe('kept for years');
});

test('keys for different uses differ, and each is the same every time', () => {
  expect(deriveKey(KEY, 'a')).toEqual(deriveKey(KEY, 'a'));
  expect(deriveKey(KEY, 'a').equals(deriveKey(KEY, 'b'))).toBe(false);
});
