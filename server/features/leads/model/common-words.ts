import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | null = null;
const FIGURES = /^[\d.,]+$/;

/**
 * Whether a word (lower case) is one of everyday English rather than part of a name: it stands in small letters in the
 * typed conversations for training or in this project's documents (common-words.txt). The list is read when it is first
 * asked for.
 */
export function isCommon(word: string): boolean {
  known ??= new Set(readFileSync(new URL('common-words.txt', import.meta.url), 'utf8').split(/\s+/));
  if (known.has(word) || word === 'i' || word === 'a') return true;
  return (word.endsWith("'s") && known.has(word.slice(0, -2))) || FIGURES.test(word);
}
