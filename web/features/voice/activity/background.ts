/** Distinguishes the visitor's voice from background voices by how far its level exceeds the constant background. */

/**
 * The noise floor is the minimum of the last 17 blocks of half a second each: longer than speech goes without a quiet
 * moment.
 */
const BLOCK_HOPS = 16;
const BLOCKS = 16;
/** Smoothing of the level, in hops: for the floor, and for the current level. */
const FLOOR_SMOOTHING = 8;
const MOMENT_SMOOTHING = 3;
/** Minimum distance between the usual background level and the floor, in decibels. */
const MIN_USUAL_DB = 3;
const MAX_USUAL_DB = 12;
/** Only hops less than this above the usual level update it, averaged over this many hops (5 s). */
const USUAL_DB = 4;
const USUAL_HOPS = 160;
/** Louder hops raise it by this much each, a quarter of a decibel per second, in case the room has become louder. */
const RISE_DB = 0.008;
/** Initial assumptions: the swing of the level, and the number of hops with other speakers. */
const FIRST_SWING_DB = 2;
const FIRST_SHARE = 1;
const FIRST_SHARE_HOPS = 10;
const FIRST_SURENESS = 0.5;
/** A hop at the usual level with a probability above this contains somebody else's speech... */
const SOMEBODY = 0.1;
/**
 * ...unless the visitor spoke within this many hops before (640 ms): the network's output decays slowly after a voice.
 */
const AFTER_VOICE_HOPS = 20;
/**
 * Averaging window for the share of such hops. Below the first figure nobody else is speaking; above the second,
 * somebody is.
 */
const SHARE_HOPS = 250;
const SHARE_NOBODY = 0.05;
const SHARE_OTHERS = 0.35;
/**
 * With other speakers, the visitor's speech must exceed the usual level by this many decibels, or by this many swings,
 * to begin; lower figures apply to continue.
 */
const BEGIN_DB = 6.5;
const BEGIN_SWINGS = 1.5;
const HOLD_DB = 2.5;
const HOLD_SWINGS = 0.5;
/** Without other speakers, the level decides nothing. */
const BEGIN_DB_ALONE = -10;
const HOLD_DB_ALONE = -20;
/** How long the voice still counts as the visitor's after the level falls below the threshold: words fade out. */
const FADE_HOPS = 4;
/**
 * The network is more certain of a near voice than of distant ones even before it is loud: at most half as uncertain,
 * and more than even odds.
 */
const SURER = 0.5;
const MIN_SURE = 0.5;

/**
 * Whether a hop is loud enough for the visitor to begin speaking, only loud enough to continue, too soft for both but
 * clearer than the background voices, or somebody else's.
 */
export type Standing = 'begins' | 'goes-on' | 'stirs' | 'background';

/** Tracks the constant background. */
export interface Background {
  /** @param power mean square of the hop in the speech band; @param probability that the hop contains speech */
  place(power: number, probability: number): Standing;
  /** Level of the last hop above the usual background level, in decibels. */
  aboveDb(): number;
  reset(): void;
}

/**
 * A speech detector also reports background voices. If hops at the usual level contain speech, somebody else is
 * speaking; only then must the visitor's voice stand out from that level. Other speakers are assumed until the first
 * pause.
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

/** The minimum power of the last 8 s. */
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
