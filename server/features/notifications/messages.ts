import type { Page } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY, COMPLAINT_KEY, type Intent } from '@understudy/contract/leads';
import type { DeadLetter, MessageReason } from '@understudy/contract/settings';
import type { Pool } from 'pg';
import { type Deliveries, deliveriesOf } from '../../platform/database/deliveries.ts';

/** The message type for each reason. */
const TYPES = {
  score: 'lead.hot',
  call: 'lead.call_asked',
  complaint: 'lead.complaint',
  person_wanted: 'lead.person_wanted',
} as const;
/** The key of the action item that holds the request, by reason. */
const ITEMS: Readonly<Record<MessageReason, string | null>> = {
  score: null,
  call: CALL_REQUEST_KEY,
  complaint: COMPLAINT_KEY,
  person_wanted: COMPLAINT_KEY,
};

/** A conversation as sent to the webhook, including what was learned after the message was triggered. */
interface LeadMessage {
  type: (typeof TYPES)[MessageReason];
  /** The message's id, the same for every attempt. */
  id: string;
  session_id: string;
  lead_score: number;
  /** The visitor's intent; null while it is uncertain. */
  intent: Intent | null;
  /** Only present if the visitor gave them. */
  contact_name?: string;
  contact_email?: string;
  contact_phone?: string;
  company?: string;
  /** The reasons for the score. */
  reasons: string[];
  /** The action item of the request, with its title and the requested day, `2026-12-01`, or null. */
  action_item?: { title: string; due_date: string | null };
  /** The conversation's page in the dashboard; while somebody waits for a person there, the one on which to join. */
  url: string;
  /** When the message was triggered, in ISO 8601. */
  at: string;
}

/** A message as it is sent, and why. */
interface ReadMessage {
  reason: MessageReason;
  session_id: string;
  /** Whether a visitor wants a person, and does not complain: the message is of the same type for both. */
  wantsPerson: boolean;
  message: LeadMessage;
}

/** Reads a message; null if it was already delivered, or if the conversation is deleted or not kept. */
export async function readMessage(
  pool: Pool,
  id: string,
  pageOf: (sessionId: string) => string,
): Promise<ReadMessage | null> {
  const { rows } = await pool.query<{
    session_id: string;
    reason: MessageReason;
    lead_score: number;
    intent: Intent | null;
    company: string | null;
    contact_name: string | null;
    email: string | null;
    phone: string | null;
    reasons: string[] | null;
    items: { key: string; title: string; due_date: string | null; tags: string[] }[] | null;
    created_at: Date;
    ended: boolean;
  }>(
    `SELECT m.session_id, m.reason, m.lead_score, s.contact_name, s.email, s.phone, m.created_at,
       s.ended_at IS NOT NULL AS ended,
       e.reasons, e.company, coalesce(s.final_intent, e.intent) AS intent,
       (SELECT jsonb_agg(jsonb_build_object('key', a.key, 'title', a.title, 'due_date', a.due_date,
          'tags', a.tags)) FROM action_items a
        WHERE a.session_id = s.id AND a.key LIKE 'request:%') AS items
     FROM webhook_messages m JOIN sessions s ON s.id = m.session_id
       LEFT JOIN LATERAL (SELECT reasons, company, intent FROM extracts
                          WHERE session_id = s.id ORDER BY id DESC LIMIT 1) e ON true
     WHERE m.id = $1 AND m.delivered_at IS NULL AND s.consent`,
    [id],
  );
  const row = rows[0];
  if (!row) return null;
  const item = row.items?.find(({ key }) => key === ITEMS[row.reason]);
  const wantsPerson = row.reason === 'complaint' && item?.tags.includes('person') === true;
  const isWaiting = !row.ended && (wantsPerson || row.reason === 'person_wanted');
  const message: LeadMessage = {
    type: TYPES[row.reason],
    id,
    session_id: row.session_id,
    lead_score: row.lead_score,
    intent: row.intent,
    ...(row.contact_name ? { contact_name: row.contact_name } : {}),
    ...(row.email ? { contact_email: row.email } : {}),
    ...(row.phone ? { contact_phone: row.phone } : {}),
    ...(row.company ? { company: row.company } : {}),
    reasons: row.reasons ?? [],
    ...(item ? { action_item: { title: item.title, due_date: item.due_date } } : {}),
    url: `${pageOf(row.session_id)}${isWaiting ? '#live' : ''}`,
    at: row.created_at.toISOString(),
  };
  return { reason: row.reason, session_id: row.session_id, wantsPerson, message };
}

/**
 * Requests a message for each of these reasons, whatever the score; once per conversation and reason.
 *
 * @param job the name of the job that sends it, keyed by the message's id
 */
export async function queueMessages(
  pool: Pool,
  sessionId: string,
  reasons: readonly MessageReason[],
  job: string,
): Promise<void> {
  await pool.query(
    `WITH m AS (
       INSERT INTO webhook_messages (session_id, reason, threshold, lead_score)
       SELECT s.id, r, 0, s.lead_score FROM sessions s, unnest($2::text[]) AS r WHERE s.id = $1 AND s.consent
       ON CONFLICT DO NOTHING RETURNING id
     ) INSERT INTO job_requests (name, key) SELECT $3, m.id::text FROM m`,
    [sessionId, reasons, job],
  );
}

/** How messages are marked as delivered, given up and sent again. */
export const messageDeliveries = (pool: Pool): Deliveries =>
  deliveriesOf(pool, 'webhook_messages', {
    run: 'webhook',
    mayClaim: 'EXISTS (SELECT FROM sessions s WHERE s.id = m.session_id AND s.consent)',
  });

/**
 * A page of dead letters, newest first.
 *
 * @param after the id of the last one on the previous page; null for the first
 */
export async function listDeadLetters(pool: Pool, after: string | null, limit: number): Promise<Page<DeadLetter>> {
  const { rows } = await pool.query<
    Omit<DeadLetter, 'created_at' | 'gave_up_at'> & Record<'created_at' | 'gave_up_at', Date>
  >(
    `SELECT m.id, m.session_id, m.reason, m.lead_score, s.contact_name, m.created_at, m.gave_up_at, m.attempts,
       coalesce(m.problem, '') AS problem
     FROM webhook_messages m JOIN sessions s ON s.id = m.session_id
     WHERE m.gave_up_at IS NOT NULL AND s.consent AND ($1::uuid IS NULL OR m.id < $1)
     ORDER BY m.id DESC LIMIT $2`,
    [after, limit + 1],
  );
  const items = rows.slice(0, limit).map(({ created_at, gave_up_at, ...letter }) => ({
    ...letter,
    created_at: created_at.toISOString(),
    gave_up_at: gave_up_at.toISOString(),
  }));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
