import type { Pool, PoolClient } from 'pg';
import type { KeptUsage } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { SpeechUsed } from '../speech/index.ts';
import { type CountedSession, figuresOf } from './figures.ts';
import { type Exchange, findUnanswered, type QuestionReader } from './unanswered.ts';

/** Leftovers fetched per batch. */
const BATCH = 200;
/** The job that summarizes a conversation also counts it. What waits longer than this is a leftover. */
const LEFTOVER_AFTER_MS = 120_000;
/** The maximum duration of one run over the leftovers. */
const MAX_RUN_MS = 20_000;
/** Messages of one conversation that are searched for questions; of longer conversations, the newest. */
const MAX_EXCHANGES = 1_000;

/** SQL: the conversations that have waited to be counted for $1 milliseconds, the longest first. */
const LEFTOVERS = `SELECT session_id AS id FROM uncounted_sessions WHERE since < now() - $1 * interval '1 millisecond'
  ORDER BY since LIMIT ${BATCH}`;
/** SQL: the conversation with its row locked, if it is to be counted. */
const SESSION = `SELECT final_intent AS intent, lead_score AS score, cta_chosen IS NOT NULL AS cta,
  email IS NOT NULL AS email, EXISTS (SELECT FROM bookings b WHERE b.session_id = sessions.id) AS booked
  FROM sessions WHERE id = $1 AND consent AND ended_at IS NOT NULL FOR NO KEY UPDATE`;
const SAVE_FIGURES = `INSERT INTO session_figures (session_id, started_at, figures)
  SELECT id, started_at, $2::jsonb FROM sessions WHERE id = $1
  ON CONFLICT (session_id) DO UPDATE SET started_at = excluded.started_at, figures = excluded.figures`;
const SAVE_QUESTIONS = `INSERT INTO unanswered_questions (session_id, seq, question, key, cause, score, started_at, at)
  SELECT s.id, q.seq, q.question, q.key, q.cause, s.lead_score, s.started_at, q.at FROM sessions s,
    jsonb_to_recordset($2::jsonb) AS q (seq int, question text, key uuid, cause text, at timestamptz)
  WHERE s.id = $1 ON CONFLICT DO NOTHING`;

/** A row of {@link SESSION}. */
interface CountedRow {
  intent: string | null;
  score: number;
  cta: boolean;
  email: boolean;
  booked: boolean;
}

/**
 * Counts a conversation, or counts it anew, if it has ended and has consent; drops the figures of any other. Safe to
 * run twice and on several instances: the session's row is locked, and a later change marks it for counting again.
 */
export async function countSession(pool: Pool, reader: QuestionReader, sessionId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<CountedRow>(SESSION, [sessionId]);
    await client.query('DELETE FROM uncounted_sessions WHERE session_id = $1', [sessionId]);
    const [row] = rows;
    if (!row) {
      await client.query('DELETE FROM session_figures WHERE session_id = $1', [sessionId]);
      await client.query('DELETE FROM unanswered_questions WHERE session_id = $1', [sessionId]);
      return;
    }
    const session = await readCounted(client, sessionId, row);
    await client.query(SAVE_FIGURES, [sessionId, JSON.stringify(figuresOf(session))]);
    const questions = await findUnanswered(reader, await readExchanges(client, sessionId));
    await client.query('DELETE FROM unanswered_questions WHERE session_id = $1', [sessionId]);
    if (questions.length > 0) await client.query(SAVE_QUESTIONS, [sessionId, JSON.stringify(questions)]);
  });
}

/**
 * Counts leftovers: conversations from before figures existed, those that changed after their end, and those whose
 * summary job failed. Stops after {@link MAX_RUN_MS}, so that a backlog of years does not slow down running
 * conversations.
 *
 * @returns how many it counted
 * @throws the first error, after all others were tried; failed ones go to the end of the queue
 */
