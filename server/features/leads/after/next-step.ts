import { tierOf } from '@understudy/contract/leads';
import type { LeadFacts } from '../facts.ts';
import type { Reach } from './action-item.ts';
import type { Handoff } from './action-items.ts';
import { type HandoffCall, wantsNoCall } from './handoff-items.ts';

/** A request that is urgent whatever the score. */
export interface Pressing {
  /** 'delete what is kept' */
  deed: string;
}

/**
 * The next step in one sentence: whom to call, answer or write to, when and where.
 *
 * @param looksIn whether a returning visitor who only looked in asks for news; null for everybody else
 * @param presses their other high-priority request; null for none
 */
export function nextStep(
  facts: LeadFacts,
  score: number,
  reach: Reach,
  { requests, call, earlier, calledOff }: Handoff,
  looksIn: { news: boolean } | null = null,
  presses: Pressing | null = null,
): string {
  const { phone, email } = reach;
  const both = [phone, email].filter((one) => one !== null).join(' or ');
  if (requests.complaint) {
    const answer = requests.complaint.kind === 'complaint' ? 'Answer the complaint yourself' : 'Answer them yourself';
    return both
      ? `${answer}${call ? `, by a call${on(call)}` : ''}: ${both}.`
      : `${answer} when they are back: they left no address.`;
  }
  if (call && call.seq !== null && facts.disqualified) return 'This is no lead, though they asked for a call.';
  if (call) return callStep(call, reach, standing(facts, score));
  const but = presses ? `, but one thing presses: ${presses.deed}.` : '.';
  if (facts.disqualified) return `This is no lead${but}`;
  if (looksIn && calledOff)
    return email
      ? `They want no call any more: write to ${email}.`
      : 'They want no call any more, and left no address to write to.';
  if (looksIn && earlier && !looksIn.news)
    return presses ? `One thing presses: ${presses.deed}.` : 'Nothing new is to be done.';
  if (looksIn && earlier)
    return both ? `They wait for an answer: ${both}.` : 'They wait for an answer and left no address.';
  const tier = tierOf(score);
  if (tier === 'cold' && !both) return presses ? `A cold lead${but}` : 'A cold lead: nothing presses.';
  if (tier === 'cold') return `A cold lead; ${both} was left all the same${but}`;
  if (wantsNoCall({ requests, call }))
    return email
      ? `A ${tier} lead (${score} of 100): write${tier === 'hot' ? ' today' : ''} to ${email}; they want no call.`
      : `A ${tier} lead (${score} of 100) who wants no call and left no address to write to.`;
  if (!both) return `A ${tier} lead (${score} of 100) who left no address.`;
  if (tier === 'hot') return `A hot lead (${score} of 100): answer today, at ${both}.`;
  return (
    `A warm lead (${score} of 100): ` +
    `${email ? `write to ${email}${phone ? ` or call ${phone}` : ''}` : `call ${phone}`}.`
  );
}

const standing = (facts: LeadFacts, score: number): string =>
  facts.disqualified ? 'this is no lead' : `a ${tierOf(score)} lead (${score} of 100)`;

function callStep(call: HandoffCall, { phone, email }: Reach, lead: string): string {
  if (phone) return `Call them at ${phone}${on(call)}: ${lead}.`;
  if (email) return `Call them${on(call)}: ${lead} who left no number, so write to ${email} for it.`;
  return `They want a call${on(call)} and left neither a number nor an address: ${lead}.`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** ' on Thursday 26 November', or the empty string. */
const on = ({ due_date: due }: HandoffCall): string => (due ? ` on ${DAY.format(new Date(`${due}T12:00:00Z`))}` : '');
