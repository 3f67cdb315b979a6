import { CALL_REQUEST_KEY, COMPLAINT_KEY, type RequestedCall } from '@understudy/contract/leads';
import type { Pool, PoolClient } from 'pg';
import { requestJob } from '../../../platform/database/request-job.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { ActionItem } from './action-item.ts';
import { callItem } from './handoff-items.ts';
import { MADE_BEFORE } from './read-earlier.ts';
import { type Retractions, withdraw } from './retractions.ts';

/**
 * Items with the same key are one item, and one ticked off in the meantime stays ticked off. An intent item is created
 * once per lead, even when two of its conversations end at the same time.
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

/** Saves items of a conversation that may still run; does nothing for one that is not kept. */
export async function saveItems(pool: Pool, sessionId: string, items: readonly ActionItem[]): Promise<void> {
  await pool.query(INSERT_ITEMS, [sessionId, JSON.stringify(items)]);
}

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
 * @returns false when the conversation is gone, not kept or already summarized
 */
export async function saveHandoffItems(
  pool: Pool,
  sessionId: string,
  items: readonly ActionItem[],
  retractions: Retractions,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('SELECT FROM sessions WHERE id = $1 AND consent FOR UPDATE', [sessionId]);
    // Check only while holding the row lock: the summary's writer holds it too, and may have just finished.
    const summed = await client.query('SELECT FROM summaries WHERE session_id = $1', [sessionId]);
    if (rowCount === 0 || summed.rowCount === 1) return false;
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
