import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | null = null;
const FIGURES = /^[\d.,]+$/;

/**
 * Whether a word (lower case) is everyday English rather than part of a name: it occurs in lower case in the typed
 * conversations for training or in this project's documents (common-words.txt). The list is loaded on first use.
 */
export function isCommon(word: string): boolean {
  known ??= new Set(readFileSync(new URL('common-words.txt', import.meta.url), 'utf8').split(/\s+/));
  if (known.has(word) || word === 'i' || word === 'a') return true;
  return (word.endsWith("'s") && known.has(word.slice(0, -2))) || FIGURES.test(word);
}
