import type { Extract } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { IN_READING_WINDOW } from '../reading-window.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import type { Retractions } from './retractions.ts';
import { writeHandoffItems } from './save-items.ts';
import type { Summary } from './summary.ts';

/** A stored conversation that has ended. */
export interface EndedSession {
  visitorId: string;
  lines: (TimedLine & { turnId: string })[];
  /** Ids of the passages used in answers, oldest first, each with its turn. */
  knowledge: { turnId: string; id: string }[];
}

/** Reads an ended conversation. Null when it is not kept, is gone, still runs, or already has a summary. */
export async function readEndedSession(pool: Pool, sessionId: string): Promise<EndedSession | null> {
  const { rows } = await pool.query<{ visitor_id: string }>(
    `SELECT visitor_id FROM sessions WHERE id = $1 AND consent AND ended_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM summaries WHERE session_id = $1)`,
    [sessionId],
  );
  const [session] = rows;
  return session ? { visitorId: session.visitor_id, ...(await readConversation(pool, sessionId)) } : null;
}

/** Whether a conversation already has its final summary; false when it is gone. */
export async function isSummedUp(pool: Pool, sessionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM summaries WHERE session_id = $1', [sessionId]);
  return rowCount === 1;
}

/** Reads a conversation's lines ({@link IN_READING_WINDOW}) and the passages used, whether it runs or has ended. */
export async function readConversation(pool: Pool, sessionId: string): Promise<Omit<EndedSession, 'visitorId'>> {
  const said = await pool.query<{
    seq: number;
    turn_id: string;
    speaker: TimedLine['speaker'];
    text: string;
    ts: Date;
  }>(
    `SELECT seq, turn_id, speaker, text, ts FROM utterances WHERE session_id = $1 AND ${IN_READING_WINDOW} ORDER BY seq`,
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

export interface Outcome {
  extract: Extract;
  summary: Summary;
  /** The author of the summary: `embedded`, or a model's id. */
  writer: string;
  items: readonly ActionItem[];
  retractions: Retractions;
}

/** Namespace of the advisory locks on addresses. */
const LEAD_LOCK = 1_918_273;

/** Saves the outcome of a conversation in one transaction. Only the first call has an effect. */
export async function saveOutcome(
  pool: Pool,
  sessionId: string,
  { extract, summary, writer, items, retractions }: Outcome,
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
    // Visitors with the same address are one lead: a conversation of theirs that ends at the same time waits and then
    // sees the items of this one.
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext(lower(email))) FROM sessions WHERE id = $2', [
      LEAD_LOCK,
      sessionId,
    ]);
    await client.query(UPSERT_LEAD, [sessionId, JSON.stringify(extract)]);
    // After the update, which locks the session's row: the job that writes handoff items may run at the same time.
    await writeHandoffItems(client, sessionId, items, retractions);
    await client.query(`INSERT INTO events (session_id, kind, payload) VALUES ($1, 'session_summarised', $2::jsonb)`, [
      sessionId,
      JSON.stringify({ writer, final_intent: extract.intent, lead_score: extract.lead_score, items: items.length }),
    ]);
  });
}

/** A conversation about nothing in particular that follows one with an intent. */
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