export async function countLeftovers(
  pool: Pool,
  reader: QuestionReader,
  { olderThanMs = LEFTOVER_AFTER_MS, signal }: { olderThanMs?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const until = performance.now() + MAX_RUN_MS;
  const isOver = () => signal?.aborted || performance.now() > until;
  let counted = 0;
  const errors: unknown[] = [];
  for (let found = BATCH; found === BATCH && !isOver(); ) {
    const { rows } = await pool.query<{ id: string }>(LEFTOVERS, [olderThanMs]);
    found = rows.length;
    for (const { id } of rows) {
      if (isOver()) break;
      try {
        await countSession(pool, reader, id);
        counted += 1;
      } catch (error) {
        errors.push(error);
        await pool.query('UPDATE uncounted_sessions SET since = now() WHERE session_id = $1', [id]);
      }
    }
  }
  if (errors.length > 0) throw errors[0];
  return counted;
}

/** What counting needs of the conversation. */
async function readCounted(client: PoolClient, id: string, row: CountedRow): Promise<CountedSession> {
  const { rows } = await client.query<Omit<CountedSession, keyof CountedRow | 'contact'> & { contact_info: boolean }>(
    `SELECT (SELECT count(*)::int FROM utterances WHERE session_id = $1 AND speaker = 'visitor') AS messages,
       coalesce(e.contact_info IS NOT NULL, false) AS contact_info, coalesce(e.pain_points, '{}') AS pains,
       coalesce((SELECT topics FROM summaries WHERE session_id = $1), '{}') AS topics,
       coalesce((SELECT jsonb_agg(jsonb_build_object('turnId', turn_id, 'provider', provider,
         'ms', extract(epoch FROM finished_at - created_at) * 1000)) FROM turns
         WHERE session_id = $1 AND kind = 'message' AND status = 'done' AND provider IS NOT NULL), '[]') AS replies,
       coalesce((SELECT jsonb_agg(payload ORDER BY ts, id) FROM events
         WHERE session_id = $1 AND kind = 'voice_turn'), '[]') AS "voiceTurns",
       coalesce((SELECT jsonb_agg(u) FROM (SELECT usage FROM turns WHERE session_id = $1
         UNION ALL SELECT usage FROM plain_completions WHERE session_id = $1) AS used,
           jsonb_array_elements(usage) AS u), '[]')
         AS usage,
       coalesce((SELECT jsonb_agg(to_jsonb(s) - 'session_id') FROM speech_use s WHERE session_id = $1), '[]') AS speech
     FROM (SELECT) AS one LEFT JOIN LATERAL (SELECT contact_info, pain_points FROM extracts WHERE session_id = $1
       ORDER BY seq DESC, id DESC LIMIT 1) AS e ON true`,
    [id],
  );
  const [counted] = rows;
  if (!counted) throw new Error('A statement that always has a row gave none.');
  const { contact_info, ...rest } = counted;
  const usage = rest.usage.filter((used): used is KeptUsage => typeof used?.model === 'string');
  const speech: readonly SpeechUsed[] = rest.speech;
  return {
    ...rest,
    intent: row.intent,
    score: row.score,
    cta: row.cta,
    booked: row.booked,
    contact: row.email || contact_info,
    usage,
    speech,
  };
}

/** The visitor's messages with their replies, as far as these were delivered. */
async function readExchanges(client: PoolClient, id: string): Promise<Exchange[]> {
  const { rows } = await client.query<Exchange>(
    `SELECT u.seq, u.ts AS at, u.text AS message, t.provider, cardinality(t.knowledge) > 0 AS passages,
      t.status <> 'done' AS cut,
       regexp_replace(t.text, '\\s*\\[pause:[^\\]]*\\]\\s*', ' ', 'g') AS reply
     FROM turns t JOIN utterances u ON u.session_id = t.session_id AND u.turn_id = t.turn_id AND u.speaker = 'visitor'
     WHERE t.session_id = $1 AND t.kind = 'message' AND t.status IN ('done', 'interrupted', 'partial')
       AND t.provider IS NOT NULL
     ORDER BY u.seq DESC LIMIT ${MAX_EXCHANGES}`,
    [id],
  );
  return rows.reverse();
}
