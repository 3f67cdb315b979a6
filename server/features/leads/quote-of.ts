import type { Quote } from './facts.ts';

/** Longest quote of a sentence, in characters. */
const MAX_QUOTE_CHARS = 200;

/** The visitor's own words in the original line; the whole line when they were read with something left out. */
export function quoteOf({ seq, text }: { seq: number; text: string }, words: string): Quote {
  const found = text.indexOf(words);
  const from = Math.max(0, found);
  const to = found < 0 ? Math.min(text.length, MAX_QUOTE_CHARS) : from + Math.min(words.length, MAX_QUOTE_CHARS);
  return { seq, from, to, text: text.slice(from, to).toWellFormed() };
}
