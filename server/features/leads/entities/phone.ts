import { DIGIT_WORDS } from '../../../platform/text/number-words.ts';
import type { Found } from './found.ts';

const WRITTEN = /(?<![\p{L}\d@.,/#-])(?:\+|00)?\(?\d{1,4}\)?(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?![\p{L}\d@]|[.,]\d)/gu;
const CUE =
  /\b(?:phone|tel(?:ephone)?|mobile|cell|call|ring|number|whats ?app|reach|text|dial|handy|fax|m|t)\b[^.!?]{0,40}$/i;
const WORDS: Readonly<Record<string, string>> = { ...DIGIT_WORDS, oh: '0', o: '0', nought: '0' };
const SAID =
  /\b(?:plus )?(?:(?:double|triple) )?(?:oh|zero|nought|one|two|three|four|five|six|seven|eight|nine|\d)(?:[ ,-]+(?:(?:double|triple)[ -])?(?:oh|o|zero|nought|one|two|three|four|five|six|seven|eight|nine|\d)){6,14}\b/gi;
const DIGITS_LEAST = 7;
const DIGITS_MOST = 15;
const NOT_MINE =
  /\b(?:(?:his|her|their|boss'?s) (?:number|mobile|phone|cell|line)|old|fax|order|invoice|iban|account|vat|ref(?:erence)?|ticket)\b[^.!?]{0,20}$/i;

/** Figures of a number said digit by digit: 'plus four four seven double oh'. */
function dialled(said: string): string {
  let number = '';
  let times = 1;
  for (const word of said.toLowerCase().split(/[ ,-]+/)) {
    if (word === 'plus') number += '+';
    else if (word === 'double') times = 2;
    else if (word === 'triple') times = 3;
    else {
      number += (WORDS[word] ?? word).repeat(times);
      times = 1;
    }
  }
  return number;
}

/** The visitor's telephone number in a line, as they wrote it, or in figures when it was said. */
export function phoneIn(text: string, asked: boolean): Found | null {
  let best: Found | null = null;
  for (const match of text.matchAll(WRITTEN)) {
    const digits = match[0].replace(/\D/g, '').length;
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    const international = /^(?:\+|00)/.test(match[0]);
    if (digits < DIGITS_LEAST || digits > DIGITS_MOST || NOT_MINE.test(before)) continue;
    if (/^\d{1,3}(?:[., ]\d{3})+$/.test(match[0]) || /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(match[0])) continue;
    if (international || CUE.test(before) || asked)
      best = { value: match[0].trim(), from: match.index, to: match.index + match[0].trimEnd().length, strength: 2 };
  }
  if (best) return best;
  for (const match of text.matchAll(SAID)) {
    const value = dialled(match[0]);
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    if (value.replace(/\D/g, '').length <= DIGITS_MOST && !NOT_MINE.test(before))
      best = { value, from: match.index, to: match.index + match[0].length, strength: 2 };
  }
  return best;
}
