import type { EpisodeLine } from '@understudy/contract/episodes';

/** A stored line of a show. */
export interface SaidLine {
  speaker: EpisodeLine['speaker'];
  text: string;
  /** Milliseconds since the epoch. */
  ts: number;
}

/** How long a word takes at the pace of a show (150 words a minute). */
const WORD_MS = 400;
/** Even a single word takes this long to say and to read. */
const SHORTEST_MS = 1_200;

/**
 * The lines with the times at which they are heard. Written lines are stored when they are sent, and segments of a
 * reply one second apart, so a line begins when it was stored, but not before the one before it has been said.
 */
export function timelineOf(said: readonly SaidLine[]): EpisodeLine[] {
  const start = said[0]?.ts ?? 0;
  let free = 0;
  return said.map(({ speaker, text, ts }) => {
    const at = Math.max(free, ts - start);
    free = at + Math.max(SHORTEST_MS, wordsIn(text) * WORD_MS);
    return { speaker, text, at, until: free };
  });
}

/**
 * How long an episode is, in milliseconds: lines are said one after the other, which may take longer than writing them
 * did.
 *
 * @param shown how long the show was on
 */
export const durationOf = (shown: number, said: readonly SaidLine[]): number =>
  Math.max(shown, timelineOf(said).at(-1)?.until ?? 0);

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;
