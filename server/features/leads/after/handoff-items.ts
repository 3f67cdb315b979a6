import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import { dayIn } from '../../understanding/index.ts';
import type { CallForm } from '../call-form.ts';
import type { LeadFacts } from '../facts.ts';
import { A_CALL } from '../request-words.ts';
import type { CallRequest, Complaint, HandoffRequests } from '../requests/handoff-requests.ts';
import type { ActionItem } from './action-item.ts';
import { quoted } from './quoted.ts';
import { isFormRefused } from './retractions.ts';

/** A call that a visitor wants, requested by form or in words. */
export interface HandoffCall {
  /** In the visitor's own words: when it would suit, or that they want it. */
  wish: string;
  /** The day that was understood, `2026-12-01`; null when none was named. */
  due_date: string | null;
  /** The address from the form; null when they asked in words. */
  email: string | null;
  /** The line with the request; null for the form. */
  seq: number | null;
}

export interface LineTimes {
  at(seq: number): Date;
  /** IANA name of the time zone that bounds the consultant's days. */
  zone: string;
}

/**
 * The standing call request. A day named after the form was sent overrides the form, and so does a refusal.
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

/** The day of a wish. A telephone number in it is not a date. */
async function dayOf({ time }: CallRequest, phone: string | null, { at, zone }: LineTimes) {
  if (!time) return null;
  const words = phone ? time.words.replaceAll(phone, ' ') : time.words;
  return dayIn(words.replace(/\+?\d(?:[ ()./-]{0,2}\d){8,}/g, ' '), at(time.seq), zone);
}

/** Whom to call or answer, as far as it is known. */
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

/** Whether a call was refused or taken back and none stands: write to the visitor instead. */
export const wantsNoCall = ({ requests, call }: { requests: HandoffRequests; call: HandoffCall | null }): boolean =>
  requests.refused !== null && call === null;

/** The facts without phone number and call request, so that the owner sees neither when the visitor wants no call. */
export function withoutCall(facts: LeadFacts): LeadFacts {
  return { ...facts, phone: null, request: facts.request?.value === A_CALL ? null : facts.request };
}

/** The action item for a call; its title includes the phone number when it is known. */
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
 * The action item for a complaint or for a request to talk to a person.
 *
 * @param due the due date, `2026-12-01`; null for none
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
