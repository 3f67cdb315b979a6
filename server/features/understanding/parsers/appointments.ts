/** What a time that is named in a sentence is for: an appointment, or anything else that is told. */
import { contentWords } from '../../../platform/text/words.ts';
import { singularDays, TIME } from './dates.ts';

const EACH_TIME = new RegExp(TIME.source, 'gi');

/** Words that go with a suitable time. */
const SUITING = `mornings? afternoons? evenings? nights? noon midday lunch lunchtime early earlier late later
  latest earliest quarter half past sharp next mon tues? wed thurs? fri sat sun better best fine good great perfect
  ideal free available works? suits? prefer preferably instead rather sorry possible`;
const EACH_SUITING = new RegExp(`\\b(?:${SUITING.split(/\s+/).join('|')})\\b`, 'gi');

/** Everyday words of a statement: 'we need it by December', 'I was there on Friday'. */
const STATED = `need want like know think tell said have has had get got getting go going gone was were been did done
  doing`;
const STATING = new RegExp(`\\b(?:${STATED.split(/\s+/).join('|')})\\b`, 'i');

/** Whether words name a day or an hour. */
export const namesTime = (words: string): boolean => TIME.test(singularDays(words));

/** Whether a sentence, or a part of it between two punctuation marks, consists only of a time. */
export function bareness(sentence: string): 'whole' | 'part' | null {
  const bare = sentence.split(/[,;:–—]/).map((part) => ({ timed: namesTime(part), alone: isAlone(part) }));
  if (bare.every(({ alone }) => alone)) return 'whole';
  return bare.some(({ timed, alone }) => timed && alone) ? 'part' : null;
}

const isAlone = (words: string): boolean =>
  !STATING.test(words) &&
  contentWords(singularDays(words).replace(EACH_TIME, ' ').replace(EACH_SUITING, ' ')).length === 0;

const OF_A_MEETING =
  /\b(?:call|ring|phone|reach|speak|talk|meet|suits?|convenient|free|available|good|below|work(?:s| best| for you))\b/i;

/** Whether words speak of calling, meeting, or of a time that suits. */
export const speaksOfMeeting = (words: string): boolean => OF_A_MEETING.test(words);

/** Words from which a sentence beside a bare time tells what the time is of. */
const TELLING_WORDS = 5;

/** Asks for a reason, not for a time: 'Why Thursday?', but 'Why don't we talk on Thursday?' */
const WHY = /^\W*(?:but |and |so )?why\b(?! (?:don'?t|not)\b)/i;

/**
 * Whether a sentence of an English line may name a time for an appointment: a question, one that speaks of meeting, or
 * one that is little else than the time. 'He plays jazz at four in the morning' is none; nor is 'Tuesday.' after 'Forty
 * of them were croissants that nobody bought', unless the twin has spoken of meeting.
 *
 * @param sentences of the line
 * @param at which of them
 * @param before what the twin said before it; null for nothing
 */
export function isAppointment(sentences: readonly string[], at: number, before: string | null): boolean {
  const sentence = sentences[at] ?? '';
  if (WHY.test(sentence)) return false;
  if (sentence.includes('?') || speaksOfMeeting(sentence)) return true;
  if (bareness(sentence) === null) return false;
  const others = sentences.filter((_, place) => place !== at);
  const tells = (other: string) => other.split(/\s+/).length >= TELLING_WORDS;
  return !others.some(tells) || [...others, before ?? ''].some(speaksOfMeeting);
}
