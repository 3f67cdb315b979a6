import { SEGMENT_TIMESTAMP_STEP_MS } from '@understudy/contract/constants';
import type { RequestedCall } from '@understudy/contract/leads';
import type { HostPage } from '@understudy/contract/widget';
import type { Segment } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { databaseErrorCode } from '../../platform/database/errors.ts';
import type { KeptTrace } from '../../platform/database/schema.ts';
import { TIMEOUTS } from '../../platform/database/settings.ts';
import { standingCall } from '../../platform/database/standing-call.ts';
import { isNoted, isTakenOver, tellWatchers } from '../../platform/database/taken-over.ts';
import {
  createWriteBatcher,
  type WriteBatcher,
  type WriteBatcherOptions,
} from '../../platform/database/write-batcher.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import { type AnalysisRow, analysisColumns, analysisParts, presentAnalyses } from './analysis-rows.ts';
import type { TurnKind, TurnStatus } from './store.ts';
import { keptUsage } from './token-budgets.ts';

/** Concurrent statements of one kind: one is planned and written while the other waits for the disk. */
const AT_ONCE = 2;
/** Turns per statement. */
const MAX_TURNS = 50;
/** SQLSTATEs that a single turn of a batch can cause: it already exists, its session is locked, or a deadlock. */
const SINGLE_TURN_ERRORS = new Set(['23505', '55P03', '40P01']);

/** Batches writes of turns that arrive together, never two of the same session at once. */
function createTurnWriteBatcher<Turn extends { sessionId: string }, Result>(
  writes: Pick<WriteBatcherOptions<Turn, Result>, 'one' | 'many'>,
): WriteBatcher<Turn, Result> {
  return createWriteBatcher<Turn, Result>({
    ...writes,
    keyOf: ({ sessionId }) => sessionId,
    isItemFailure: (error) =>
      SINGLE_TURN_ERRORS.has((error as { code?: string }).code ?? '') || databaseErrorCode(error) === null,
    maxConcurrent: AT_ONCE,
    maxItems: MAX_TURNS,
    waitMs: TIMEOUTS.connectionMs,
  });
}

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

/** A turn whose start is saved. */
interface StartedTurn {
  /** The sequence number of the visitor's utterance, or the next free one. */
  seq: number;
  mode: string;
  /** How often messages of the conversation were erased. */
  erasures: number;
  /** Whether the visitor consented to keeping the conversation. */
  consent: boolean;
  /** The visitor's call request; null if there is none. */
  call: RequestedCall | null;
  /** The page on which the conversation began; null if unknown. */
  page: HostPage | null;
  /** Whether a person answers; the turn is over then, with the visitor's words saved. */
  taken_over: boolean;
  /** Whether something is to be added to the reply ({@link Turn.isNoted}). */
  noted: boolean;
}

/**
 * Saves the start of a turn and the visitor's message in one transaction, which turns that start at about the same
 * time share. Resolves to null if the session does not exist or has ended, and for a
 * greeting or follow-up while a person answers. Rejects with the driver's unique violation
 * (23505) if the turn already exists.
 */
export type SaveTurnStart = (turn: TurnStart) => Promise<StartedTurn | null>;

/** Creates the function that saves starts of turns, in batches. */
export function createSaveTurnStart(pool: Pool): WriteBatcher<TurnStart, StartedTurn | null> {
  return createTurnWriteBatcher<TurnStart, StartedTurn | null>({
    one: async (turn) => (await saveStarts(pool, [turn]))[0] ?? null,
    many: (turns) => saveStarts(pool, turns),
  });
}

