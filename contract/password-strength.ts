/**
 * Estimates whether a password can be guessed, by the same rule in the page and on the server. It loads dictionaries of
 * tens of megabytes once unpacked: import it only when a password is chosen.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** 'Very unguessable' (Wheeler, zxcvbn, USENIX Security 2016): 10^10 guesses and more. */
const GOOD_SCORE = 4;
/** Further characters cannot weaken a password, and the analysis takes quadratic time. */
const LOOKED_AT_CHARS = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT_CHARS });

const COMMON = 'It is much like one of the passwords that are tried first.';
const ROW = 'It follows the keys of a keyboard.';
const REPEAT = 'It repeats itself.';
/** Explanations by the library's names for what it found. */
const REASONS: Record<string, string> = {
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  similarToCommon: COMMON,
  pwned: COMMON,
  straightRow: ROW,
  keyPattern: ROW,
  simpleRepeat: REPEAT,
  extendedRepeat: REPEAT,
  sequences: 'It counts up or down, or follows the alphabet.',
  recentYears: 'It is little more than a year.',
  dates: 'It is little more than a date.',
  userInputs: 'It is little more than your address or the name of this page.',
};

/**
 * Why a password is guessable, in a sentence that begins with 'It'; null if it is not.
 * @param known what an attacker knows anyway: the address, names
 */
export function whyGuessable(password: string, known: readonly string[]): string | null {
  const parts = known.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const { score, feedback } = estimator.check(password.normalize('NFKC'), ['understudy', ...parts]);
  if (score >= GOOD_SCORE) return null;
  return REASONS[feedback.warning ?? ''] ?? 'It can be guessed from a few words, names or numbers that many use.';
}
