/** Whether a visitor may be offered the next step, or asked for more, now. Pure. */
import type { Understanding } from '../understanding/understanding.ts';

/** How the visitor's newest lines were meant, as far as it forbids to ask for more. */
export interface OfferEligibility {
  /** The newest line's place; -1 before the first. */
  seq: number;
  /** Lines so far. */
  lines: number;
  /** Lines since strong words fell at the twin; null when none did. */
  sinceInsult: number | null;
  /** The newest line takes leave, */
  leaves: boolean;
  /** or says that they want no more of it. */
  refuses: boolean;
}

/** Before the first line. */
export const INITIAL_ELIGIBILITY: OfferEligibility = {
  seq: -1,
  lines: 0,
  sinceInsult: null,
  leaves: false,
  refuses: false,
};

/** The eligibility after one more line. */
export function eligibilityAfter(
  { lines, sinceInsult }: OfferEligibility,
  { seq, understanding: { acts } }: { seq: number; understanding: Pick<Understanding, 'acts'> },
): OfferEligibility {
  return {
    seq,
    lines: lines + 1,
    sinceInsult: acts.has('insult') ? 0 : sinceInsult === null ? null : sinceInsult + 1,
    leaves: acts.has('bye'),
    refuses: acts.has('decline'),
  };
}

/** Lines behind an insult in which nothing is offered unasked, the insult's own among them. */
const CALM_LINES = 2;
/** Lines before which nothing is offered unasked: who tells much at once wants an answer first. */
const FIRST_OFFER_LINES = 3;

/**
 * Whether the next step may be offered now: not before anything was answered, not right behind an insult, nor to
 * whoever refuses it or, unless they asked for it or are worth it, takes leave. What they ask for in the same breath
 * they get.
 *
 * @param askedAt the place of the line in which they asked for it; null when they did not
 * @param worthIt whether the score alone is reason enough
 */
export function mayOffer(
  eligibility: OfferEligibility,
  { askedAt, worthIt }: { askedAt: number | null; worthIt: boolean },
): boolean {
  if (askedAt !== null && askedAt === eligibility.seq) return true;
  if (eligibility.sinceInsult !== null && eligibility.sinceInsult < CALM_LINES) return false;
  if (askedAt === null && eligibility.lines < FIRST_OFFER_LINES) return false;
  return !eligibility.refuses && (!eligibility.leaves || worthIt || askedAt !== null);
}

/**
 * Whether they may be asked for more about themselves: not right behind strong words, nor while they refuse or leave.
 */
export const mayAskMore = ({ sinceInsult, refuses, leaves }: OfferEligibility): boolean =>
  !refuses && !leaves && (sinceInsult === null || sinceInsult >= CALM_LINES);
