import type { Extract, RequestedCall } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { WITHIN_REACH } from '../reach.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import type { Summary } from './summary.ts';

/** A wish to be called: who asks twice wants one call, and the newer wish stands. */
const CALL_REQUEST_KEY = 'request:call';

/** A conversation that is over, as it was kept. */
export interface EndedSession {
  visitorId: string;
  /** The call that the visitor asked for in it. */
  call: RequestedCall | null;
  lines: (TimedLine & { turnId: string })[];
  /** Ids of the passages that answers rested on, the most used first. */
  knowledge: string[];
}

/** What is kept of a conversation that is over. Null when it is not kept, is gone, still runs, or was summed up before. */
export async function readEndedSession(pool: Pool, sessionId: string): Promise<EndedSession | null> {
  const { rows } = await pool.query<{ visitor_id: string; call: RequestedCall | null }>(
    `SELECT visitor_id, (SELECT s.call_request FROM action_items a WHERE a.session_id = s.id AND a.key = $2) AS call FROM sessions s WHERE id = $1 AND consent AND ended_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM summaries WHERE session_id = s.id)`,
    [sessionId, CALL_REQUEST_KEY],
  );
  const [session] = rows;
  return session
    ? { visitorId: session.visitor_id, call: session.call, ...(await readConversation(pool, sessionId)) }
    : null;
}

/** Whether a conversation was summed up at its end; false for one that is gone. */
export async function isSummedUp(pool: Pool, sessionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM summaries WHERE session_id = $1', [sessionId]);
  return rowCount === 1;
}

/** The words of a conversation ({@link WITHIN_REACH}) and what they rested on, whether it runs or is over. */
export async function readConversation(
  pool: Pool,
  sessionId: string,
): Promise<Omit<EndedSession, 'visitorId' | 'call'>> {
  const said = await pool.query<{
    seq: number;
    turn_id: string;
    speaker: TimedLine['speaker'];
    text: string;
    ts: Date;
  }>(`SELECT seq, turn_id, speaker, text, ts FROM utterances WHERE session_id = $1 AND ${WITHIN_REACH} ORDER BY seq`, [
    sessionId,
  ]);
  const used = await pool.query<{ id: string }>(
    `SELECT id FROM turns, unnest(knowledge) AS id WHERE session_id = $1 AND kind = 'message'
     GROUP BY id ORDER BY count(*) DESC, min(turns.created_at), id`,
    [sessionId],
  );
  return {
    lines: said.rows.map(({ turn_id: turnId, ts: at, ...line }) => ({ ...line, turnId, at })),
    knowledge: used.rows.map(({ id }) => id),
  };
}

/** What a conversation came to. */
export interface Outcome {
  extract: Extract;
  summary: Summary;
  /** Who wrote the summary: `embedded`, or a model's id. */
  writer: string;
  items: readonly ActionItem[];
}

/** Keeps what a conversation came to, all of it or nothing; once, whoever comes second changes nothing. */
export async function keepOutcome(
  pool: Pool,
  sessionId: string,
  { extract, summary, writer, items }: Outcome,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
       SELECT id, $2, $3::jsonb, $4, $5, $6, $7 FROM sessions WHERE id = $1 AND consent ON CONFLICT DO NOTHING`,
      [
        sessionId,
        summary.executive_summary,
        JSON.stringify(summary.action_items),
        summary.topics,
        summary.open_questions,
        summary.sentiment,
        writer,
      ],
    );
    if (rowCount === 0) return;
    await client.query('UPDATE sessions SET final_intent = $2 WHERE id = $1', [sessionId, extract.intent]);
    await client.query(INSERT_ITEMS, [sessionId, JSON.stringify(items)]);
    await client.query(UPSERT_LEAD, [sessionId, JSON.stringify(extract)]);
    await client.query(`INSERT INTO events (session_id, kind, payload) VALUES ($1, 'session_summarised', $2::jsonb)`, [
      sessionId,
      JSON.stringify({ writer, final_intent: extract.intent, lead_score: extract.lead_score, items: items.length }),
    ]);
  });
}

/** Two items with one key are one; what was ticked off meanwhile stays so. */
const INSERT_ITEMS = `INSERT INTO action_items
    (session_id, visitor_id, key, title, description, priority, owner, category, tags, due_date, seq)
  SELECT s.id, s.visitor_id, x.key, x.title, x.description, x.priority, x.owner, x.category, x.tags, x.due_date, x.seq
  FROM sessions s, jsonb_to_recordset($2::jsonb) AS x (key text, title text, description text, priority text, owner text,
    category text, tags text[], due_date date, seq int)
  WHERE s.id = $1 AND s.consent
  ON CONFLICT (session_id, key) DO UPDATE SET title = excluded.title, priority = excluded.priority,
    description = excluded.description, due_date = excluded.due_date`;

const UPSERT_LEAD = `INSERT INTO leads AS l
    (visitor_id, name, email, email_normalised, phone, company, role, intent, lead_score, conversations, first_seen_at, last_seen_at)
  SELECT s.visitor_id, x.entities ->> 'person_name', x.entities ->> 'contact_email', lower(x.entities ->> 'contact_email'),
    x.entities ->> 'contact_phone', x.company, x.entities ->> 'role', x.intent,
    x.lead_score, 1, s.started_at, s.last_active_at
  FROM sessions s, jsonb_to_record($2::jsonb) AS x (entities jsonb, company text, intent text, lead_score int)
  WHERE s.id = $1
  ON CONFLICT (visitor_id) DO UPDATE SET
    name = coalesce(excluded.name, l.name), email = coalesce(excluded.email, l.email),
    email_normalised = coalesce(excluded.email_normalised, l.email_normalised), phone = coalesce(excluded.phone, l.phone),
    company = coalesce(excluded.company, l.company), role = coalesce(excluded.role, l.role), intent = excluded.intent,
    lead_score = excluded.lead_score, conversations = l.conversations + 1,
    first_seen_at = least(l.first_seen_at, excluded.first_seen_at), last_seen_at = greatest(l.last_seen_at, excluded.last_seen_at)`;

/** Keeps items of a conversation that may still run; nothing for one that is not kept. */
export async function keepItems(pool: Pool, sessionId: string, items: readonly ActionItem[]): Promise<void> {
  await pool.query(INSERT_ITEMS, [sessionId, JSON.stringify(items)]);
}

/** Keeps the wish to be called: for the owner as something to be done, for the twin and the page with the session. */
export async function keepCallRequest(pool: Pool, sessionId: string, call: RequestedCall): Promise<void> {
  const item: ActionItem = {
    key: CALL_REQUEST_KEY,
    title: `Call ${call.email}`,
    description: `The visitor asked for a call, at this time: "${call.wished_time}".`,
    priority: 'high',
    owner: 'you',
    category: 'sales',
    tags: ['call', 'asked for'],
    due_date: call.due_date,
    seq: null,
  };
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
  });
}
