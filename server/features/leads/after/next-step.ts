import { fixedSentence, fixedValue } from '@understudy/contract/fixed-sentences';
import { tierOf } from '@understudy/contract/leads';
import { dayWords } from '../../../platform/text/moment-words.ts';
import { capital } from '../../../platform/text/wording.ts';
import type { LeadFacts } from '../facts.ts';
import { eitherOf, type Reach } from './action-item.ts';
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
  const at = eitherOf(phone, email);
  if (requests.complaint) return answerStep(requests.complaint.kind === 'complaint' ? 'complaint' : 'person', call, at);
  if (call && call.seq !== null && facts.disqualified) return fixedSentence('no_lead_call');
  if (call) return callStep(call, reach, facts.disqualified ? fixedValue('lead_none') : leadOf(score));
  const deed = presses?.deed ?? '';
  if (facts.disqualified) return fixedSentence(presses ? 'no_lead_presses' : 'no_lead', { deed });
  if (looksIn && calledOff) return email ? fixedSentence('off_write', { email }) : fixedSentence('off_nowhere');
  if (looksIn && earlier && !looksIn.news) return fixedSentence(presses ? 'presses' : 'nothing_new', { deed });
  if (looksIn && earlier) return at ? fixedSentence('waits', { at }) : fixedSentence('waits_nowhere');
  const tier = tierOf(score);
  if (tier === 'cold' && !at) return fixedSentence(presses ? 'cold_presses' : 'cold', { deed });
  if (tier === 'cold') return fixedSentence(presses ? 'cold_left_presses' : 'cold_left', { at: at ?? '', deed });
  const lead = capital(leadOf(score));
  if (wantsNoCall({ requests, call })) {
    if (!email) return fixedSentence('lead_no_call', { lead });
    return fixedSentence(tier === 'hot' ? 'lead_write_today' : 'lead_write', { lead, email });
  }
  if (!at) return fixedSentence('lead_nowhere', { lead });
  if (tier === 'hot') return fixedSentence('lead_today', { lead, at });
  if (!email) return fixedSentence('lead_call', { lead, phone: phone ?? '' });
  return phone
    ? fixedSentence('lead_write_or_call', { lead, email, phone })
    : fixedSentence('lead_mail', { lead, email });
}

const leadOf = (score: number): string => fixedValue(`lead_${tierOf(score)}`, { n: score });

function answerStep(what: 'complaint' | 'person', call: HandoffCall | null, at: string | null): string {
  if (!at) return fixedSentence(`${what}_back`);
  if (!call) return fixedSentence(`${what}_yourself`, { at });
  const day = dayOf(call);
  return fixedSentence(day ? `${what}_call_on` : `${what}_call`, { at, day });
}

function callStep(call: HandoffCall, { phone, email }: Reach, lead: string): string {
  const day = dayOf(call);
  if (phone) return fixedSentence(day ? 'call_them_on' : 'call_them', { phone, day, lead });
  if (email) return fixedSentence(day ? 'call_mail_on' : 'call_mail', { email, day, lead });
  return fixedSentence(day ? 'call_nowhere_on' : 'call_nowhere', { day, lead });
}

/** 'Thursday 26 November', or the empty string. */
const dayOf = ({ due_date: due }: HandoffCall): string => (due ? dayWords(due, 'day', { language: 'en' }) : '');
