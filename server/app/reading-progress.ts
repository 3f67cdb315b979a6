/** A reading that takes no longer is not worth a word. */
const SLOW_MS = 2_000;
const EVERY_MS = 10_000;

/**
 * Tells how far the reading of the twin's knowledge is, where it takes long.
 * @param meanwhile what holds until it is read, in a sentence
 * @param now the time in milliseconds; tests turn it
 */
export function reportReadingProgress(
  say: (sentence: string) => void,
  meanwhile = '',
  now: () => number = Date.now,
): (made: number, of: number) => void {
  let isTold = false;
  /** When the next sentence is due; null before a reading. */
  let due: number | null = null;
  return (made, of) => {
    due ??= now() + SLOW_MS;
    if (made === of) {
      if (isTold) say("The twin's knowledge is read.");
      isTold = false;
      due = null;
    } else if (now() >= due) {
      say(`Reading the twin's knowledge, once after a change: ${made} of ${of} texts. ${meanwhile}`.trimEnd());
      isTold = true;
      due = now() + EVERY_MS;
    }
  };
}
