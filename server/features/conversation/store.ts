import type { RequestedCall } from '@understudy/contract/leads';
import type { HostPage } from '@understudy/contract/widget';
import type { Pool } from 'pg';
import { standingCall } from '../../platform/database/standing-call.ts';
import { isTakenOver } from '../../platform/database/taken-over.ts';

/** The columns of a session that a turn needs. */
export interface SessionRow {
  id: string;
  secret_hash: Buffer;
  visitor_id: string;
  consent: boolean;
  /** The call requested by form, unless the visitor has retracted it. */
  call_request: RequestedCall | null;
  host_page: HostPage | null;
  mode: string;
  next_seq: number;
  started_at: Date;
  ended_at: Date | null;
  /** Whether a person answers instead of the twin. */
  taken_over: boolean;
}

/** What starts a turn: a visitor's message, or a proactive greeting or follow-up. */
export type TurnKind = 'message' | 'greeting' | 'followup';
/** The status of a turn. `partial`: a lost connection or a failed provider ended it before the reply was complete. */
export type TurnStatus = 'running' | 'done' | 'interrupted' | 'partial' | 'failed';

/** A stored turn. */
export interface TurnRow {
  turn_id: string;
  kind: TurnKind;
  status: TurnStatus;
  mode: string;
  model: string | null;
  provider: string | null;
  /** The agent's text so far, with pause markers. */
  text: string;
  knowledge: string[];
}

/** A stored line of the conversation. */
interface UtteranceRow {
  id: string;
  seq: number;
  turn_id: string;
  speaker: 'visitor' | 'agent' | 'person';
  /** The name of a person who had taken over; null for the others. */
  author: string | null;
  text: string;
  segment_index: number;
  total_segments: number;
  interrupted: boolean;
  ts: Date;
}

/** Reads a session and, if it exists, the turn; null for an unknown session. */
export async function openTurn(
  pool: Pool,
  sessionId: string,
  turnId: string,
): Promise<{ session: SessionRow; turn: TurnRow | null } | null> {
  const { rows } = await pool.query<SessionRow & { t: TurnRow | null }>({
    name: 'open_turn',
    text: `SELECT s.id, s.secret_hash, s.visitor_id, s.consent, ${standingCall('s')} AS call_request, s.host_page,
      s.mode, s.next_seq, s.started_at, s.ended_at, ${isTakenOver('s.id')} AS taken_over,
             CASE WHEN t.turn_id IS NULL THEN NULL ELSE to_jsonb(t) END AS t
           FROM sessions s LEFT JOIN turns t ON t.session_id = s.id AND t.turn_id = $2 WHERE s.id = $1`,
    values: [sessionId, turnId],
  });
  const row = rows[0];
  return row ? { session: row, turn: row.t } : null;
}

/** The newest lines of a session, oldest first. */
export async function readUtterances(pool: Pool, sessionId: string, limit: number): Promise<UtteranceRow[]> {
  const { rows } = await pool.query<UtteranceRow>({
    name: 'read_utterances',
    text: `SELECT id, seq, turn_id, speaker, author, text, segment_index, total_segments, interrupted, ts
           FROM utterances WHERE session_id = $1 ORDER BY seq DESC LIMIT $2`,
    values: [sessionId, limit],
  });
  return rows.reverse();
}

/** The visitor's message of a turn; empty for a greeting or follow-up. */
export async function readWords(pool: Pool, sessionId: string, turnId: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT text FROM utterances WHERE session_id = $1 AND turn_id = $2 AND speaker = 'visitor'`,
    [sessionId, turnId],
  );
  return rows[0]?.text ?? '';
}

/** The session's greeting turn, if any, and the number of follow-ups since the visitor's last message. */
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

/** One event of a session. */
interface SessionEvent {
  sessionId: string;
  kind: string;
  /** JSON text. */
  payload: string;
}

/** Events that a page sends when it is closed, and when it is shown again afterwards. */
export const PAGE_LEFT = 'page_left';
export const PAGE_RETURNED = 'page_returned';

/**
 * Saves one event of a session. `cta_clicked` also sets the session's `cta_chosen` (the latest one counts); a closed
 * page marks the session until the page returns.
 */
export async function saveEvent(pool: Pool, event: SessionEvent): Promise<void> {
  await pool.query({
    name: 'save_event',
    text: `WITH e AS (INSERT INTO events (session_id, kind, payload) VALUES ($1, $2, $3::jsonb))
     UPDATE sessions SET
       cta_chosen = CASE WHEN $2 = 'cta_clicked'
         THEN left(coalesce($3::jsonb ->> 'cta', $3::jsonb ->> 'choice', 'unknown'), 100) ELSE cta_chosen END,
       left_at = CASE $2 WHEN '${PAGE_LEFT}' THEN now() WHEN '${PAGE_RETURNED}' THEN NULL ELSE left_at END
     WHERE id = $1 AND $2 IN ('cta_clicked', '${PAGE_LEFT}', '${PAGE_RETURNED}')`,
    values: [event.sessionId, event.kind, event.payload],
  });
}

/** Like {@link saveEvent}, but never rejects: for events that accompany other work, which must not fail with them. */
export async function noteEvent(pool: Pool, event: SessionEvent): Promise<void> {
  await saveEvent(pool, event).catch(() => undefined);
}

/** Levels of nesting: more than anything that a page sends, and fewer than overflow a parser's stack. */
const MAX_DEPTH = 32;

/**
 * Serializes an event's payload as JSON that PostgreSQL can store: NUL characters are removed and lone surrogates
 * become U+FFFD, in keys too. Null if it is nested deeper than {@link MAX_DEPTH}.
 */
export function storableJson(value: unknown): string | null {
  try {
    return JSON.stringify(storable(value, 0));
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

function storable(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth + 1)]));
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
