/** A telephone number, as people write and say one. */
import { DIGIT_WORDS } from '../../../platform/text/number-words.ts';
import { isOthersNumber } from '../../../platform/text/whose-number.ts';

const DIGITS = /(?:(?<!\w)(?:\(?\+ ?|plus (?=\d))|(?<![\w€$£.,+])\(?)\d[\d ()/.-]{5,20}\d(?![\w%€])/gi;
const A_DATE = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})$/;
/** With a plus or a nought before it, seven digits are a number to call; without, nine. */
const MIN_DIGITS = 7;
const MIN_DIGITS_BARE = 9;

const FIGURE = `(?:oh|o|nought|${Object.keys(DIGIT_WORDS).join('|')})`;
/** Said aloud: 'oh seven seven, double oh nine ...'. */
const SPOKEN = new RegExp(
  `\\b(?:plus )?(?:(?:(?:double|triple) )?${FIGURE}[ ,-]+){6,14}(?:(?:double|triple) )?${FIGURE}\\b`,
  'i',
);
const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3 };

/** Figures that were said aloud, as digits. */
function figuresOf(spoken: string): string {
  let figures = '';
  let times = 1;
  for (const word of spoken.toLowerCase().split(/[ ,-]+/)) {
    if (word === 'plus') figures += '+';
    else if (TIMES[word]) times = TIMES[word] ?? 1;
    else {
      figures += (DIGIT_WORDS[word] ?? '0').repeat(times);
      times = 1;
    }
  }
  return figures;
}

/** Characters around a number that tell whose it is. */
const AROUND = 60;

/** The visitor's own telephone number in a line as it was written, in digits where it was said aloud; null when there is none. */
export function phoneIn(line: string): string | null {
  const spoken = SPOKEN.exec(line)?.[0];
  if (spoken) return figuresOf(spoken);
  for (const match of line.matchAll(DIGITS)) {
    const said = match[0].trim();
    const found = said.replace(/^(\(?)(?:\+ |plus )/i, '$1+');
    const count = found.replace(/\D/g, '').length;
    if (A_DATE.test(found) || count > 15) continue;
    if (count < (/^\(?[+0]/.test(found) ? MIN_DIGITS : MIN_DIGITS_BARE)) continue;
    const to = match.index + said.length;
    if (!isOthersNumber(line.slice(Math.max(0, match.index - AROUND), match.index), line.slice(to, to + AROUND)))
      return found;
  }
  return null;
}
