import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../analyser.ts';
import { beginningsOf } from './first-letters.ts';
import { openingsOf, Phrase, phrases } from './phrase.ts';

describe('the letters with which a pattern finds something', () => {
  it.each([
    [/\b(?:cat|dogs?)\b/, ['cat\b', 'dog\b', 'dogs\b']],
    [/\bgr[ae]y(?! area)/, ['gray', 'grey']],
    [/\b(?:very )?bad/, ['very b', 'bad']],
    [/\ba+b/, ['a']],
    [/\bthe (?:\w+ )?end/, ['the ', 'the en']],
  ])('of %s', (pattern, beginnings) => {
    expect([...(beginningsOf(pattern) ?? [])].sort()).toEqual([...beginnings].sort());
  });

  it.each([/cat/, /\bcat|dog/, /\b.at/, /\b(?:x|\p{L})/u])('are not known of %s', (pattern) => {
    expect(beginningsOf(pattern)).toBeNull();
  });
});

describe('a phrase', () => {
  it('is not asked of a text in which nothing begins so', () => {
    const phrase = new Phrase(/\bwinter sale/i);
    expect(phrase.mayBeIn(openingsOf('the wine was sweet, the sale short'))).toBe(false);
    expect(phrase.mayBeIn(openingsOf('the Winter Sale'))).toBe(true);
  });

  it('is never missed, whatever is said', () => {
    const words =
      "we i'm my the please call me send a contract not budget no \u017fend \u212aeep \u00e9 \u2014 12 k $5 what cv she cannot decide".split(
        ' ',
      );
    const said = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6, unit: 'binary' })), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(said, fc.constantFrom(' ', ', ', "'", ''), (parts, between) => {
        const text = parts.join(between);
        const openings = openingsOf(text);
        for (const phrase of phrases()) if (!phrase.mayBeIn(openings)) expect(text).not.toMatch(phrase.pattern);
      }),
    );
  });
});
