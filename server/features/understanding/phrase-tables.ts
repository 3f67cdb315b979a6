/** Tables of phrases (`tables/*.yaml`): which of their rows occur in a line. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { parse } from 'yaml';
import { fold } from '../../platform/text/words.ts';

/** A row of a table. Its examples are tests. */
export interface PhraseRow {
  row: string;
  phrases: string[];
  examples: string[];
  others: string[];
  /** Requests that a sentence makes in which the row occurs. */
  requests?: string[];
  /** Other rows and requests that do not hold in a sentence in which the row occurs. */
  vetoes?: string[];
}

/** Characters of a line that are searched. */
const MAX_SEARCHED = 2_000;
/** A gap ends with the sentence. */
const GAP = '[^.!?\\n]{0,40}?';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const alternative = (word: string): string => word.split('*').map(escaped).join("[\\p{L}'-]*").replaceAll('9', '\\d');

/** The expression for a phrase; linear to match but for its gaps, which are at most 40 characters long. */
function expressionOf(phrase: string): string {
  let source = '';
  let needsSpace = false;
  for (const part of phrase.split(' ')) {
    if (part === '^') source += '^\\W*';
    else if (part === '$') source += '\\W*$';
    else if (part === '..') {
      source += GAP;
      needsSpace = false;
    } else {
      const optional = part.length > 1 && part.endsWith('?');
      const words = (optional ? part.slice(0, -1) : part).split('|');
      const choice = `(?:${words.map(alternative).join('|')})`;
      // A mark or a sign needs no word boundary beside it.
      const begins = words.every((word) => /^[\p{L}\p{N}*]/u.test(word)) ? '(?<![\\p{L}\\p{N}])' : '';
      const ends = words.every((word) => /[\p{L}\p{N}*]$/u.test(word)) ? '(?![\\p{L}\\p{N}])' : '';
      const word = `${begins}${choice}${ends}`;
      const space = needsSpace ? '[\\s,]+' : '';
      // An optional word at the beginning brings the space behind it.
      const ahead = needsSpace ? '' : '[\\s,]*';
      source += optional ? `(?:${space}${word}${ahead})?` : `${space}${word}`;
      if (!optional || needsSpace) needsSpace = true;
    }
  }
  return source;
}

/** Finds rows in lines. */
export class PhraseTable {
  readonly #rows: { row: string; matches(line: string): boolean }[];

  constructor(rows: readonly PhraseRow[]) {
    this.#rows = rows.map(({ row, phrases }) => {
      let expression: RegExp | undefined;
      return {
        row,
        matches(line) {
          expression ??= new RegExp(phrases.map(expressionOf).join('|'), 'u');
          return expression.test(line);
        },
      };
    });
  }

  /** The rows of which a phrase occurs in the line. */
  rowsIn(line: string): string[] {
    const folded = fold(line.slice(0, MAX_SEARCHED)).replace(/\s+/g, ' ');
    return this.#rows.filter(({ matches }) => matches(folded)).map(({ row }) => row);
  }

  /** Looks for each row in a line that is folded already, one after the other. */
  *eachRow(line: string): Generator<void> {
    for (const { matches } of this.#rows) {
      matches(line);
      yield;
    }
  }
}

/** Reads a table of this folder. @throws Error where it is no list of rows */
export function readPhraseRows(name: string): PhraseRow[] {
  const file = path.join(import.meta.dirname, 'tables', `${name}.yaml`);
  const rows: PhraseRow[] = parse(readFileSync(file, 'utf8'));
  for (const row of rows) {
    if (row.phrases.length === 0 || row.examples.length === 0) throw new Error(`${file}: '${row.row}' is incomplete`);
  }
  return rows;
}

/** The tables whose rows are hints to the line model. */
export const HINT_TABLES = ['acts', 'requests', 'flags'] as const;

/** Every table; {@link signsIn} reads the last. */
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

/** The rows of {@link HINT_TABLES} that occur in a line. */
export function hintsIn(line: string): string[] {
  return hintTable().rowsIn(line);
}

function hintTable(): PhraseTable {
  hints ??= new PhraseTable(HINT_TABLES.flatMap(readPhraseRows));
  return hints;
}

/** The rows of tables/signs.yaml that hold in a sentence: those that occur, without what others of them veto. */
export function signsIn(sentence: string): string[] {
  const found = signTable().table.rowsIn(sentence);
  const vetoed = vetoesOf(found);
  return found.filter((sign) => !vetoed.has(sign));
}

/** What does not hold in a sentence with these signs. */
export const vetoesOf = (found: Iterable<string>): Set<string> =>
  new Set([...found].flatMap((sign) => signTable().rows.get(sign)?.vetoes ?? []));

/** The requests that a sentence with these signs makes. */
export const requestsOf = (found: Iterable<string>): Set<string> =>
  new Set([...found].flatMap((sign) => signTable().rows.get(sign)?.requests ?? []));

/** Lines by which the expressions are compiled, which is done for each width of characters apart. */
const WARMING = ['Hello there, do you have a moment?', 'Hello there \u2014 do you have a moment?'];

/**
 * Has the expressions of all tables compiled, which is else done while the first lines are read: a second of the
 * processor. An expression is compiled twice, at its first use and better at its second. Others get their turn after
 * each row.
 */
export async function warm(): Promise<void> {
  for (const table of [hintTable, () => signTable().table]) {
    for (const line of WARMING.flatMap((one) => [one, one])) for (const _ of table().eachRow(line)) await others();
  }
}
