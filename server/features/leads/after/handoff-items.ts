import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import { dayIn } from '../../understanding/parsers/day.ts';
import type { CallForm } from '../call-form.ts';
import type { LeadFacts } from '../facts.ts';
import { A_CALL } from '../request-words.ts';
import type { CallRequest, Complaint, HandoffRequests } from '../requests/handoff-requests.ts';
import type { ActionItem } from './action-item.ts';
import { quoted } from './quoted.ts';
import { isFormRefused } from './retractions.ts';

/** A call that a visitor wants, however they asked for it. */
export interface HandoffCall {
  /** When it would suit, or that they want it, in their own words. */
  wish: string;
  /** The day that was understood, `2026-12-01`; null where none was named. */
  due_date: string | null;
  /** The address of the form; null where they asked in words. */
  email: string | null;
  /** The line in which they asked; null for the form. */
  seq: number | null;
}

/** When and where lines were said. */
export interface LineTimes {
  /** When a line was said. */
  at(seq: number): Date;
  /** IANA name of the time zone in which the consultant's days begin and end. */
  zone: string;
}

/**
 * The call that stands: a day that was named behind the form's counts more than the form, and so does a refusal.
 *
 * @param typed what was typed into the form
 */
export async function handoffCallOf(
  requests: HandoffRequests,
  typed: CallForm | null,
  phone: string | null,
  said: LineTimes,
): Promise<HandoffCall | null> {
  const { call } = requests;
  const form = isFormRefused(requests, typed) ? null : typed;
  if (!call) return form && { wish: form.wished_time, due_date: form.due_date, email: form.email, seq: null };
  const inWords = {
    wish: wordsOf(call),
    due_date: await dayOf(call, phone, said),
    email: form?.email ?? null,
    seq: call.seq,
  };
  if (!form) return inWords;
  const isNewer = call.seq > form.after && inWords.due_date !== null;
  return isNewer ? inWords : { wish: form.wished_time, due_date: form.due_date, email: form.email, seq: null };
}

function wordsOf({ words, time }: CallRequest): string {
  if (!time) return words;
  return time.words.includes(words) ? time.words : `${words.replace(/ …$/, '')} … ${time.words}`;
}

/** The day of a wish. A telephone number in it is no date. */
async function dayOf({ time }: CallRequest, phone: string | null, { at, zone }: LineTimes) {
  if (!time) return null;
  const words = phone ? time.words.replaceAll(phone, ' ') : time.words;
  return dayIn(words.replace(/\+?\d(?:[ ()./-]{0,2}\d){8,}/g, ' '), at(time.seq), zone);
}

/** Who is to be called or answered, as far as it is known. */
export interface Reach {
  name: string | null;
  phone: string | null;
  email: string | null;
}

export const reachOf = ({ entities, phone }: LeadFacts): Reach => ({
  name: entities.person_name?.value ?? null,
  phone: phone?.value ?? null,
  email: entities.contact_email?.value ?? null,
});

/** Whether no call stands and one was refused or taken back: then they are written to. */
export const wantsNoCall = ({ requests, call }: { requests: HandoffRequests; call: HandoffCall | null }): boolean =>
  requests.refused !== null && call === null;

/** What is known of who wants no call, without what it would need: neither number nor wish is named to the owner. */
export function withoutCall(facts: LeadFacts): LeadFacts {
  return { ...facts, phone: null, request: facts.request?.value === A_CALL ? null : facts.request };
}

/** The call as something to be done; its number stands in the title where one was told. */
export function callItem(call: HandoffCall, reach: Reach, priority: ActionItem['priority']): ActionItem {
  const email = call.email ?? reach.email;
  const whom = reach.name ?? email ?? 'the visitor';
  const asked = call.seq === null ? 'The visitor asked for a call, at this time' : 'The visitor asked for a call';
  const how = reach.phone
    ? `Number: ${reach.phone}.${email ? ` Address: ${email}.` : ''}`
    : email
      ? `No number was left; write to ${email}.`
      : 'Neither a number nor an address was left.';
  const title = reach.phone
    ? reach.name
      ? `Call ${reach.name} on ${reach.phone}`
      : `Call ${reach.phone}`
    : `Call ${whom}`;
  return {
    key: CALL_REQUEST_KEY,
    title: title.slice(0, 160).toWellFormed(),
    description: `${asked}: ${quoted(call.wish)}. ${how}`,
    priority,
    owner: 'you',
    category: 'sales',
    tags: ['call', 'asked for'],
    due_date: call.due_date,
    seq: call.seq,
  };
}

/**
 * What went wrong, or the wish for a person, as something to be done.
 *
 * @param due the day on which it is to be answered, `2026-12-01`; null for none
 */
export function complaintItem(
  complaint: Complaint,
  reach: Reach,
  priority: ActionItem['priority'],
  due: string | null,
): ActionItem {
  const complains = complaint.kind === 'complaint';
  const at = [reach.phone, reach.email].filter((one) => one !== null).join(' or ');
  return {
    key: COMPLAINT_KEY,
    title: `${complains ? 'Answer the complaint' : 'Answer in person'}: ${quoted(complaint.words, 100)}`,
    description:
      `${reach.name ?? 'The visitor'} ${complains ? 'complained' : 'asked for a person'}: ` +
      `${quoted(complaint.words)}. ${at ? `Reach them at ${at}.` : 'No address was left.'}`,
    priority,
    owner: 'you',
    category: 'support',
    tags: [complains ? 'complaint' : 'person', 'asked for'],
    due_date: due,
    seq: complaint.seq,
  };
}
