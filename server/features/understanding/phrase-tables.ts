import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'yaml';
import { fold } from '../../platform/text/words.ts';
import { escapeRegExp } from './consultant.ts';
import { createPhraseIndex, wordsOf } from './phrase-index.ts';
import { windowText } from './sentences.ts';
import type { Flag } from './understanding.ts';

/** A row of a table. */
export interface PhraseRow {
  row: string;
  phrases: string[];
  /** Lines that the row must match, and lines that it must not; tests check both. */
  examples: string[];
  others: string[];
  /** Requests of a sentence in which the row occurs. */
  requests?: string[];
  /** Flags of a sentence in which the row occurs, whatever the line model says. */
  flags?: Flag[];
  /** Other rows, requests and flags that do not hold in a sentence in which the row occurs. */
  vetoes?: string[];
}

/** A gap does not cross the end of a sentence. */
const GAP = '[^.!?\\n]{0,40}?';

/**
 * Letters and digits of folded lines, in a few ranges: `\p{L}` compiles to hundreds of comparisons wherever it stands,
 * which took 45 MB of machine code for all tables instead of 6, and many times as long for lines of wide characters.
 */
const LETTERS =
  'a-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0370-\\u1fff\\u2c00-\\u2dff\\u3005-\\ud7ff' +
  '\\uf900-\\ufdff\\ufe70-\\ufefc\\uff21-\\uff3a\\uff41-\\uffdc';
const WORD_CHARACTER = `[0-9${LETTERS}]`;
const PLACEHOLDERS: Record<string, string> = { '*': `[${LETTERS}'-]*`, '9': '\\d+', _: '[\\s,]+' };
const alternative = (words: string): string =>
  words
    .split(/([*9_])/)
    .map((text) => PLACEHOLDERS[text] ?? escapeRegExp(text))
    .join('');
const WORDS = new RegExp(`${WORD_CHARACTER}+`, 'gu');
const isOptional = (part: string): boolean => part.length > 1 && part.endsWith('?');

/** Why a phrase is invalid, completing '<phrase> of <row> …'; null when it means what it appears to. */
function faultIn(phrase: string): string | null {
  const parts = phrase.split(' ');
  const words = parts.filter((part, at) => !(part === '^' && at === 0) && !(part === '$' && at === parts.length - 1));
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return 'says nothing';
  if (fold(phrase) !== phrase) return 'is not in lower case without accents, as lines are when they are searched';
  if (words.some((part) => part === '^' || part === '$')) return "has '^' or '$' in its midst";
  if (words.some((part) => part.split('|').includes(''))) return 'has an empty word';
  if (words.some((part) => part.slice(0, -1).includes('?'))) return "has '?' within a word or a choice";
  if (first === '..' || last === '..') return 'begins or ends in a gap';
  if ((isOptional(first) && parts[0] !== '^') || (isOptional(last) && parts.at(-1) !== '$'))
    return 'begins or ends in an optional word, which changes nothing';
  return null;
}

/** The words of a part. A punctuation mark or sign needs neither a space nor a word boundary beside it. */
function wordsOfPart(part: string): { words: string[]; begins: boolean; ends: boolean } {
  const words = (isOptional(part) ? part.slice(0, -1) : part).split('|');
  return {
    words,
    begins: words.every((word) => /^[\p{L}\p{N}*]/u.test(word)),
    ends: words.every((word) => /[\p{L}\p{N}*]$/u.test(word)),
  };
}

/** The parts of a phrase that are words in every line in which it occurs. */
const certainParts = (phrase: string): string[][] =>
  phrase
    .split(' ')
    .filter((part) => !['^', '$', '..'].includes(part) && !isOptional(part))
    .map(wordsOfPart)
    .flatMap(({ words, begins, ends }) => (begins && ends ? [words] : []));

/** The expression for a phrase. It matches in linear time, except for its gaps of at most 40 characters. */
function expressionOf(phrase: string): string {
  let source = '';
  let space = '';
  for (const part of phrase.split(' ')) {
    if (part === '^') source += '^\\W*';
    else if (part === '$') source += '\\W*$';
    else if (part === '..') {
      source += GAP;
      space = '';
    } else {
      const optional = isOptional(part);
      const { words, begins, ends } = wordsOfPart(part);
      const choice = words.map(alternative).join('|');
      const word = `${begins ? `(?<!${WORD_CHARACTER})` : ''}(?:${choice})${ends ? `(?!${WORD_CHARACTER})` : ''}`;
      const ahead = begins ? space : space && '[\\s,]*';
      if (!optional) source += ahead + word;
      // At the beginning, an optional word includes the space after it.
      else source += space ? `(?:${ahead}${word})?` : `(?:${word}[\\s,]*)?`;
      if (!optional || space) space = ends ? '[\\s,]+' : '[\\s,]*';
    }
  }
  return source;
}

