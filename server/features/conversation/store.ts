import type { Segment } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import { presentUsage } from './usage.ts';

/** A session as the turn needs it. */
export interface SessionRow {
  id: string;
  secret_hash: Buffer;
  visitor_id: string;
  consent: boolean;
  mode: string;
  next_seq: number;
  started_at: Date;
  ended_at: Date | null;
}

/** Who a turn answers: a message, or nobody yet. */
export type TurnKind = 'message' | 'greeting' | 'followup';
/** How a turn stands. `partial`: it ended before its reply was whole, for want of a connection or a provider. */
export type TurnStatus = 'running' | 'done' | 'interrupted' | 'partial' | 'failed';

/** A turn as it was kept. */
export interface TurnRow {
  turn_id: string;
  kind: TurnKind;
  status: TurnStatus;
  mode: string;
  model: string | null;
  provider: string | null;
  /** The agent's words kept so far, with their pause markers. */
  text: string;
  knowledge: string[];
}

/** One line of the conversation as it was kept. */
export interface UtteranceRow {
  id: string;
  seq: number;
  turn_id: string;
  speaker: 'visitor' | 'agent';
  text: string;
  segment_index: number;
  total_segments: number;
  interrupted: boolean;
  ts: Date;
}

/** The session and, where it exists, the turn; null for an unknown session. */
export async function openTurn(
  pool: Pool,
  sessionId: string,
  turnId: string,
): Promise<{ session: SessionRow; turn: TurnRow | null } | null> {
  const { rows } = await pool.query<SessionRow & { t: TurnRow | null }>({
    name: 'open_turn',
    text: `SELECT s.id, s.secret_hash, s.visitor_id, s.consent, s.mode, s.next_seq, s.started_at, s.ended_at,
             CASE WHEN t.turn_id IS NULL THEN NULL ELSE to_jsonb(t) END AS t
           FROM sessions s LEFT JOIN turns t ON t.session_id = s.id AND t.turn_id = $2 WHERE s.id = $1`,
    values: [sessionId, turnId],
  });
  const row = rows[0];
  return row ? { session: row, turn: row.t } : null;
}

/** What is kept when a turn is over, whole or cut. */
export interface TurnEnding {
  sessionId: string;
  turnId: string;
  status: Exclude<TurnStatus, 'running'>;
  model: string;
  provider: string;
  text: string;
  knowledge: string[];
  segments: readonly Segment[];
  /** Words of an earlier, cut attempt, and how many segments of it stand in the transcript already. */
  keptText: string;
  keptSegments: number;
  events: readonly { kind: string; payload: unknown }[];
  /** What this attempt's calls of providers used; kept beside that of earlier attempts. */
  usage: readonly TokenUsage[];
}

/**
 * Keeps the agent's words, and what they used, in one commit. Segments that an earlier attempt kept are completed in
 * place, further ones follow; their times lie one second apart (specification, section 5). Of two writers of one turn
 * the first is kept: the turn's row must still hold the words after which this one went on.
 * @returns the sequence number of the first new segment, or null when the session is gone or the turn was ended already
 */
export async function keepEnding(pool: Pool, turn: TurnEnding): Promise<number | null> {
  const cut = turn.status !== 'done';
  const texts = turn.segments.map((segment) => segment.text);
  const added = Math.max(0, texts.length - turn.keptSegments);
  const { rows } = await pool.query<{ seq: number }>({
    name: turn.keptSegments > 0 ? 'keep_continuation' : 'keep_ending',
    // The session is locked first, as everywhere: whoever locks in another order may wait for each other for ever.
    text: `WITH l AS (
             SELECT id FROM sessions WHERE id = $1 FOR NO KEY UPDATE
           ), t AS (
             UPDATE turns SET status = $3, model = $4, provider = $5, text = $6, knowledge = $7, finished_at = now(),
               usage = coalesce(usage || $14::jsonb, usage, $14::jsonb)
             FROM l WHERE session_id = l.id AND turn_id = $2 AND status NOT IN ('done', 'interrupted') AND text = $13
             RETURNING kind
           ), s AS (
             UPDATE sessions SET next_seq = next_seq + $8,
               last_active_at = CASE WHEN t.kind = 'message' THEN now() ELSE last_active_at END
             FROM t WHERE id = $1
             RETURNING next_seq - $8 AS seq
           ), u AS (
             INSERT INTO utterances (session_id, seq, turn_id, speaker, text, segment_index, total_segments, interrupted, ts)
             SELECT $1, s.seq + i.n - 1 - $10, $2, 'agent', i.text, i.n - 1, cardinality($9::text[]),
               $11 AND i.n = cardinality($9::text[]), now() + (i.n - 1) * interval '1 second'
             FROM s, unnest($9::text[]) WITH ORDINALITY AS i (text, n) WHERE i.n > $10
           ), e AS (
             INSERT INTO events (session_id, kind, payload)
             SELECT $1, e.kind, e.payload FROM s, jsonb_to_recordset($12::jsonb) AS e (kind text, payload jsonb)
           )${
             turn.keptSegments > 0
               ? `, f AS (
             UPDATE utterances o SET text = ($9::text[])[o.segment_index + 1], total_segments = cardinality($9::text[]),
               interrupted = $11 AND o.segment_index + 1 = cardinality($9::text[])
             FROM s WHERE o.session_id = $1 AND o.turn_id = $2 AND o.speaker = 'agent' AND o.segment_index < $10
           )`
               : ''
           }
           SELECT seq FROM s`,
    values: [
      turn.sessionId,
      turn.turnId,
      turn.status,
      turn.model,
      turn.provider,
      turn.text,
      turn.knowledge,
      added,
      texts,
      turn.keptSegments,
      cut,
      JSON.stringify(turn.events),
      turn.keptText,
      presentUsage(turn.usage),
    ],
  });
  return rows[0]?.seq ?? null;
}

/** The newest lines of a session, oldest first. */
export async function readUtterances(pool: Pool, sessionId: string, limit: number): Promise<UtteranceRow[]> {
  const { rows } = await pool.query<UtteranceRow>({
    name: 'read_utterances',
    text: `SELECT id, seq, turn_id, speaker, text, segment_index, total_segments, interrupted, ts
           FROM utterances WHERE session_id = $1 ORDER BY seq DESC LIMIT $2`,
    values: [sessionId, limit],
  });
  return rows.reverse();
}

/** The visitor's words of a turn as they were kept; empty for a greeting or follow-up. */
export async function readWords(pool: Pool, sessionId: string, turnId: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT text FROM utterances WHERE session_id = $1 AND turn_id = $2 AND speaker = 'visitor'`,
    [sessionId, turnId],
  );
  return rows[0]?.text ?? '';
}

/** The session's greeting turn, where there is one, and how many follow-ups came since the visitor's last word. */
export async function readUnprompted(
  pool: Pool,
  sessionId: string,
): Promise<{ greetingId: string | null; followupsInARow: number }> {
  const { rows } = await pool.query<{ turn_id: string; kind: TurnKind }>(
    'SELECT turn_id, kind FROM turns WHERE session_id = $1 ORDER BY created_at DESC LIMIT 1000',
    [sessionId],
  );
  const lastMessage = rows.findIndex((row) => row.kind === 'message');
  const since = lastMessage < 0 ? rows : rows.slice(0, lastMessage);
  return {
    greetingId: rows.find((row) => row.kind === 'greeting')?.turn_id ?? null,
    followupsInARow: since.filter((row) => row.kind === 'followup').length,
  };
}