/** Saves turns of different sessions. Locks the sessions in a fixed order, so that two statements cannot deadlock. */
async function saveStarts(pool: Pool, turns: readonly TurnStart[]): Promise<(StartedTurn | null)[]> {
  const { rows } = await pool.query<StartedTurn & { id: string; told: unknown }>({
    name: 'save_turn_starts',
    text: `WITH i AS (
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[])
               AS i (session_id, turn_id, kind, mode, model_asked, performer, words)
           ), l AS (
             SELECT id FROM sessions WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL ORDER BY id FOR NO KEY UPDATE
           ), k AS (
             SELECT l.id, ${isTakenOver('l.id')} AS taken_over FROM l
           ), s AS (
             UPDATE sessions o SET next_seq = next_seq + (CASE WHEN i.words IS NULL THEN 0 ELSE 1 END),
               mode = coalesce(i.mode, o.mode),
               newest_line_at = CASE WHEN i.words IS NULL THEN newest_line_at ELSE greatest(now(), newest_line_at) END,
               last_active_at = CASE WHEN i.words IS NULL THEN last_active_at ELSE now() END
             FROM i, k WHERE o.id = k.id AND i.session_id = k.id AND NOT (k.taken_over AND i.words IS NULL)
             RETURNING o.id, o.next_seq - (CASE WHEN i.words IS NULL THEN 0 ELSE 1 END) AS seq, o.mode, o.consent,
               o.erasures, o.newest_line_at AS ts, ${standingCall('o')} AS call, o.host_page AS page, k.taken_over,
               ${isNoted('o.id')} AS noted
           ), t AS (
             INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, performer, status, finished_at)
             SELECT i.session_id, i.turn_id, i.kind, s.mode, i.model_asked, i.performer,
               CASE WHEN s.taken_over THEN 'done' ELSE 'running' END, CASE WHEN s.taken_over THEN now() END
             FROM i JOIN s ON s.id = i.session_id
           ), u AS (
             INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
             SELECT i.session_id, s.seq, i.turn_id, 'visitor', i.words, s.ts
             FROM i JOIN s ON s.id = i.session_id WHERE i.words IS NOT NULL
           )
           SELECT id, seq, mode, erasures, consent, call, page, taken_over, noted,
             ${tellWatchers('s.id')}::text AS told FROM s`,
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
  const begun = new Map(rows.map(({ id, told: _, ...begun }) => [id, begun]));
  return turns.map(({ sessionId }) => begun.get(sessionId) ?? null);
}

/** What is saved when a turn ends, complete or cut. */
export interface TurnEnd {
  sessionId: string;
  turnId: string;
  status: Exclude<TurnStatus, 'running'>;
  model: string;
  provider: string;
  text: string;
  knowledge: string[];
  segments: readonly Segment[];
  /** The text of an earlier, cut attempt, and how many of its segments are in the transcript already. */
  keptText: string;
  keptSegments: number;
  events: readonly { kind: string; payload: unknown }[];
  /** Usage of this attempt's provider calls; it is stored in addition to that of earlier attempts. */
  usage: readonly TokenUsage[];
  /** What the reply was based on; null for a conversation without consent. */
  trace: KeptTrace | null;
  /** The analysis of the conversation including this turn's message; null for a turn without one. */
  analysis: AnalysisRow | null;
}

/**
 * Saves the agent's text and usage in one transaction, which turns that end at about the same time share. Segments of
 * an earlier attempt are completed in place and new ones follow, one second apart (specification, section 5). If two
 * writers end the same turn, the first wins: the turn's row must still contain the text that this writer continued.
 * Resolves to the sequence number of the first new segment, or to null if the session no longer exists or the turn
 * has already ended.
 */
export type SaveTurnEnd = (turn: TurnEnd) => Promise<number | null>;

/** Creates the function that saves ends of turns, in batches. */
export function createSaveTurnEnd(pool: Pool): WriteBatcher<TurnEnd, number | null> {
  const saveEnd = async (turn: TurnEnd) => (await saveEnds(pool, [turn]))[0] ?? null;
  const batch = createTurnWriteBatcher<TurnEnd, number | null>({
    one: saveEnd,
    many: (turns) => saveEnds(pool, turns),
  });
  // Completing segments in place is rare and needs a longer statement.
  const save: SaveTurnEnd = (turn) => (turn.keptSegments > 0 ? saveEnd(turn) : batch(turn));
  return Object.assign(save, { waiting: batch.waiting });
}

/** Section 5: the segments of a reply have times one second apart. */
const SEGMENT_STEP = `interval '${SEGMENT_TIMESTAMP_STEP_MS} ms'`;

/** SQL: the time of the last of `count` new segments, the first of which is not earlier than the newest line. */
const afterLines = (count: string, row: string) =>
  `CASE WHEN ${count} = 0 THEN ${row}.newest_line_at
     ELSE greatest(now(), ${row}.newest_line_at) + (${count} - 1) * ${SEGMENT_STEP} END`;

/** SQL: completes the segments of an earlier attempt in place. */
const COMPLETED = `, f AS (
             UPDATE utterances o SET text = i.texts[o.segment_index + 1], total_segments = cardinality(i.texts),
               interrupted = i.status <> 'done' AND o.segment_index + 1 = cardinality(i.texts)
             FROM s JOIN i ON i.session_id = s.id
             WHERE o.session_id = i.session_id AND o.turn_id = i.turn_id AND o.speaker = 'agent'
               AND o.segment_index < i.kept
           )`;

/**
 * Saves the ends of turns of different sessions. Passes them as JSON, since their lists differ in length; lone
 * surrogates are replaced as the driver replaces them in plain text.
 */
async function saveEnds(pool: Pool, turns: readonly TurnEnd[]): Promise<(number | null)[]> {
  const continues = turns.some(({ keptSegments }) => keptSegments > 0);
  const { rows } = await pool.query<{ id: string; seq: number }>({
    name: continues ? 'save_turn_continuations' : 'save_turn_ends',
    text: `WITH i AS (
             SELECT * FROM jsonb_to_recordset($1::jsonb) AS i (session_id uuid, turn_id uuid, status text, model text,
               provider text, text text, knowledge text[], texts text[], kept_text text, kept int, added int,
               events jsonb, usage jsonb, trace jsonb, analysis jsonb)
           ), l AS (
             SELECT id, erasures FROM sessions WHERE id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE
           ), t AS (
             UPDATE turns o SET status = i.status, model = i.model, provider = i.provider, text = i.text,
               knowledge = i.knowledge, finished_at = now(), usage = coalesce(o.usage || i.usage, o.usage, i.usage),
               trace = i.trace
             FROM i JOIN l ON l.id = i.session_id
             WHERE o.session_id = i.session_id AND o.turn_id = i.turn_id AND o.status NOT IN ('done', 'interrupted')
               AND o.text = i.kept_text
             RETURNING o.session_id, o.kind,
               CASE WHEN (i.analysis ->> 'erasures')::int = l.erasures THEN i.analysis END AS analysis
           ), s AS (
             UPDATE sessions o SET next_seq = next_seq + i.added,
               newest_line_at = ${afterLines('i.added', 'o')},
               last_active_at = CASE WHEN t.kind = 'message' THEN now() ELSE last_active_at END,
               ${analysisColumns('t.analysis', 'o')}
             FROM t JOIN i USING (session_id) WHERE o.id = t.session_id
             RETURNING o.id, o.erasures, o.next_seq - i.added AS seq, o.newest_line_at AS last_at
           ), u AS (
             INSERT INTO utterances (session_id, seq, turn_id, speaker, text, segment_index, total_segments,
               interrupted, ts)
             SELECT s.id, s.seq + x.n - 1 - i.kept, i.turn_id, 'agent', x.text, x.n - 1, cardinality(i.texts),
               i.status <> 'done' AND x.n = cardinality(i.texts),
               s.last_at - (cardinality(i.texts) - x.n) * ${SEGMENT_STEP}
             FROM s JOIN i ON i.session_id = s.id, unnest(i.texts) WITH ORDINALITY AS x (text, n)
             WHERE x.n > i.kept
           ), e AS (
             INSERT INTO events (session_id, kind, payload)
             SELECT s.id, x.kind, x.payload
             FROM s JOIN i ON i.session_id = s.id, jsonb_to_recordset(i.events) AS x (kind text, payload jsonb)
           )${analysisParts('$3::jsonb', 's')}${continues ? COMPLETED : ''}
           SELECT id, seq, ${tellWatchers('s.id')}::text AS told FROM s`,
    values: [
      JSON.stringify(turns.map(presentTurnEnd)),
      turns.map((turn) => turn.sessionId),
      presentAnalyses(turns.flatMap(({ analysis }) => analysis ?? [])),
    ],
  });
  const seqs = new Map(rows.map(({ id, seq }) => [id, seq]));
  return turns.map(({ sessionId }) => seqs.get(sessionId) ?? null);
}

/** The end of a turn in the shape that {@link saveEnds} reads. */
function presentTurnEnd(turn: TurnEnd) {
  return {
    session_id: turn.sessionId,
    turn_id: turn.turnId,
    status: turn.status,
    model: turn.model,
    provider: turn.provider,
    text: turn.text.toWellFormed(),
    knowledge: turn.knowledge,
    texts: turn.segments.map(({ text }) => text.toWellFormed()),
    kept_text: turn.keptText.toWellFormed(),
    kept: turn.keptSegments,
    added: Math.max(0, turn.segments.length - turn.keptSegments),
    events: turn.events,
    usage: keptUsage(turn.usage),
    trace: turn.trace,
    // Only what belongs in the session's row; the signals are passed in a separate list.
    analysis: turn.analysis && JSON.parse(presentAnalyses([{ ...turn.analysis, signals: [] }]))[0],
  };
}