/** The rows of one or more phrase tables; `tables/requests.yaml` explains the format of phrases. */
export class PhraseTable {
  readonly #rows: { row: string; matches(line: string): boolean }[];
  readonly #index: ReturnType<typeof createPhraseIndex>;

  /** @throws Error for a phrase that does not mean what it appears to */
  constructor(rows: readonly Pick<PhraseRow, 'row' | 'phrases'>[]) {
    this.#rows = rows.map(({ row, phrases }) => {
      for (const phrase of phrases) {
        const fault = faultIn(phrase);
        if (fault) throw new Error(`'${phrase}' of '${row}' ${fault}`);
      }
      let expression: RegExp | undefined;
      return {
        row,
        matches(line) {
          expression ??= new RegExp(phrases.map(expressionOf).join('|'), 'u');
          return expression.test(line);
        },
      };
    });
    this.#index = createPhraseIndex(rows.map(({ phrases }) => phrases.map(certainParts)));
  }

  /** The rows with a phrase that occurs in the line. */
  rowsIn(line: string): string[] {
    const folded = fold(windowText(line)).replace(/\s+/g, ' ');
    const possible = this.#index.rowsFor(wordsOf(folded, WORDS));
    return this.#rows.filter(({ matches }, at) => possible.has(at) && matches(folded)).map(({ row }) => row);
  }

  /** Searches a folded line for one row at a time, so that the caller can yield in between. */
  *eachRow(line: string): Generator<void> {
    for (const { matches } of this.#rows) {
      matches(line);
      yield;
    }
  }
}

/** Reads a table of this folder. @throws Error when it is not a list of rows */
export function readPhraseRows(name: string): PhraseRow[] {
  const file = path.join(import.meta.dirname, 'tables', `${name}.yaml`);
  const rows: PhraseRow[] = parse(readFileSync(file, 'utf8'));
  for (const row of rows) {
    if (row.phrases.length === 0 || row.examples.length === 0) throw new Error(`${file}: '${row.row}' is incomplete`);
  }
  return rows;
}

/** Tables whose rows are hints to the line model. */
const HINT_TABLES = ['acts', 'requests', 'flags'] as const;

/** All tables; {@link signsIn} reads the last one. */
export const TABLES = [...HINT_TABLES, 'signs'] as const;

let hints: PhraseTable | undefined;
let signs: { table: PhraseTable; rows: ReadonlyMap<string, PhraseRow> } | undefined;

function signTable() {
  if (!signs) {
    const rows = readPhraseRows('signs');
    signs = { table: new PhraseTable(rows), rows: new Map(rows.map((row) => [row.row, row])) };
  }
  return signs;
}

function hintTable(): PhraseTable {
  hints ??= new PhraseTable(HINT_TABLES.flatMap(readPhraseRows));
  return hints;
}

/** The rows of {@link HINT_TABLES} that occur in a line. */
export function hintsIn(line: string): string[] {
  return hintTable().rowsIn(line);
}

/** The rows of tables/signs.yaml that hold in a sentence: those that occur and are not vetoed by others. */
export function signsIn(sentence: string): string[] {
  const found = signTable().table.rowsIn(sentence);
  const vetoed = vetoesOf(found);
  return found.filter((sign) => !vetoed.has(sign));
}

/** The rows, requests and flags that do not hold in a sentence with these signs. */
export const vetoesOf = (found: Iterable<string>): Set<string> =>
  new Set([...found].flatMap((sign) => signTable().rows.get(sign)?.vetoes ?? []));

/** The flags of a sentence with these signs. */
export const flagsOf = (found: Iterable<string>): Set<Flag> =>
  new Set([...found].flatMap((sign) => signTable().rows.get(sign)?.flags ?? []));

/** The requests that a sentence with these signs makes. */
export const requestsOf = (found: Iterable<string>): Set<string> =>
  new Set([...found].flatMap((sign) => signTable().rows.get(sign)?.requests ?? []));

/** Lines that make V8 compile an expression: once for strings of one-byte characters, once for others. */
const WARM_UP_LINES = ['hello there, do you have a moment?', 'hello there \u2014 do you have a moment?'];

/**
 * Compiles the expressions of all tables, which would otherwise take a second of CPU time during the first lines. Each
 * expression is compiled twice: at its first use, and optimized at its second. Yields after each row.
 */
export async function compilePhraseTables(): Promise<void> {
  for (const table of [hintTable, () => signTable().table]) {
    for (const line of WARM_UP_LINES.flatMap((one) => [one, one]))
      for (const _ of table().eachRow(line)) await setImmediate();
  }
}
