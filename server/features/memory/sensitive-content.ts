/** What is never remembered, however plainly it was said. */
import { PhraseTable, readPhraseRows } from '../understanding/phrase-tables.ts';

/** Long runs of digits: cards, accounts, identity cards, telephones. */
const DIGITS = /\d(?:[ .\-/()]{0,2}\d){6,}/;
/** A token: long, of letters and digits without a space. */
const TOKEN = /(?=[\w\-/+=.]*\d)(?=[\w\-/+=.]*[a-z])\b[\w\-/+=]{20,}/i;
const LINK = /\bhttps?:|\bwww\.|[<>{}[\]`|\\^~]|\p{Cc}/iu;

const DAY_OR_MONTH = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:19|20)\\d{2}';
const MARKS = ['\\.', '/', '-'];
const DATE = `(?:${MARKS.flatMap((mark) => [
  `${YEAR}${mark}${DAY_OR_MONTH}${mark}${DAY_OR_MONTH}`,
  `${DAY_OR_MONTH}${mark}${DAY_OR_MONTH}${mark}${YEAR}`,
]).join('|')})`;
/** What are long runs of digits too and no secret, unless part of a longer one: dates and spans of them, */
const DATES = new RegExp(
  [
    `(?<!\\d[./-]?)${DATE}(?:[T ]\\d{1,2}[:.]\\d{2}| ?[/–-] ?${DATE})?(?![./-]?\\d)`,
    `(?<!\\d[ ./-]?)${YEAR}[/-]${YEAR}(?![ ./-]?\\d)`,
  ].join('|'),
  'g',
);
/** and sums of money in thousands. */
const CURRENCY = '(?:[€$£]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)\\b)';
const THOUSANDS = '\\d{1,3}(?:[., ]\\d{3}){1,3}';
const SUMS = new RegExp(
  `(?<!\\d[ .,/-]?)(?:(?:[€$£]|\\b(?:eur|usd|gbp|chf)) ?${THOUSANDS}(?![ .,/-]?\\d)|${THOUSANDS} ?${CURRENCY})`,
  'gi',
);

let tables: { secrets: PhraseTable; special: PhraseTable } | undefined;

/** Both tables, read when they are first needed. */
function readTables() {
  tables ??= {
    secrets: new PhraseTable(readPhraseRows('secrets')),
    special: new PhraseTable(readPhraseRows('special-categories')),
  };
  return tables;
}

/**
 * Whether a text holds a secret or something about a person that nobody should keep beside their name: the special
 * categories of article 9 of the GDPR and the like. Of a long text, words are looked for at the beginning and the
 * end only; whatever is remembered is shorter.
 */
export function isSensitive(text: string): boolean {
  return holdsSecret(text) || readTables().special.rowsIn(text).length > 0;
}

/** Whether a text holds a password, a card number, an address or markup: not even its author may store these here. */
export function holdsSecret(text: string): boolean {
  return (
    DIGITS.test(text.replace(DATES, ' x ').replace(SUMS, ' x ')) ||
    TOKEN.test(text) ||
    LINK.test(text) ||
    readTables().secrets.rowsIn(text).length > 0
  );
}
