/** How the voices of others are told from the visitor's: by how far the level stands above what is always there. */

/**
 * The quietest moment is looked for in the last 17 blocks of half a second each: longer than speech goes without one.
 */
const BLOCK_HOPS = 16;
const BLOCKS = 16;
/** Smoothing of the level, in hops: for the floor, and for the moment. */
const FLOOR_SMOOTHING = 8;
const MOMENT_SMOOTHING = 3;
/** The usual level of the background lies so many decibels above its quietest moment. */
const MIN_USUAL_DB = 3;
const MAX_USUAL_DB = 12;
/** Only moments less than this above the usual level tell what is usual, averaged over so many hops (5 s). */
const USUAL_DB = 4;
const USUAL_HOPS = 160;
/** Louder ones raise it by so much a hop, a quarter of a decibel a second: the room may have become louder. */
const RISE_DB = 0.008;
/** What is assumed before anything was heard: a level that moves by so much, and so many hops in which others spoke. */
const FIRST_SWING_DB = 2;
const FIRST_SHARE = 1;
const FIRST_SHARE_HOPS = 10;
const FIRST_SURENESS = 0.5;
/** A usual moment with a probability above this has somebody else speaking in it... */
const SOMEBODY = 0.1;
/** ...unless the visitor spoke so shortly before (640 ms): the network lets go of a voice late. */
const AFTER_VOICE_HOPS = 20;
/**
 * The share of such moments is averaged over so many; below the first figure nobody else speaks, above the second they
 * do.
 */
const SHARE_HOPS = 250;
const SHARE_NOBODY = 0.05;
const SHARE_OTHERS = 0.35;
/**
 * Where others speak, the visitor begins at so many decibels above the usual level, or so many of its swings; and goes
 * on at so many.
 */
const BEGIN_DB = 6.5;
const BEGIN_SWINGS = 1.5;
const HOLD_DB = 2.5;
const HOLD_SWINGS = 0.5;
/** Where nobody else speaks, the level decides nothing. */
const BEGIN_DB_ALONE = -10;
const HOLD_DB_ALONE = -20;
/** For so long after the level fell below what holds, the voice is still the visitor's: words fade out. */
const FADE_HOPS = 4;
/**
 * The network is surer of a near voice than of distant ones, before it is loud: half as unsure, and more sure than not.
 */
const SURER = 0.5;
const MIN_SURE = 0.5;

/**
 * Whether a hop is loud enough for the visitor to begin to speak, loud enough only to go on, too soft for both but
 * clearer than the others' voices, or somebody else's.
 */
export type Standing = 'begins' | 'goes-on' | 'stirs' | 'background';

/** Tracks what is always there. */
export interface Background {
  /** @param power mean square of the hop in the band of speech; @param probability that there is speech in it */
  place(power: number, probability: number): Standing;
  /** How far the last hop stood above the usual level of the background, decibels. */
  aboveDb(): number;
  reset(): void;
}

/**
 * Background voices are speech too, and a detector of speech says so. Where the moments that are no louder than usual
 * have speech in them, others speak; then, and only then, the visitor's voice has to stand out from their level. At
 * first others are assumed, until the first pause.
 */
export function createBackground(): Background {
  const floor = createFloor();
  let moment = 0;
  let usual = 0;
  let swing = FIRST_SWING_DB;
  let share = FIRST_SHARE;
  let shareHops = FIRST_SHARE_HOPS;
  let sureness = FIRST_SURENESS;
  let afterVoice = AFTER_VOICE_HOPS;
  let fade = 0;
  let above = 0;

  function follow(level: number, least: number, probability: number): void {
    const difference = level - usual;
    if (difference < USUAL_DB) {
      usual += difference / USUAL_HOPS;
      swing += (Math.abs(difference) - swing) / USUAL_HOPS;
      sureness += (probability - sureness) / USUAL_HOPS;
      afterVoice += 1;
      if (afterVoice > AFTER_VOICE_HOPS || share > SHARE_OTHERS) {
        shareHops = Math.min(shareHops + 1, SHARE_HOPS);
        share += ((probability > SOMEBODY ? 1 : 0) - share) / shareHops;
      }
    } else {
      usual += RISE_DB;
      afterVoice = 0;
    }
    usual = Math.min(Math.max(usual, least + MIN_USUAL_DB), least + MAX_USUAL_DB);
  }

  return {
    place(power, probability) {
      const least = decibels(floor.least(power));
      if (moment === 0) {
        moment = power;
        usual = least;
      }
      moment += (power - moment) / MOMENT_SMOOTHING;
      const level = decibels(moment);
      follow(level, least, probability);
      above = level - usual;
      const others = Math.max(0, Math.min(1, (share - SHARE_NOBODY) / (SHARE_OTHERS - SHARE_NOBODY)));
      const required = (alone: number, db: number, swings: number) =>
        alone + others * (Math.max(db, swings * swing) - alone);
      fade = above >= required(HOLD_DB_ALONE, HOLD_DB, HOLD_SWINGS) ? Math.round(FADE_HOPS * others) : fade - 1;
      if (above >= required(BEGIN_DB_ALONE, BEGIN_DB, BEGIN_SWINGS)) return 'begins';
      if (fade >= 0) return 'goes-on';
      return probability > Math.max(MIN_SURE, 1 - SURER * (1 - sureness)) ? 'stirs' : 'background';
    },
    aboveDb: () => above,
    reset() {
      floor.reset();
      moment = 0;
      usual = 0;
      swing = FIRST_SWING_DB;
      share = FIRST_SHARE;
      shareHops = FIRST_SHARE_HOPS;
      sureness = FIRST_SURENESS;
      afterVoice = AFTER_VOICE_HOPS;
      fade = 0;
      above = 0;
    },
  };
}

const decibels = (power: number) => 10 * Math.log10(power);

/** The power of the quietest moment of the last 8 s. */
function createFloor() {
  const minima = new Float64Array(BLOCKS);
  let blocks = 0;
  let blockHops = 0;
  let blockMinimum = Number.POSITIVE_INFINITY;
  let slow = 0;
  return {
    least(power: number): number {
      if (slow === 0) slow = power;
      slow += (power - slow) / FLOOR_SMOOTHING;
      blockMinimum = Math.min(blockMinimum, slow);
      let least = blockMinimum;
      for (let block = 0; block < Math.min(blocks, BLOCKS); block += 1)
        least = Math.min(least, minima[block] as number);
      blockHops += 1;
      if (blockHops === BLOCK_HOPS) {
        minima[blocks % BLOCKS] = blockMinimum;
        blocks += 1;
        blockHops = 0;
        blockMinimum = Number.POSITIVE_INFINITY;
      }
      return least;
    },
    reset() {
      blocks = 0;
      blockHops = 0;
      blockMinimum = Number.POSITIVE_INFINITY;
      slow = 0;
    },
  };
}
