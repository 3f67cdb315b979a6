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

/** Why a password is guessable. */
export type GuessableReason = 'common' | 'row' | 'repeat' | 'sequence' | 'year' | 'date' | 'known' | 'words';

/** Reasons by the library's names for what it found. */
const REASONS: Record<string, GuessableReason> = {
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  pwned: 'common',
  straightRow: 'row',
  keyPattern: 'row',
  simpleRepeat: 'repeat',
  extendedRepeat: 'repeat',
  sequences: 'sequence',
  recentYears: 'year',
  dates: 'date',
  userInputs: 'known',
};
const SENTENCES: Record<GuessableReason, string> = {
  common: 'It is too similar to a common password.',
  row: 'It follows the keys of a keyboard.',
  repeat: 'It repeats itself.',
  sequence: 'It counts up or down, or follows the alphabet.',
  year: 'It is little more than a year.',
  date: 'It is little more than a date.',
  known: 'It is little more than your address or the name of this page.',
  words: 'It consists of words, names or numbers that many people use.',
};

/**
 * Why a password is guessable; null if it is not.
 * @param known what an attacker knows anyway: the address, names
 */
export function guessableReason(password: string, known: readonly string[]): GuessableReason | null {
  const parts = known.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const { score, feedback } = estimator.check(password.normalize('NFKC'), ['understudy', ...parts]);
  if (score >= GOOD_SCORE) return null;
  return REASONS[feedback.warning ?? ''] ?? 'words';
}

/** The same as an English sentence that begins with 'It'. */
export function whyGuessable(password: string, known: readonly string[]): string | null {
  const reason = guessableReason(password, known);
  return reason && SENTENCES[reason];
}
