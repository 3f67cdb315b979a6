import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { oneOf } from '../../platform/text/patterns.ts';
import { withConsultant } from './consultant.ts';

/** A word, number, address or punctuation mark of a line. */
export interface Token {
  text: string;
  /** UTF-16 offsets within the line. */
  from: number;
  to: number;
}

const ADDRESS = String.raw`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`;
const LINK = String.raw`(?:https?:\/\/|www\.)\S+`;
const NUMBER = String.raw`\p{N}+(?:[.,:’' ]\p{N}{3}(?!\p{N})|[.,:]\p{N}+)*`;
const WORD = String.raw`\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’&.][\p{L}\p{N}]+)*`;
const TOKEN = new RegExp(`${ADDRESS}|${LINK}|${NUMBER}|${WORD}|[^\\s]`, 'gu');

/** Splits a line into tokens, in time linear in its length. */
export function tokensOf(line: string): Token[] {
  return Array.from(line.matchAll(TOKEN), ({ 0: text, index }) => ({ text, from: index, to: index + text.length }));
}

/** A sentence and its place in the line. */
interface TextSpan {
  text: string;
  /** UTF-16 offsets. */
  from: number;
  to: number;
}

/** Sentences of a line to read separately; beyond that, short neighbours are joined. */
const MAX_SENTENCES = 16;
/** Sentences at the beginning and the end that are never joined: there visitors say who they are and what they want. */
const KEPT_APART = 4;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/**
 * Where a sentence divides: before a second question ('how much is it and do you come to Leeds'), and at markers that
 * only machines write ('[INST]', '<|system|>').
 */
const ASKS = oneOf('what how who when where why which do does is are can could will would');
const NEXT_PART = new RegExp(
  [
    String.raw`(?<![\s,;])[,;]?\s+(?:and|also|plus|or|but)\s+(?=${ASKS}\b)`,
    String.raw`(?<!\s)\s+(?=\[{1,2}[A-Z]{3,}|<[|<]|#{3})`,
  ].join('|'),
  'gu',
);
/** A part with fewer words has no subject of its own. */
const MIN_WORDS = 3;

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

/** Splits the part of a line that is read into sentences, and sentences with two questions into these questions. */
export function sentencesOf(line: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const stretches = windowRanges(line);
  for (const [begin, end] of stretches)
    for (const { segment, index } of segmenter.segment(line.slice(begin, end))) {
      let from = 0;
      for (const { index: at, 0: joint } of segment.matchAll(NEXT_PART)) {
        const before = segment.slice(from, at);
        const after = segment.slice(at + joint.length);
        if (wordsIn(before) < MIN_WORDS || wordsIn(after) < MIN_WORDS) continue;
        push(spans, before, begin + index + from);
        from = at + joint.length;
      }
      push(spans, segment.slice(from), begin + index + from);
    }
  return joined(spans, line, stretches[1]?.[0] ?? 0);
}

/**
 * Joins the shortest neighbours until there are no more than {@link MAX_SENTENCES} sentences.
 *
 * @param tail start of the second range; the text before it was skipped
 */
function joined(spans: TextSpan[], line: string, tail: number): TextSpan[] {
  while (spans.length > MAX_SENTENCES) {
    let shortest = KEPT_APART;
    let least = Number.POSITIVE_INFINITY;
    for (let at = KEPT_APART; at + 1 < spans.length - KEPT_APART; at += 1) {
      const [one, next] = [spans[at], spans[at + 1]] as [TextSpan, TextSpan];
      if (next.to - one.from >= least || (one.from < tail && next.from >= tail)) continue;
      shortest = at;
      least = next.to - one.from;
    }
    const [one, next] = spans.slice(shortest, shortest + 2) as [TextSpan, TextSpan];
    spans.splice(shortest, 2, { text: line.slice(one.from, next.to), from: one.from, to: next.to });
  }
  return spans;
}

function push(spans: TextSpan[], raw: string, at: number): void {
  const text = raw.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return;
  const from = at + raw.indexOf(text);
  spans.push({ text, from, to: from + text.length });
}

/** Characters at the end of the twin's words in which to look for sentences. */
const MAX_SEARCHED_CHARS = 2_000;
/** Characters of the twin's words to read with the visitor's answer. */
const MAX_LAST_CHARS = 140;

/**
 * The end of what the twin said, which a line answers: its last sentence, and the ones before it while they are short.
 * Reading everything would cost several times as much as the line itself.
 */
export function lastWordsOf(said: string): string {
  const sentences = [...segmenter.segment(said.slice(-MAX_SEARCHED_CHARS).trim())].map(({ segment }) => segment);
  let words = sentences.pop() ?? '';
  while (sentences.length > 0 && words.length + (sentences.at(-1) as string).length <= MAX_LAST_CHARS)
    words = sentences.pop() + words;
  return words.slice(-MAX_LAST_CHARS).trim();
}

/** Tokens of a long line to read at its beginning and its end, where visitors say who they are and what they want. */
const HEAD_TOKENS = 350;
const TAIL_TOKENS = 150;

/** The tokens to read: all of a line or, when it is long, those of its beginning and its end. */
export function windowTokens(line: string): Token[] {
  const tokens = tokensOf(line);
  return tokens.length > HEAD_TOKENS + TAIL_TOKENS
    ? [...tokens.slice(0, HEAD_TOKENS), ...tokens.slice(-TAIL_TOKENS)]
    : tokens;
}

/** The one or two ranges of a line to read, as UTF-16 offsets. */
function windowRanges(line: string): [from: number, to: number][] {
  const tokens = line.length > HEAD_TOKENS + TAIL_TOKENS ? tokensOf(line) : [];
  const [last, first] = [tokens[HEAD_TOKENS - 1], tokens.at(-TAIL_TOKENS)];
  return tokens.length > HEAD_TOKENS + TAIL_TOKENS && last && first
    ? [
        [0, last.to],
        [first.from, line.length],
      ]
    : [[0, line.length]];
}

/** The text to read; shorter than the line when the line is long. */
export const windowText = (line: string): string =>
  windowRanges(line)
    .map(([from, to]) => line.slice(from, to))
    .join('\n');

/** The contents of tables/plain-words.yaml, which explains them. */
interface PlainWords {
  openers: string[];
  fillers: string[];
  words: Record<string, string>;
  address: Record<string, string>;
  examples: Record<string, string>;
}

/** Reads the table. @throws Error when the file cannot be read */
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
 * Normalizes a question, so that its meaning can be compared with passages: without openers and fillers, with
 * abbreviations written out and the consultant addressed as 'you'. A question that consists only of such words stays as
 * it is.
 *
 * @param names the consultant's names
 */
export function plainQuestion(text: string, names: readonly string[]): string {
  plain ??= createPlain();
  return plain(text, names) || text;
}
