/** How the voices of others are told from the visitor's: by how far the level stands above what is always there. */

/** The quietest moment is looked for in the last 17 blocks of half a second each: longer than speech goes without one. */
const BLOCK_HOPS = 16;
const BLOCKS = 16;
/** Smoothing of the level, in hops: for the floor, and for the moment. */
const FLOOR_SMOOTHING = 8;
const MOMENT_SMOOTHING = 2;
/** A hop with a probability below this has nobody speaking in it. */
const NOBODY = 0.1;
/** The share of such hops is averaged over so many (14 s): at or below the first figure somebody always speaks in the background. */
const SHARE_HOPS = 450;
const SHARE_ALWAYS = 0.05;
const SHARE_PAUSES = 0.15;
/** Where somebody always speaks, the visitor begins at so many decibels above the floor, and goes on at so many. */
const BEGIN_DB = 11;
const HOLD_DB = 6;
/** Where nobody speaks in the background, the level decides nothing. */
const BEGIN_DB_ALONE = -10;
const HOLD_DB_ALONE = -20;
/** For so long after the level fell below what holds, the voice is still the visitor's: words fade out. */
const FADE_HOPS = 6;

/** Whether a hop is loud enough for the visitor to begin to speak, loud enough only to go on, or somebody else's. */
export type Standing = 'begins' | 'goes-on' | 'background';

/** Tracks what is always there. */
export interface Background {
  /** @param power mean square of the hop in the band of speech; @param probability that there is speech in it */
  place(power: number, probability: number): Standing;
  /** How far the last hop stood above the floor, decibels. */
  aboveDb(): number;
  reset(): void;
}

/**
 * Background voices are speech too, and a detector of speech says so. In their presence there are no hops without speech;
 * then, and only then, the visitor's voice has to stand out from their level. At first others are assumed, until the
 * first pause: in a quiet room that is at once.
 */
export function createBackground(): Background {
  const minima = new Float64Array(BLOCKS);
  let blocks = 0;
  let blockHops = 0;
  let blockMinimum = Number.POSITIVE_INFINITY;
  let slow = 0;
  let moment = 0;
  let share = 0;
  let fade = 0;
  let above = 0;

  function floor(): number {
    let least = blockMinimum;
    for (let block = 0; block < Math.min(blocks, BLOCKS); block += 1) least = Math.min(least, minima[block] as number);
    return least;
  }

  return {
    place(power, probability) {
      if (slow === 0) {
        slow = power;
        moment = power;
      }
      slow += (power - slow) / FLOOR_SMOOTHING;
      moment += (power - moment) / MOMENT_SMOOTHING;
      blockMinimum = Math.min(blockMinimum, slow);
      above = 10 * Math.log10(moment / floor());
      blockHops += 1;
      if (blockHops === BLOCK_HOPS) {
        minima[blocks % BLOCKS] = blockMinimum;
        blocks += 1;
        blockHops = 0;
        blockMinimum = Number.POSITIVE_INFINITY;
      }
      share += ((probability < NOBODY ? 1 : 0) - share) / SHARE_HOPS;
      const others = Math.max(0, Math.min(1, (SHARE_PAUSES - share) / (SHARE_PAUSES - SHARE_ALWAYS)));
      fade = above >= HOLD_DB_ALONE + others * (HOLD_DB - HOLD_DB_ALONE) ? Math.round(FADE_HOPS * others) : fade - 1;
      if (above >= BEGIN_DB_ALONE + others * (BEGIN_DB - BEGIN_DB_ALONE)) return 'begins';
      return fade >= 0 ? 'goes-on' : 'background';
    },
    aboveDb: () => above,
    reset() {
      blocks = 0;
      blockHops = 0;
      blockMinimum = Number.POSITIVE_INFINITY;
      slow = 0;
      moment = 0;
      share = 0;
      fade = 0;
      above = 0;
    },
  };
}
