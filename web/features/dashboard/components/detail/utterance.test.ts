import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtQuotes } from './utterance.tsx';

const TEXT = 'We have 20,000 euros and want it before Easter.';
const quote = (words: string, index: number, from = TEXT.indexOf(words)) => ({
  quote: words,
  from,
  to: from + words.length,
  index,
});

describe('quotes within an utterance', () => {
  it('are marked in their places', () => {
    expect(cutAtQuotes(TEXT, [quote('before Easter', 1), quote('20,000 euros', 0)], null)).toEqual([
      { text: 'We have ', quote: null },
      { text: '20,000 euros', quote: 0 },
      { text: ' and want it ', quote: null },
      { text: 'before Easter', quote: 1 },
      { text: '.', quote: null },
    ]);
  });

  it('are found by their words where the place has moved, and left out where they are not', () => {
    expect(cutAtQuotes(TEXT, [quote('Easter', 0, 3)], null)[1]).toEqual({ text: 'Easter', quote: 0 });
    expect(cutAtQuotes(TEXT, [quote('Christmas', 0, 3)], null)).toEqual([{ text: TEXT, quote: null }]);
  });

  it('give way to the one that the reader has followed', () => {
    const overlapping = [quote('We have 20,000 euros', 0), quote('20,000 euros', 1)];
    expect(cutAtQuotes(TEXT, overlapping, null)[0]).toEqual({ text: 'We have 20,000 euros', quote: 0 });
    expect(cutAtQuotes(TEXT, overlapping, 1)[1]).toEqual({ text: '20,000 euros', quote: 1 });
  });

  it('never lose or double a character', () => {
    const span = fc.record({ quote: fc.string({ maxLength: 4 }), from: fc.nat(30), to: fc.nat(30), index: fc.nat(5) });
    fc.assert(
      fc.property(fc.string(), fc.array(span), (text, quotes) => {
        expect(
          cutAtQuotes(text, quotes, 1)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
