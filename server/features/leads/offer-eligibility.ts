import type { Understanding } from '../understanding/index.ts';

/** Whether a visitor may be offered the next step, or asked for more, now. Pure. */

/** What the visitor's newest lines mean for offers and questions. */
export interface OfferEligibility {
  /** The newest line's place; -1 before the first. */
  seq: number;
  lines: number;
  /** Lines since the last insult at the twin; null when there was none. */
  sinceInsult: number | null;
  /** Whether the newest line says goodbye. */
  leaves: boolean;
  /** Whether the newest line says that they want no more of it. */
  refuses: boolean;
}

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

/** Lines after an insult, including the insult, in which nothing is offered unasked. */
const CALM_LINES = 2;
/** Lines before which nothing is offered unasked: somebody who tells much at once wants an answer first. */
const FIRST_OFFER_LINES = 3;

/**
 * Whether the next step may be offered now: not before the first answer, not right after an insult, and not to somebody
 * who refuses it or says goodbye, except that a goodbye does not count when they asked for it or are worth it. What
 * they ask for in the same breath they get.
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
 * Whether the visitor may be asked for more about themselves: not right after an insult, nor while they refuse or
 * leave.
 */
export const mayAskMore = ({ sinceInsult, refuses, leaves }: OfferEligibility): boolean =>
  !refuses && !leaves && (sinceInsult === null || sinceInsult >= CALM_LINES);
