import { CALL_REQUEST_KEY, COMPLAINT_KEY, type Extract, type RequestedCall } from '@understudy/contract/leads';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, requestJob } from '../../../platform/database/transaction.ts';
import type { TimedLine } from '../lines.ts';
import { IN_READING_WINDOW } from '../lines.ts';
import { samePerson } from '../same-person.ts';
import type { ActionItem } from './action-item.ts';
import { MADE_BEFORE } from './earlier.ts';
import { callItem, type Retractions, withdraw } from './handoff-items.ts';
import type { Summary } from './summary.ts';

/** A stored conversation that has ended. */
export interface EndedSession {
  visitorId: string;
  /** How often messages of it were erased. */
  erasures: number;
  lines: (TimedLine & { turnId: string })[];
  /** Ids of the passages used in answers, oldest first, each with its turn. */
  knowledge: { turnId: string; id: string }[];
}

/** Reads an ended conversation. Null when it is not kept, is gone, still runs, or already has a summary. */
export async function readEndedSession(pool: Pool, sessionId: string): Promise<EndedSession | null> {
  const { rows } = await pool.query<{ visitor_id: string; erasures: number }>(
    `SELECT visitor_id, erasures FROM sessions WHERE id = $1 AND consent AND ended_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM summaries WHERE session_id = $1)`,
    [sessionId],
  );
  const [session] = rows;
  if (!session) return null;
  const { visitor_id: visitorId, erasures } = session;
  return { visitorId, erasures, ...(await readConversation(pool, sessionId)) };
}

/** Whether a conversation already has its final summary; false when it is gone. */
export async function isSummedUp(pool: Pool, sessionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM summaries WHERE session_id = $1', [sessionId]);
  return rowCount === 1;
}

/** Reads a conversation's lines ({@link IN_READING_WINDOW}) and the passages used, whether it runs or has ended. */
export async function readConversation(
  pool: Pool,
  sessionId: string,
): Promise<Omit<EndedSession, 'visitorId' | 'erasures'>> {
  const said = await pool.query<{
    seq: number;
    turn_id: string;
    speaker: TimedLine['speaker'];
    text: string;
    ts: Date;
  }>(
    `SELECT seq, turn_id, speaker, text, ts FROM utterances
     WHERE session_id = $1 AND ${IN_READING_WINDOW} ORDER BY seq`,
    [sessionId],
  );
  const used = await pool.query<{ turn_id: string; id: string }>(
    `SELECT turn_id, id FROM turns, unnest(knowledge) WITH ORDINALITY AS k(id, n)
     WHERE session_id = $1 AND kind = 'message' ORDER BY turns.created_at, turn_id, n`,
    [sessionId],
  );
  return {
    lines: said.rows.map(({ turn_id: turnId, ts: at, ...line }) => ({ ...line, turnId, at })),
    knowledge: used.rows.map(({ turn_id: turnId, id }) => ({ turnId, id })),
  };
}

/** What a conversation came to. */
interface Outcome {
  /** How often messages had been erased when the conversation was read. */
  erasures: number;
  extract: Extract;
  summary: Summary;
  /** The author of the summary: `embedded`, or a model's id. */
  writer: string;
  items: readonly ActionItem[];
  retractions: Retractions;
}

/** Namespace of the advisory locks on addresses. */
const LEAD_LOCK = 1_918_273;

/**
 * Saves the outcome of a conversation in one transaction. Only the first call has an effect, and none if messages were
 * erased since the conversation was read.
 */
