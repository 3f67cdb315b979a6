/** A telephone number, as people write and say one. */
import { DIGIT_WORDS } from '../../../platform/text/number-words.ts';

const DIGITS = /(?:(?<!\w)(?:\(?\+ ?|plus (?=\d))|(?<![\w€$£.,+])\(?)\d[\d ()/.-]{5,20}\d(?![\w%€])/i;
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

/** The telephone number in a line as it was written, in digits where it was said aloud; null when there is none. */
export function phoneIn(line: string): string | null {
  const spoken = SPOKEN.exec(line)?.[0];
  if (spoken) return figuresOf(spoken);
  const found = DIGITS.exec(line)?.[0]
    .trim()
    .replace(/^(\(?)(?:\+ |plus )/i, '$1+');
  if (!found || A_DATE.test(found)) return null;
  const count = found.replace(/\D/g, '').length;
  return count >= (/^\(?[+0]/.test(found) ? MIN_DIGITS : MIN_DIGITS_BARE) && count <= 15 ? found : null;
}
