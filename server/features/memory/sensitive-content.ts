import { PhraseTable, readPhraseRows } from '../understanding/index.ts';

/** Detects content that is never remembered, however plainly it was said. */

/** Long runs of digits: numbers of cards, accounts, identity cards and telephones. */
const DIGITS = /\d(?:[ .\-/()]{0,2}\d){6,}/;
/** A token: a long run of letters and digits without spaces. */
const TOKEN = /(?=[\w\-/+=.]*\d)(?=[\w\-/+=.]*[a-z])\b[\w\-/+=]{20,}/i;
const LINK = /\bhttps?:|\bwww\.|[<>{}[\]`|\\^~]|\p{Cc}/iu;

const DAY_OR_MONTH = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:19|20)\\d{2}';
const MARKS = ['\\.', '/', '-'];
const DATE = `(?:${MARKS.flatMap((mark) => [
  `${YEAR}${mark}${DAY_OR_MONTH}${mark}${DAY_OR_MONTH}`,
  `${DAY_OR_MONTH}${mark}${DAY_OR_MONTH}${mark}${YEAR}`,
]).join('|')})`;
/** Dates and spans of dates, which are long runs of digits but not secrets, unless they are part of a longer one. */
const DATES = new RegExp(
  [
    `(?<!\\d[./-]?)${DATE}(?:[T ]\\d{1,2}[:.]\\d{2}| ?[/–-] ?${DATE})?(?![./-]?\\d)`,
    `(?<!\\d[ ./-]?)${YEAR}[/-]${YEAR}(?![ ./-]?\\d)`,
  ].join('|'),
  'g',
);
/** Sums of money in thousands, likewise. */
const CURRENCY = '(?:[€$£]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)\\b)';
const THOUSANDS = '\\d{1,3}(?:[., ]\\d{3}){1,3}';
const SUMS = new RegExp(
  `(?<!\\d[ .,/-]?)(?:(?:[€$£]|\\b(?:eur|usd|gbp|chf)) ?${THOUSANDS}(?![ .,/-]?\\d)|${THOUSANDS} ?${CURRENCY})`,
  'gi',
);

let tables: { secrets: PhraseTable; special: PhraseTable } | undefined;

/** Loads both tables on first use. */
function readTables() {
  tables ??= {
    secrets: new PhraseTable(readPhraseRows('secrets')),
    special: new PhraseTable(readPhraseRows('special-categories')),
  };
  return tables;
}

/**
 * Whether a text contains a secret or anything about a person that should not be stored with their name: the special
 * categories of article 9 of the GDPR and the like. In a long text, only the beginning and the end are searched for
 * words; memories are shorter.
 */
export function isSensitive(text: string): boolean {
  return holdsSecret(text) || readTables().special.rowsIn(text).length > 0;
}

/**
 * Whether a text contains a password, a card number, an address or markup, which even its author may not store here.
 */
export function holdsSecret(text: string): boolean {
  return (
    DIGITS.test(text.replace(DATES, ' x ').replace(SUMS, ' x ')) ||
    TOKEN.test(text) ||
    LINK.test(text) ||
    readTables().secrets.rowsIn(text).length > 0
  );
}