export async function saveOutcome(
  pool: Pool,
  sessionId: string,
  { erasures, extract, summary, writer, items, retractions }: Outcome,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
       SELECT id, $2, $3::jsonb, $4, $5, $6, $7 FROM sessions WHERE id = $1 AND consent AND erasures = $8
       FOR NO KEY UPDATE ON CONFLICT DO NOTHING`,
      [
        sessionId,
        summary.executive_summary,
        JSON.stringify(summary.action_items),
        summary.topics,
        summary.open_questions,
        summary.sentiment,
        writer,
        erasures,
      ],
    );
    if (rowCount === 0) return;
    await client.query('UPDATE sessions SET final_intent = $2 WHERE id = $1', [sessionId, extract.intent]);
    // Visitors with the same address, or whom the owner merged, are one lead: a conversation of theirs that ends at the
    // same time waits and then sees the items of this one.
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext(lower(email))) FROM sessions WHERE id = $2', [
      LEAD_LOCK,
      sessionId,
    ]);
    await client.query(
      `SELECT pg_advisory_xact_lock($1, hashtext(min(visitor_id::text)))
       FROM (${samePerson('SELECT visitor_id FROM sessions WHERE id = $2')}) AS p`,
      [LEAD_LOCK, sessionId],
    );
    await client.query(UPSERT_LEAD, [sessionId, JSON.stringify(extract)]);
    // After the update, which locks the session's row: the job that writes handoff items may run at the same time.
    await writeHandoffItems(client, sessionId, items, retractions);
    await client.query(`INSERT INTO events (session_id, kind, payload) VALUES ($1, 'session_summarised', $2::jsonb)`, [
      sessionId,
      JSON.stringify({ writer, final_intent: extract.intent, lead_score: extract.lead_score, items: items.length }),
    ]);
  });
}

/** SQL: whether a conversation is about nothing in particular and follows one with an intent. */
const LOOKED_IN = `coalesce(excluded.intent, 'general_chat') = 'general_chat' AND l.intent <> 'general_chat'`;

const UPSERT_LEAD = `INSERT INTO leads AS l
    (visitor_id, name, email, email_normalised, phone, company, role, intent, lead_score, conversations, first_seen_at,
      last_seen_at)
  SELECT s.visitor_id, x.entities ->> 'person_name', x.entities ->> 'contact_email',
    lower(x.entities ->> 'contact_email'),
    x.entities ->> 'contact_phone', x.company, x.entities ->> 'role', x.intent,
    x.lead_score, 1, s.started_at, s.last_active_at
  FROM sessions s, jsonb_to_record($2::jsonb) AS x (entities jsonb, company text, intent text, lead_score int)
  WHERE s.id = $1
  ON CONFLICT (visitor_id) DO UPDATE SET
    name = coalesce(excluded.name, l.name), email = coalesce(excluded.email, l.email),
    email_normalised = coalesce(excluded.email_normalised, l.email_normalised),
      phone = coalesce(excluded.phone, l.phone),
    company = coalesce(excluded.company, l.company), role = coalesce(excluded.role, l.role),
    -- Who looks in again is no less of a lead for it.
    intent = CASE WHEN ${LOOKED_IN} THEN l.intent ELSE excluded.intent END,
    lead_score = CASE WHEN ${LOOKED_IN} THEN greatest(l.lead_score, excluded.lead_score) ELSE excluded.lead_score END,
      conversations = l.conversations + 1,
    first_seen_at = least(l.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(l.last_seen_at, excluded.last_seen_at)`;

/**
 * SQL: saves items. Items with the same key are one item, and one ticked off in the meantime stays ticked off. An
 * intent item is created once per lead, even when two of its conversations end at the same time.
 */
const INSERT_ITEMS = `INSERT INTO action_items
    (session_id, visitor_id, key, title, description, priority, owner, category, tags, due_date, seq)
  SELECT s.id, s.visitor_id, x.key, x.title, x.description, x.priority, x.owner, x.category, x.tags, x.due_date, x.seq
  FROM sessions s, jsonb_to_recordset($2::jsonb) AS x (key text, title text, description text, priority text,
    owner text,
    category text, tags text[], due_date date, seq int)
  WHERE s.id = $1 AND s.consent AND NOT EXISTS (SELECT FROM action_items a WHERE a.key = x.key AND ${MADE_BEFORE})
  ON CONFLICT (session_id, key) DO UPDATE SET title = excluded.title, priority = excluded.priority,
    description = excluded.description, due_date = excluded.due_date, seq = excluded.seq`;

/** What was read from a conversation for a person to do. */
type ReadItems = Pick<Outcome, 'erasures' | 'items'>;

/** Saves items of a conversation that may still run; does nothing for one that is not kept, or lost messages since. */
export async function saveItems(pool: Pool, sessionId: string, { erasures, items }: ReadItems): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await lockUnchanged(client, sessionId, erasures))) return;
    await client.query(INSERT_ITEMS, [sessionId, JSON.stringify(items)]);
  });
}

/** Locks a conversation. @returns false when it is gone or not kept, or lost messages since it was read */
async function lockUnchanged(client: PoolClient, sessionId: string, erasures: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM sessions WHERE id = $1 AND consent AND erasures = $2 FOR UPDATE',
    [sessionId, erasures],
  );
  return rowCount === 1;
}

/** The event for a request, by the key of its item. */
const EVENT_OF: Readonly<Record<string, string>> = {
  [CALL_REQUEST_KEY]: 'call_asked',
  [COMPLAINT_KEY]: 'complaint',
  'request:delete_data': 'data_deletion_asked',
  'request:see_data': 'data_asked',
  'request:correct_data': 'data_correction_asked',
  'request:withdraw_consent': 'consent_withdrawn',
};

/**
 * Writes the action items of a conversation, and an event for each request to a person when it is new or its day
 * changed; deletes what was taken back. The caller must hold the lock on the session's row, so that only one of two
 * writers sends the event.
 */
async function writeHandoffItems(
  client: PoolClient,
  sessionId: string,
  items: readonly ActionItem[],
  retractions: Retractions,
): Promise<void> {
  const { rows: known } = await client.query<{ key: string; due_date: string | null }>(
    `SELECT key, due_date::text FROM action_items WHERE session_id = $1 AND key LIKE 'request:%'`,
    [sessionId],
  );
  const { rows: told } = await client.query<{ kind: string }>(
    'SELECT DISTINCT kind FROM events WHERE session_id = $1 AND kind = ANY ($2)',
    [sessionId, Object.values(EVENT_OF)],
  );
  const isTold = (kind: string, key: string, due: string | null) =>
    told.some((one) => one.kind === kind) && known.some((one) => one.key === key && one.due_date === due);
  await withdraw(client, sessionId, items, retractions);
  await client.query(INSERT_ITEMS, [sessionId, JSON.stringify(items)]);
  for (const { key, due_date, seq } of items) {
    const kind = EVENT_OF[key];
    // The form has its own event.
    if (!kind || seq === null || isTold(kind, key, due_date)) continue;
    await client.query(
      `INSERT INTO events (session_id, kind, payload)
       SELECT u.session_id, $3, jsonb_build_object('turn_id', u.turn_id, 'due_date', $4::text)
       FROM utterances u WHERE u.session_id = $1 AND u.seq = $2`,
      [sessionId, seq, kind, due_date],
    );
  }
}

/**
 * Saves the requests to a person of a conversation that may still run, with an event for each when it is new or its day
 * changed. Idempotent. After the final summary, readings from before the end change nothing.
 *
 * @returns false when the conversation is gone, not kept or already summarized, or lost messages since it was read
 */
export async function saveHandoffItems(
  pool: Pool,
  sessionId: string,
  { erasures, items, retractions }: ReadItems & Pick<Outcome, 'retractions'>,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const isUnchanged = await lockUnchanged(client, sessionId, erasures);
    // Check only while holding the row lock: the summary's writer holds it too, and may have just finished.
    const summed = await client.query('SELECT FROM summaries WHERE session_id = $1', [sessionId]);
    if (!isUnchanged || summed.rowCount === 1) return false;
    await writeHandoffItems(client, sessionId, items, retractions);
    return true;
  });
}

/** Reads the saved keys of a conversation's requests to a person. */
export async function savedHandoffKeys(pool: Pool, sessionId: string): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT key FROM action_items WHERE session_id = $1 AND key LIKE 'request:%' ORDER BY key`,
    [sessionId],
  );
  return rows.map(({ key }) => key);
}

/**
 * Saves a call request: as an action item for the owner, and with the session for the twin and the page.
 *
 * @param job the job to enqueue with it, by the session's id
 */
export async function saveCallRequest(pool: Pool, sessionId: string, call: RequestedCall, job: string): Promise<void> {
  const wish = { wish: call.wished_time, due_date: call.due_date, email: call.email, seq: null };
  const item = callItem(wish, { name: null, phone: null, email: call.email }, 'high');
  await inTransaction(pool, async (client) => {
    // Lock the session first, in the same order as every other writer of both.
    await client.query('UPDATE sessions SET call_request = $2::jsonb WHERE id = $1 AND consent', [
      sessionId,
      JSON.stringify(call),
    ]);
    await client.query(INSERT_ITEMS, [sessionId, JSON.stringify([item])]);
    await client.query(`INSERT INTO events (session_id, kind, payload) VALUES ($1, 'call_requested', $2::jsonb)`, [
      sessionId,
      JSON.stringify({ due_date: call.due_date }),
    ]);
    await requestJob(client, job, sessionId);
  });
}
