import type { RequestedCall } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { standingCall } from '../../platform/database/standing-call.ts';
import type { TurnKind } from './store.ts';
import { createTurnWriteBatcher } from './turn-write-batcher.ts';

/** What is saved when a turn starts. */
export interface TurnStart {
  sessionId: string;
  turnId: string;
  kind: TurnKind;
  /** Null leaves the session's mode unchanged. */
  mode: string | null;
  modelAsked: string;
  performer: boolean;
  /** The visitor's message; null for a greeting or follow-up. */
  words: string | null;
}

/** The result: the sequence number of the visitor's utterance (or the next free one), and facts about the session. */
export interface StartedTurn {
  seq: number;
  mode: string;
  /** Whether the visitor consented to keeping the conversation. */
  consent: boolean;
  /** The visitor's call request; null if there is none. */
  call: RequestedCall | null;
}

/**
 * Saves the start of a turn and the visitor's message in one transaction, which turns that start at about the same
 * time share. Resolves to null if the session does not exist or has ended. Rejects with the driver's unique violation
 * (23505) if the turn already exists.
 */
export type SaveTurnStart = (turn: TurnStart) => Promise<StartedTurn | null>;

/** @param pool the database that stores turns */
export function createSaveTurnStart(pool: Pool): SaveTurnStart {
  return createTurnWriteBatcher<TurnStart, StartedTurn | null>({
    one: (turn) => saveOne(pool, turn),
    many: (turns) => saveMany(pool, turns),
  });
}

async function saveOne(pool: Pool, turn: TurnStart): Promise<StartedTurn | null> {
  const { rows } = await pool.query<StartedTurn>({
    name: 'keep_beginning',
    text: `WITH s AS (
             UPDATE sessions SET next_seq = next_seq + (CASE WHEN $7::text IS NULL THEN 0 ELSE 1 END),
               mode = coalesce($4, mode),
               newest_line_at = CASE WHEN $7::text IS NULL THEN newest_line_at ELSE greatest(now(), newest_line_at) END,
               last_active_at = CASE WHEN $7::text IS NULL THEN last_active_at ELSE now() END
             WHERE id = $1 AND ended_at IS NULL
             RETURNING next_seq - (CASE WHEN $7::text IS NULL THEN 0 ELSE 1 END) AS seq, mode, consent,
               newest_line_at AS ts, ${standingCall('sessions')} AS call
           ), t AS (
             INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, performer, status)
             SELECT $1, $2, $3, s.mode, $5, $6, 'running' FROM s
           ), u AS (
             INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
             SELECT $1, s.seq, $2, 'visitor', $7, s.ts FROM s WHERE $7::text IS NOT NULL
           )
           SELECT seq, mode, consent, call FROM s`,
    values: [turn.sessionId, turn.turnId, turn.kind, turn.mode, turn.modelAsked, turn.performer, turn.words],
  });
  return rows[0] ?? null;
}

/** Saves turns of different sessions. Locks the sessions in a fixed order, so that two statements cannot deadlock. */
async function saveMany(pool: Pool, turns: readonly TurnStart[]): Promise<(StartedTurn | null)[]> {
  const { rows } = await pool.query<StartedTurn & { id: string }>({
    name: 'keep_beginnings',
    text: `WITH i AS (
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[])
               AS i (session_id, turn_id, kind, mode, model_asked, performer, words)
           ), l AS (
             SELECT id FROM sessions WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL ORDER BY id FOR NO KEY UPDATE
           ), s AS (
             UPDATE sessions o SET next_seq = next_seq + (CASE WHEN i.words IS NULL THEN 0 ELSE 1 END),
               mode = coalesce(i.mode, o.mode),
               newest_line_at = CASE WHEN i.words IS NULL THEN newest_line_at ELSE greatest(now(), newest_line_at) END,
               last_active_at = CASE WHEN i.words IS NULL THEN last_active_at ELSE now() END
             FROM i, l WHERE o.id = l.id AND i.session_id = l.id
             RETURNING o.id, o.next_seq - (CASE WHEN i.words IS NULL THEN 0 ELSE 1 END) AS seq, o.mode, o.consent,
               o.newest_line_at AS ts, ${standingCall('o')} AS call
           ), t AS (
             INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, performer, status)
             SELECT i.session_id, i.turn_id, i.kind, s.mode, i.model_asked, i.performer, 'running'
             FROM i JOIN s ON s.id = i.session_id
           ), u AS (
             INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
             SELECT i.session_id, s.seq, i.turn_id, 'visitor', i.words, s.ts
             FROM i JOIN s ON s.id = i.session_id WHERE i.words IS NOT NULL
           )
           SELECT id, seq, mode, consent, call FROM s`,
    values: [
      turns.map((turn) => turn.sessionId),
      turns.map((turn) => turn.turnId),
      turns.map((turn) => turn.kind),
      turns.map((turn) => turn.mode),
      turns.map((turn) => turn.modelAsked),
      turns.map((turn) => turn.performer),
      turns.map((turn) => turn.words),
    ],
  });
  const begun = new Map(rows.map(({ id, ...begun }) => [id, begun]));
  return turns.map(({ sessionId }) => begun.get(sessionId) ?? null);
}
