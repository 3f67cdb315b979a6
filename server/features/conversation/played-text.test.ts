import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { truncateToPlayed } from './interrupt-reply.ts';
import { plainText, splitReply } from './segments.ts';

const RAW = 'Fair question. [pause:1s] It takes two weeks, as a rule. [pause:2s] Shall we begin?';

describe('what was heard of a reply', () => {
  test.each([
    ['', ''],
    ['Fair question.', 'Fair question.'],
    ['Fair', 'Fair'],
    ['Fair que', 'Fair'],
    ['Fair question. It takes', 'Fair question. [pause:1s] It takes'],
    ['  Fair\nquestion.It  takes two', 'Fair question. [pause:1s] It takes two'],
    ['Fair question. It takes two weeks', 'Fair question. [pause:1s] It takes two weeks'],
    ['Fair question. It costs nothing', 'Fair question. [pause:1s] It'],
    ['Something else', ''],
    ['Fair question. It takes two weeks, as a rule. Shall we begin', RAW],
    ['Fair question. It takes two weeks, as a rule. Shall we begin? And more', RAW],
  ])('%j keeps %j', (heard, kept) => expect(truncateToPlayed(RAW, heard)).toBe(kept));

  // Takes minutes if the expression backtracks from each of these characters.
  test.each([
    ['a word', `${'a'.repeat(150_000)} b c`, 'a'.repeat(150_000)],
    ['a space', `a${' '.repeat(150_000)}b c`, 'a'],
  ])('%s of any length is passed over', (_, raw, heard) => expect(truncateToPlayed(raw, heard)).toBe(heard));

  test('any beginning of the words keeps whole words of that beginning, and cutting again changes nothing', () => {
    const words = fc.array(
      fc.constantFrom('Yes,', 'no', 'it’s', 'fine.', '[pause:1s]', '[pause:0.5s]', 'Ünïcode', '字'),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(words, fc.nat(80), (parts, length) => {
        const raw = parts.join(' ');
        const shown = plainText(splitReply(raw));
        const heard = shown.slice(0, length);
        const kept = truncateToPlayed(raw, heard);
        expect(shown.startsWith(plainText(splitReply(kept)))).toBe(true);
        if (kept !== raw) expect(heard).toContain(plainText(splitReply(kept)));
        expect(truncateToPlayed(kept, heard)).toBe(kept);
      }),
      { numRuns: 300 },
    );
  });
});
