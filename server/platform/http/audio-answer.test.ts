import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inChunks } from './audio-answer.ts';

test('parts are handed out in pieces of one size, in order and whole', () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)));
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 30 }), (file, bytes) => {
      const pieces = [...inChunks(file, bytes)];
      expect(Buffer.concat(pieces)).toEqual(Buffer.concat(file));
      expect(pieces.slice(0, -1).every((piece) => piece.length === bytes)).toBe(true);
      expect(pieces.every((piece) => piece.length > 0 && piece.length <= bytes)).toBe(true);
    }),
  );
});
