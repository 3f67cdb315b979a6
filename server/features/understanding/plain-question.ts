/** Normalizes questions by tables/plain-words.yaml, so that their meaning can be compared. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { withConsultant } from './consultant.ts';

interface PlainWords {
  openers: string[];
  fillers: string[];
  words: Record<string, string>;
  address: Record<string, string>;
  examples: Record<string, string>;
}

export const readPlainWords = (): PlainWords =>
  parse(readFileSync(path.join(import.meta.dirname, 'tables/plain-words.yaml'), 'utf8'));

/** An expression for any of some phrases; `*` repeats the letter before it. */
const anyOf = (phrases: readonly string[]): string => phrases.map((phrase) => phrase.replace('*', '+')).join('|');

function createPlain() {
  const { openers, fillers, words, address } = readPlainWords();
  const opener = new RegExp(`^(?:(?:${anyOf(openers)})\\b[\\s,.!:-]*)+`, 'i');
  const filler = new RegExp(`(?<=\\s)(?:${anyOf(fillers)})\\b,?\\s*`, 'gi');
  const word = new RegExp(`(?<![\\p{L}\\p{N}@.])(?:${Object.keys(words).join('|')})(?![\\p{L}\\p{N}'])`, 'giu');
  const asName = /(?<![\p{L}\p{N}])(?:you['’]s|(does|is|has) you)(?![\p{L}\p{N}'’])/giu;
  const byName: Record<string, string> = { does: 'do you', is: 'are you', has: 'have you' };
  const called = new RegExp(`\\b(?:${Object.keys(address).join('|')})\\b`, 'gi');
  return (text: string, names: readonly string[]): string => {
    const typed = text
      .replace(opener, '')
      .replace(filler, '')
      .replace(word, (as) => words[as.toLowerCase()] ?? as);
    return withConsultant(typed, names, 'you')
      .replace(asName, (_, verb?: string) => (verb ? (byName[verb.toLowerCase()] ?? 'you') : 'your'))
      .replace(called, (as) => address[as.toLowerCase()] ?? as)
      .trim();
  };
}

let plain: ReturnType<typeof createPlain> | undefined;

/**
 * A normalized question: without openers and fillers, with abbreviations written out and the consultant addressed as
 * 'you'. A question that consists only of such words stays as it is.
 *
 * @param names the consultant's names
 */
export function plainQuestion(text: string, names: readonly string[]): string {
  plain ??= createPlain();
  return plain(text, names) || text;
}
