/** Faster readings are not reported. */
const SLOW_MS = 2_000;
const EVERY_MS = 10_000;

/**
 * Reports progress of reading the twin's knowledge if that takes long.
 *
 * @param meanwhile what applies until it is read, in a sentence
 * @param now the time in milliseconds; tests set it
 */
export function reportReadingProgress(
  say: (sentence: string) => void,
  meanwhile = '',
  now: () => number = Date.now,
): (made: number, of: number) => void {
  let isTold = false;
  /** When the next report is due; null before a reading. */
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
