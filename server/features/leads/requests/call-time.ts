/** Finds the words after a call request that say when it would suit; other dates do not concern the call. */

import { contentWords } from '../../../platform/text/words.ts';
import { type Sentence, sentencesOf, singularDays, TIME, type Understanding } from '../../understanding/index.ts';

const EACH_TIME = new RegExp(TIME.source, 'gi');
/** Maximum number of words in a line that answers the twin's question for a time. */
const ANSWER_WORDS = 12;
/**
 * Minimum probability of naming an appointment for a line that says more than a time: 'mondays only, I'm on the road'
 * is at 0.3, 'On Monday, I told everyone' at 0.
 */
const LIKELY_SLOT = 0.15;

/** Words that go with a suitable time. */
const SUITING = `mornings? afternoons? evenings? nights? noon midday lunch lunchtime early earlier late later
  latest earliest quarter half past sharp next mon tues? wed thurs? fri sat sun better best fine good great perfect
  ideal free available works? suits? prefer preferably instead rather sorry possible`;
const EACH_SUITING = new RegExp(`\\b(?:${SUITING.split(/\s+/).join('|')})\\b`, 'gi');

/** Everyday words of a statement: 'we need it by December', 'I was there on Friday'. */
const STATED = `need want like know think tell said have has had get got getting go going gone was were been did done
  doing`;
const STATING = new RegExp(`\\b(?:${STATED.split(/\s+/).join('|')})\\b`, 'i');

export const namesTime = (words: string): boolean => TIME.test(singularDays(words));

/**
 * The sentences after a call request that say when it would suit: those that ask for an appointment, or are little else
 * than a time ('Thursday after three', 'make it Friday'). Right after the twin asked for a time, any short line that
 * names one counts as a whole; after the twin asked when something else will be, a bare time does not count.
 */
export function callTimeIn({ text, sentences, context, probabilities }: Understanding): string | null {
  const timed = sentences.filter((sentence) => namesTime(sentence.text));
  if (timed.length === 0) return null;
  const asked = timeAskedIn(context.before);
  const isOwn = (sentence: Sentence) => {
    const bare = bareness(sentence.text);
    if (bare === 'whole') return asked !== 'other';
    return sentence.requests.has('slot') || (bare === 'part' && probabilities.slot >= LIKELY_SLOT);
  };
  const own = timed.filter(isOwn);
  if (own.length > 0) return own.map((sentence) => sentence.text).join(' ');
  return asked === 'call' && text.trim().split(/\s+/, ANSWER_WORDS + 1).length <= ANSWER_WORDS ? text : null;
}

/** Whether a sentence, or a part of it between two punctuation marks, consists only of a time. */
function bareness(sentence: string): 'whole' | 'part' | null {
  const bare = sentence.split(/[,;:–—]/).map((part) => ({ timed: namesTime(part), alone: isAlone(part) }));
  if (bare.every(({ alone }) => alone)) return 'whole';
  return bare.some(({ timed, alone }) => timed && alone) ? 'part' : null;
}

const isAlone = (words: string): boolean =>
  !STATING.test(words) &&
  contentWords(singularDays(words).replace(EACH_TIME, ' ').replace(EACH_SUITING, ' ')).length === 0;

const ASKS = /\?|\b(?:leave|tell|give|pick|choose|name)\b/i;
const WHEN = /\b(?:when|(?:what|which|best|good|a|any) (?:time|day|hour))\b/i;
const OF_A_CALL =
  /\b(?:call|ring|phone|reach|speak|talk|meet|suits?|convenient|free|available|good|below|work(?:s| best| for you))\b/i;
/** Maximum number of words in a question that asks only for a time: 'When?', 'And which day?' */
const MERE_WORDS = 3;

/** Whether the twin asked for the time of a call or of something else; its last such question counts. */
function timeAskedIn(before: string | null): 'call' | 'other' | null {
  const question = sentencesOf(before ?? '')
    .map(({ text }) => text)
    .findLast((text) => ASKS.test(text) && WHEN.test(text));
  if (question === undefined) return null;
  return OF_A_CALL.test(question) || question.split(/\s+/).length <= MERE_WORDS ? 'call' : 'other';
}
