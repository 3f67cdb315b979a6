/** How fast a thread is thought to be before it has read anything, in characters per millisecond. */
const FIRST_CHARS_PER_MS = 10;
/** What that is worth in characters read: some five lines. */
const FIRST_CHARS = 300;
/** What a text counts once the next one is read: the last twenty texts count most. */
const FADING = 0.95;

/** How fast texts are read at the moment, with all else that the machine does, and whatever comes from the cache. */
export interface Pace {
  /** Takes the time that a text took. */
  learn(chars: number, ms: number): void;
  /** How long this many characters will take, in milliseconds. */
  msFor(chars: number): number;
}

/** Creates a pace that adapts to what is learnt. */
export function createPace(): Pace {
  let chars = FIRST_CHARS;
  let ms = FIRST_CHARS / FIRST_CHARS_PER_MS;
  return {
    learn(read, took) {
      chars = FADING * chars + read;
      ms = FADING * ms + took;
    },
    msFor: (asked) => (asked * ms) / chars,
  };
}
