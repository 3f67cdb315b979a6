import { fixedSentence } from '@understudy/contract/fixed-sentences';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { PoolClient } from 'pg';
import { WITHDRAWN } from '../../../platform/database/standing-call.ts';
import { dayIn } from '../../understanding/index.ts';
import { A_CALL, type CallForm, type LeadFacts } from '../facts.ts';
import type { CallRequest, Complaint, HandoffRequests } from '../requests/handoff-requests.ts';
import { ASKED_FOR } from '../requests/request-items.ts';
import { type ActionItem, eitherOf, type Reach, reachSentence } from './action-item.ts';
import type { Earlier } from './earlier.ts';
import { quoted } from './open-questions.ts';
import { WRITE_KEY } from './written-to.ts';

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

/** When lines were said. */
interface LineTimes {
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
  const asked = fixedSentence(call.seq === null ? 'call_form' : 'call_words', { quote: quoted(call.wish) });
  const how = reach.phone
    ? [fixedSentence('number', { phone: reach.phone }), email && fixedSentence('address', { email })]
    : [email ? fixedSentence('no_number', { email }) : fixedSentence('nothing_left')];
  const title =
    reach.phone && reach.name
      ? fixedSentence('call_on', { who: reach.name, phone: reach.phone })
      : fixedSentence('call', { who: reach.phone ?? whom });
  return {
    key: CALL_REQUEST_KEY,
    title: title.slice(0, 160).toWellFormed(),
    description: [asked, ...how].filter(Boolean).join(' '),
    priority,
    owner: 'you',
    category: 'sales',
    tags: ['call', ASKED_FOR],
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
  return {
    key: COMPLAINT_KEY,
    title: `${fixedSentence(complains ? 'answer_complaint' : 'answer_person')}: ${quoted(complaint.words, 100)}`,
    description: `${fixedSentence(complains ? 'complained' : 'asked_person', {
      who: reach.name ?? 'The visitor',
      quote: quoted(complaint.words),
    })} ${reachSentence(eitherOf(reach.phone, reach.email))}`,
    priority,
    owner: 'you',
    category: 'support',
    tags: [complains ? 'complaint' : 'person', ASKED_FOR],
    due_date: due,
    seq: complaint.seq,
  };
}

/** The requests to a person that a conversation retracts, made in it or earlier. */
export interface Retractions {
  /** A call is no longer wanted. */
  call: boolean;
  /** The form of this or an earlier conversation was refused after it was sent. */
  form: boolean;
  /** The complaint is settled. */
  complaint: boolean;
}

export const NO_RETRACTIONS: Retractions = { call: false, form: false, complaint: false };

/** Whether a call requested by form was refused in words afterwards. */
export const isFormRefused = ({ refused }: HandoffRequests, form: CallForm | null): boolean =>
  refused !== null && refused > (form?.after ?? -1);

/** @param form what was typed into this conversation's own call form */
export const retractionsOf = (requests: HandoffRequests, form: CallForm | null): Retractions => ({
  call: requests.call === null && isFormRefused(requests, form),
  form: isFormRefused(requests, form),
  complaint: requests.settled !== null,
});

/** What was known before, without what is now retracted. */
export function withoutRetracted(earlier: Earlier | null, { call, complaint }: Retractions): Earlier | null {
  const gone = new Set([...(call ? [CALL_REQUEST_KEY] : []), ...(complaint ? [COMPLAINT_KEY] : [])]);
  return earlier && { ...earlier, items: earlier.items.filter(({ key }) => !gone.has(key)) };
}

/** SQL: earlier conversations of the visitor of session `s`. */
const EARLIER = 'o.visitor_id = s.visitor_id AND o.started_at < s.started_at AND o.ended_at IS NOT NULL';

/** SQL: deletes an open item, and messages about it that were not sent yet; a new request creates new ones. */
const WITHDRAW = `WITH gone AS (
    DELETE FROM action_items a USING sessions s
    WHERE s.id = $1 AND a.key = $2 AND a.status = 'open' AND (a.session_id = s.id OR $4 AND a.visitor_id = s.visitor_id
      AND (a.session_id IS NULL OR a.session_id IN (SELECT o.id FROM sessions o WHERE ${EARLIER})))
    RETURNING a.session_id
  ), told AS (
    -- The summary of an earlier conversation still says to call them.
    UPDATE summaries y SET executive_summary = y.executive_summary || E'\\n${fixedSentence('since_then')}'
    FROM gone WHERE y.session_id = gone.session_id AND y.session_id <> $1 AND $3 = 'call'
  )
  DELETE FROM webhook_messages m USING gone
  WHERE m.session_id = gone.session_id AND m.reason = $3 AND m.delivered_at IS NULL`;

/** The tag of items that exist because visitors said that they have work to give. */
export const INTEREST = 'interest';

/** SQL: deletes such items that an earlier intent created, or that were created before the visitor lost interest. */
const WITHDRAW_INTEREST = `DELETE FROM action_items
  WHERE session_id = $1 AND status = 'open' AND $2 = ANY (tags) AND NOT key = ANY ($3)`;

/** SQL: marks the call forms of this and earlier conversations as refused. */
const REFUSE_FORMS = `UPDATE sessions o SET call_request = o.call_request || '{"${WITHDRAWN}": true}'
  FROM sessions s WHERE s.id = $1 AND o.call_request IS NOT NULL AND NOT o.call_request ? '${WITHDRAWN}'
    AND (o.id = s.id OR ${EARLIER})`;

/** Items with their reason of a message. */
const REASONS = [
  [CALL_REQUEST_KEY, 'call'],
  [COMPLAINT_KEY, 'complaint'],
] as const;

/** SQL: deletes the item to write instead of calling, which is obsolete once a call is requested again. */
const WITHDRAW_WRITING = `DELETE FROM action_items WHERE session_id = $1 AND key = '${WRITE_KEY}' AND status = 'open'`;

/**
 * Deletes items that are no longer asked for; items the owner has ticked off stay. The caller must hold the lock on the
 * session's row.
 *
 * @param items what the conversation currently asks for
 */
export async function withdraw(
  client: PoolClient,
  sessionId: string,
  items: readonly Pick<ActionItem, 'key'>[],
  retractions: Retractions,
): Promise<void> {
  for (const [key, reason] of REASONS) {
    if (items.some((item) => item.key === key)) continue;
    await client.query(WITHDRAW, [sessionId, key, reason, retractions[reason]]);
  }
  if (!items.some(({ key }) => key === WRITE_KEY)) await client.query(WITHDRAW_WRITING, [sessionId]);
  await client.query(WITHDRAW_INTEREST, [sessionId, INTEREST, items.map(({ key }) => key)]);
  if (retractions.form) await client.query(REFUSE_FORMS, [sessionId]);
  else
    await client.query(
      `UPDATE sessions SET call_request = call_request - '${WITHDRAWN}' WHERE id = $1
        AND call_request ? '${WITHDRAWN}'`,
      [sessionId],
    );
}
