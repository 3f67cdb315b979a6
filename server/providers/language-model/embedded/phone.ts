/** A telephone number, as people write one. */

const DIGITS = /(?<![\w€$£.,])\+?\(?\d[\d ()/.-]{5,20}\d(?![\w%€])/;
const A_DATE = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})$/;
/** With a plus or a nought before it, seven digits are a number to call; without, nine. */
const MIN_DIGITS = 7;
const MIN_DIGITS_BARE = 9;

/** The telephone number in a line as it was written; null when there is none. */
export function phoneIn(line: string): string | null {
  const found = DIGITS.exec(line)?.[0].trim();
  if (!found || A_DATE.test(found)) return null;
  const count = found.replace(/\D/g, '').length;
  return count >= (/^\+|^\(?0/.test(found) ? MIN_DIGITS : MIN_DIGITS_BARE) && count <= 15 ? found : null;
}
