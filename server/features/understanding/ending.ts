import { readFileSync } from 'node:fs';
import path from 'node:path';
import { phraseSet, spokenWords } from '@understudy/contract/talk-words';
import type { Ending } from '@understudy/contract/wire';
import { parse } from 'yaml';
import { phoneIn } from './parsers/phones.ts';
import type { Act, Understanding } from './understanding.ts';

/** Words of one language, see tables/endings.yaml. */
type Table = Record<'binds' | 'hesitates' | 'opens' | 'phrases' | 'whole' | 'joins' | 'digits', ReadonlySet<string>>;

const FILE = path.join(import.meta.dirname, 'tables', 'endings.yaml');
const TABLES: Readonly<Record<string, Table>> = readTables();

/** Digits of a telephone number; with fewer, more are to come. */
const MIN_NUMBER_DIGITS = 7;
/** Digits in a row that are dictated one by one. */
const MIN_DICTATED = 2;
/** Words of a line that is only an answer: 'yes, we do' binds nothing. */
const MAX_ANSWER_WORDS = 3;
/** Words of an item in a list. */
const MAX_ITEM_WORDS = 4;
/** Words of the second of two. */
const MAX_LAST_ITEM_WORDS = 2;
/** Longest phrase of the tables, in words. */
const MAX_PHRASE_WORDS = 4;
/** Transcribers write these where a voice stays up or breaks off. */
const UNFINISHED = /(?:\.\.\.|[…,;:–—-])$/u;
/** 'When can we start' is a question, 'when we started' half a sentence. */
const ASKING = /^(?:can|could|do|does|did|will|would|should|is|are|was|were|kann|können|ist|sind)$/u;
/** No question ends with these, though it may with 'take', 'is' or 'for'. */
const GOES_ON = new RegExp(
  '^(?:the|a|an|my|your|our|their|and|or|but|because|if|der|die|das|den|dem|ein|eine|einen|mein|unser|und|oder|aber' +
    '|weil|el|la|los|las|un|una|mi|su|y|o|pero|porque)$',
  'u',
);
/** Acts that are done when they are said. */
const WHOLE_ACTS: readonly Act[] = ['greet', 'thank', 'bye', 'agree', 'decline'];

/**
 * Whether the words of somebody who has fallen silent for a moment sound like all that they want to say. Pure.
 *
 * @param line the words so far, understood
 */
export function endingOf(line: Understanding): Ending {
  const text = line.text.trim();
  const words = spokenWords(text);
  const table = TABLES[line.language] ?? (TABLES['en'] as Table);
  if (words.length === 0) return 'open';
  if (UNFINISHED.test(text)) return 'open';
  // Without an encoder only the mark tells a question for certain.
  const asks = text.endsWith('?') || (line.vector !== null && (line.sentences.at(-1)?.asks ?? false));
  if (isDictating(line, words, table)) return 'open';
  if (words.length <= MAX_ANSWER_WORDS && WHOLE_ACTS.some((act) => line.acts.has(act))) return 'complete';
  if (isBound(words, table)) {
    if (text.endsWith('?') && !GOES_ON.test(words.at(-1) ?? '')) return 'complete';
    return asks || isAnswer(line, words) ? 'unsure' : 'open';
  }
  if (isHalf(text, table) && !text.endsWith('?')) return 'open';
  if (asks) return 'complete';
  if (isList(text, table)) return 'open';
  return 'unsure';
}

/** Whether the last words need another one. */
function isBound(words: readonly string[], { binds, hesitates, phrases, whole }: Table): boolean {
  const last = words.at(-1) ?? '';
  if (endsWith(words, whole)) return false;
  return binds.has(last) || hesitates.has(last) || endsWith(words, phrases);
}

/** Whether the last words are one of the phrases. */
function endsWith(words: readonly string[], phrases: ReadonlySet<string>): boolean {
  const lengths = Array.from({ length: MAX_PHRASE_WORDS - 1 }, (_, at) => at + 2);
  return lengths.some((length) => phrases.has(words.slice(-length).join(' ')));
}

/** Whether it is a short answer to a question: 'yes, we do', 'I would'. */
const isAnswer = ({ context }: Understanding, words: readonly string[]): boolean =>
  words.length > 1 && words.length <= MAX_ANSWER_WORDS && (context.before?.includes('?') ?? false);

/** Whether a number or a word is being dictated figure by figure, and is too short to be all of it. */
function isDictating({ text, context }: Understanding, words: readonly string[], { digits }: Table): boolean {
  let figures = 0;
  let groups = 0;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] as string;
    if (!/^\p{N}+$/u.test(word) && !digits.has(word)) break;
    figures += digits.has(word) ? 1 : word.length;
    groups += 1;
  }
  const letters = words.length - 1 - words.findLastIndex((word) => [...word].length > 1);
  if (letters >= MIN_DICTATED && groups === 0) return true;
  const asked = /number|phone|nummer|telefon|número|teléfono/iu.test(`${context.before ?? ''} ${text}`);
  if (groups < MIN_DICTATED && !(asked && groups > 0)) return false;
  return figures < MIN_NUMBER_DIGITS || phoneIn(text, true) === null;
}

/** Whether only the first of two clauses is there: 'if we start in March'. */
function isHalf(text: string, { opens }: Table): boolean {
  const clause = text.split(/[.!?]\s+/u).at(-1) ?? '';
  const [first = '', second = ''] = spokenWords(clause);
  return second !== '' && opens.has(first) && !ASKING.test(second) && !clause.includes(',');
}

/** Whether items are being listed of which none is announced as the last: 'a workshop, a talk'. */
function isList(text: string, { joins, hesitates }: Table): boolean {
  const items = text
    .split(/,\s+/u)
    .map((item) => spokenWords(item))
    .filter((item) => !item.every((word) => hesitates.has(word)));
  // What was said after a hesitation is no item.
  if (items.length < text.split(/,\s+/u).length) return false;
  const [before = [], ...tail] = items;
  const last = tail.at(-1) ?? [];
  if (tail.length === 0 || tail.some((item) => item.length > MAX_ITEM_WORDS)) return false;
  // 'Hello, Ana here' has as many commas as 'we need training, coaching'.
  if (tail.length === 1 && (last.length > MAX_LAST_ITEM_WORDS || before.length <= MAX_LAST_ITEM_WORDS)) return false;
  return !last.some((word) => joins.has(word));
}

function readTables(): Record<string, Table> {
  const read = parse(readFileSync(FILE, 'utf8')) as Record<string, Record<keyof Table, string>>;
  const singles = (words: string) => phraseSet(words.replaceAll(' ', '|'));
  return Object.fromEntries(
    Object.entries(read).map(([language, { phrases, whole, binds, hesitates, opens, joins, digits }]) => [
      language,
      {
        ...{ phrases: phraseSet(phrases), whole: phraseSet(whole), binds: singles(binds) },
        ...{ hesitates: singles(hesitates), opens: singles(opens), joins: singles(joins), digits: singles(digits) },
      },
    ]),
  );
}
