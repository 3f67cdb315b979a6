import { CALL_REQUEST_KEY, COMPLAINT_KEY, type RequestedCall } from '@understudy/contract/leads';
import type { Pool, PoolClient } from 'pg';
import { requestJob } from '../../../platform/database/request-job.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { ActionItem } from './action-item.ts';
import { callItem } from './handoff-items.ts';
import { MADE_BEFORE } from './read-earlier.ts';
import { type Retractions, withdraw } from './retractions.ts';

/**
 * Two items with one key are one; what was ticked off meanwhile stays so. What an intent asks for is made once per
 * lead, also where two of its conversations end at the same time.
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

/** Keeps items of a conversation that may still run; nothing for one that is not kept. */
export async function keepItems(pool: Pool, sessionId: string, items: readonly ActionItem[]): Promise<void> {
  await pool.query(INSERT_ITEMS, [sessionId, JSON.stringify(items)]);
}

/** What the kinds of things that are asked of a person are called in the session's events. */
const EVENT_OF: Readonly<Record<string, string>> = {
  [CALL_REQUEST_KEY]: 'call_asked',
  [COMPLAINT_KEY]: 'complaint',
  'request:delete_data': 'data_deletion_asked',
  'request:see_data': 'data_asked',
  'request:correct_data': 'data_correction_asked',
  'request:withdraw_consent': 'consent_withdrawn',
};

/**
 * Writes what a conversation asks to be done, and an event for each thing that was asked of a person, the first time
 * and again when its day changed; what was taken back goes. The caller holds the session's row, so that of two writers
 * one tells of it.
 */
export async function writeHandoffItems(
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
    // The form has an event of its own.
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
 * Keeps what was asked of a person in a conversation that may still run, each with an event the first time, and again
 * when its day changed. Safe to run twice. Once the conversation is summed up, what was read before its end changes
 * nothing.
 *
 * @returns false where the conversation is gone, not kept or summed up
 */
export async function keepHandoffItems(
  pool: Pool,
  sessionId: string,
  items: readonly ActionItem[],
  retractions: Retractions,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('SELECT FROM sessions WHERE id = $1 AND consent FOR UPDATE', [sessionId]);
    // Looked at only once the row is held: whoever sums up holds it too, and may have been waited for.
    const summed = await client.query('SELECT FROM summaries WHERE session_id = $1', [sessionId]);
    if (rowCount === 0 || summed.rowCount === 1) return false;
    await writeHandoffItems(client, sessionId, items, retractions);
    return true;
  });
}

/** The keys of what was asked of a person in a conversation, as it is kept. */
export async function keptHandoffKeys(pool: Pool, sessionId: string): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT key FROM action_items WHERE session_id = $1 AND key LIKE 'request:%' ORDER BY key`,
    [sessionId],
  );
  return rows.map(({ key }) => key);
}

/**
 * Keeps the wish to be called: for the owner as something to be done, for the twin and the page with the session.
 *
 * @param job what is asked of the job runner with it, by the session's id
 */
export async function keepCallRequest(pool: Pool, sessionId: string, call: RequestedCall, job: string): Promise<void> {
  const wish = { wish: call.wished_time, due_date: call.due_date, email: call.email, seq: null };
  const item = callItem(wish, { name: null, phone: null, email: call.email }, 'high');
  await inTransaction(pool, async (client) => {
    // The session first, as everybody who changes both does.
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
