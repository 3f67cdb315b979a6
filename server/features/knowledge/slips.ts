/** Which slip of the keyboard turns one word into another. */

const VOWEL = /^[aeiouy]$/;

/**
 * Whether `written` is `meant` with a letter left out, doubled, added or changed places, or a vowel heard for another.
 * A consonant for another makes a different word more often than a slip: 'fired' is not 'fixed'.
 */
export function isSlip(written: string, meant: string): boolean {
  if (written.charAt(0) !== meant.charAt(0)) return false;
  let start = 0;
  while (start < written.length && written[start] === meant[start]) start += 1;
  let end = 0;
  const room = Math.min(written.length, meant.length) - start;
  while (end < room && written[written.length - 1 - end] === meant[meant.length - 1 - end]) end += 1;
  const wrong = written.slice(start, written.length - end);
  const right = meant.slice(start, meant.length - end);
  if (wrong.length + right.length === 1) return true;
  if (wrong.length === 1 && right.length === 1) return VOWEL.test(wrong) && VOWEL.test(right);
  return wrong.length === 2 && right.length === 2 && wrong[0] === right[1] && wrong[1] === right[0];
}
