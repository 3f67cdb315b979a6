import { fixedSentence } from '@understudy/contract/fixed-sentences';
import { sentencesOf, signsIn } from '../../understanding/index.ts';
import type { QuotedLine, TimedLine } from '../lines.ts';
import type { HandoffRequests } from '../requests/handoff-requests.ts';
import { ASKED_FOR } from '../requests/request-items.ts';
import type { ActionItem, Reach } from './action-item.ts';
import { quoted } from './open-questions.ts';

/** The key of the item to write to a visitor who wants no call. */
export const WRITE_KEY = 'request:write';

/** Characters of a line that is quoted whole. */
const MAX_WHOLE_CHARS = 160;
/** The number of an unwanted call: nobody should use it. */
const NUMBER = /\+?\d(?:[ ()./-]{0,2}\d){6,}/g;
const IN_WRITING = /\b(?:e-?mail|mail|write|writing|text|message)\b/i;

/** The words of the last refusal of a call; null when there was none. */
export function refusalOf({ refused }: HandoffRequests, lines: readonly TimedLine[]): QuotedLine | null {
  const text =
    refused === null
      ? undefined
      : lines
          .find(({ seq }) => seq === refused)
          ?.text.trim()
          .replace(NUMBER, '…');
  if (refused === null || !text) return null;
  if (text.length <= MAX_WHOLE_CHARS) return { seq: refused, words: text };
  const refusing = sentencesOf(text).find((sentence) => signsIn(sentence.text).includes('refuses-call'));
  return { seq: refused, words: refusing?.text ?? text };
}

/**
 * The item to write instead of calling; null when they only refuse a call, or nothing shows that they want more.
 *
 * @param calledOff whether a call was requested before
 */
export function writeItem(refusal: QuotedLine | null, reach: Reach, calledOff: boolean): ActionItem | null {
  if (!refusal || !IN_WRITING.test(refusal.words) || !(calledOff || reach.email)) return null;
  const whom = reach.name ?? reach.email ?? 'the visitor';
  return {
    key: WRITE_KEY,
    title: `${fixedSentence('write', { who: whom })}: ${quoted(refusal.words, 100)}`.slice(0, 160).toWellFormed(),
    description: `${fixedSentence(calledOff ? 'no_call_more' : 'no_call', {
      who: reach.name ?? 'The visitor',
      quote: quoted(refusal.words),
    })} ${reach.email ? fixedSentence('write_to', { email: reach.email }) : fixedSentence('no_address')}`,
    priority: calledOff ? 'high' : 'medium',
    owner: 'you',
    category: 'follow-up',
    tags: ['no call', ASKED_FOR],
    due_date: null,
    seq: refusal.seq,
  };
}
