import type { Extract } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { hasMeetingAhead } from '../../platform/database/meeting-ahead.ts';
import type { CallForm } from './facts.ts';
import { IN_READING_WINDOW, type VisitorLine } from './lines.ts';
import type { Signal } from './score.ts';

/** The input of a conversation's analysis when it starts. */
interface AnalysisStart {
  /** How often messages of the conversation were erased. */
  erasures: number;
  /** Number of this visitor's conversations before this one; 0 when this one is not kept. */
  earlierVisits: number;
  log: Signal[];
  /** The content of this conversation's own call form; null when there is none. */
  call: CallForm | null;
  /** The mode before this turn; null when unknown. */
  mode: string | null;
}

/**
 * SQL: the {@link CallForm} of session `s`, as JSON or null. A call requested in an earlier conversation is known in
 * `s` too, but is not its own.
 */
const OWN_CALL = `(SELECT s.call_request || jsonb_build_object('after',
  coalesce((SELECT max(u.seq) FROM utterances u
    WHERE u.session_id = s.id AND u.speaker = 'visitor' AND u.ts <= v.ts), -1))
  FROM events v WHERE v.session_id = s.id AND v.kind = 'call_requested' ORDER BY v.ts DESC, v.id DESC LIMIT 1)`;

/**
 * Reads the {@link AnalysisStart} of a conversation, before its lines: what is erased in between is missing in them.
 *
 * @param turnId the turn being answered, whose own mode is not wanted
 */
export async function readAnalysisStart(pool: Pool, sessionId: string, turnId: string): Promise<AnalysisStart> {
  const { rows } = await pool.query<{
    erasures: number;
    visits: number;
    mode: string | null;
    log: SignalJson[] | null;
    call: CallForm | null;
  }>({
    name: 'analysis_start',
    text: `SELECT s.erasures,
             CASE WHEN s.consent THEN (SELECT count(*)::int FROM sessions o WHERE o.visitor_id = s.visitor_id
               AND o.consent
               AND o.started_at < s.started_at) ELSE 0 END AS visits,
             coalesce(
               (SELECT t.mode FROM turns t WHERE t.session_id = s.id AND t.turn_id <> $2 ORDER BY t.created_at DESC
                 LIMIT 1),
               (SELECT e.payload ->> 'mode' FROM events e WHERE e.session_id = s.id AND e.kind = 'session_started'
                 LIMIT 1)
             ) AS mode,
             (SELECT jsonb_agg(to_jsonb(g) ORDER BY g.n) FROM lead_signals g WHERE g.session_id = s.id) AS log,
             CASE WHEN s.call_request IS NOT NULL THEN ${OWN_CALL} END AS call
           FROM sessions s WHERE s.id = $1`,
    values: [sessionId, turnId],
  });
  const row = rows[0];
  return {
    erasures: row?.erasures ?? 0,
    earlierVisits: row?.visits ?? 0,
    log: (row?.log ?? []).map(signalOf),
    call: row?.call ?? null,
    mode: row?.mode ?? null,
  };
}

/** How far a conversation's saved analysis has come, whichever instance saved it. */
interface KeptState {
  /** How often messages of it were erased. */
  erasures: number;
  entries: number;
  /** Id of the newest call form; null before the first. */
  called: string | null;
  /** The newest line that a language model has read; -1 for none. */
  readTo: number;
}

/** Reads the state that an instance compares with its memory: three index look-ups. */
export async function readKeptState(pool: Pool, sessionId: string): Promise<KeptState> {
  const { rows } = await pool.query<KeptState>({
    name: 'kept_state',
    text: `SELECT s.erasures,
             coalesce((SELECT max(n) + 1 FROM lead_signals WHERE session_id = s.id), 0)::int AS entries,
             CASE WHEN s.call_request IS NOT NULL THEN
               (SELECT max(id)::text FROM events WHERE session_id = s.id AND kind = 'call_requested') END AS called,
             coalesce((SELECT max(seq) FROM extracts WHERE session_id = s.id AND reading IS NOT NULL),
               -1)::int AS "readTo"
           FROM sessions s WHERE s.id = $1`,
    values: [sessionId],
  });
  return rows[0] ?? { erasures: 0, entries: 0, called: null, readTo: -1 };
}

/** An entry of the evidence log as stored. */
interface SignalJson {
  rule: string;
  points: number;
  seq: number;
  quote: string;
  from_char: number;
  to_char: number;
}

const signalOf = ({ rule, points, seq, quote, from_char: from, to_char: to }: SignalJson): Signal => ({
  rule,
  points,
  quote: { seq, from, to, text: quote },
});

/** A line of a conversation with its place. */
interface PlacedLine {
  seq: number;
  turnId: string;
  speaker: string;
  text: string;
}

/** The visitor's lines of a conversation, each with what the twin had said before it. */
export function visitorLinesOf(lines: readonly PlacedLine[]): (VisitorLine & { turnId: string })[] {
  const found: (VisitorLine & { turnId: string })[] = [];
  let turn: string | null = null;
  let before: string | null = null;
  for (const { seq, turnId, speaker, text } of lines) {
    if (speaker === 'visitor') {
      found.push({ seq, turnId, text, before });
      continue;
    }
    // A reply is stored in segments, but was read whole while the conversation ran.
    before = turn === turnId && before !== null ? `${before} ${text}` : text;
    turn = turnId;
  }
  return found;
}

/** Reads the visitor's lines of a conversation ({@link IN_READING_WINDOW}), oldest first. */
export async function readVisitorLines(pool: Pool, sessionId: string): Promise<(VisitorLine & { turnId: string })[]> {
  const { rows } = await pool.query<{ seq: number; turn_id: string; speaker: string; text: string }>({
    name: 'visitor_lines',
    text: `SELECT seq, turn_id, speaker, text FROM utterances
           WHERE session_id = $1 AND ${IN_READING_WINDOW} ORDER BY seq`,
    values: [sessionId],
  });
  return visitorLinesOf(rows.map(({ turn_id: turnId, ...line }) => ({ ...line, turnId })));
}

/**
 * Reads the newest saved analysis of a conversation; null before the first. Whoever has a meeting ahead is offered no
 * other next step.
 */
export async function readExtract(pool: Pool, sessionId: string): Promise<Extract | null> {
  const { rows } = await pool.query<Extract>({
    name: 'read_extract',
    text: `SELECT x.intent, x.lead_score, x.confidence, x.company, x.contact_info, x.pain_points, x.followup_actions,
             x.entities, x.reasons, x.next_best_question,
             CASE WHEN NOT ${hasMeetingAhead('s.visitor_id')} THEN x.offer END AS offer
           FROM extracts x JOIN sessions s ON s.id = x.session_id
           WHERE x.session_id = $1 ORDER BY x.seq DESC, x.id DESC LIMIT 1`,
    values: [sessionId],
  });
  return rows[0] ?? null;
}
