import type {
  AdminEvent,
  AdminExtract,
  AdminSession,
  AdminSummary,
  AdminUtterance,
  ScoreStep,
  SessionDetail,
  TurnWaterfall,
} from '@understudy/contract/admin';
import { sessionQuery } from '@understudy/contract/admin-calls';
import type { Pool } from 'pg';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { AdminScope } from '../accounts/index.ts';
import { samePerson } from '../leads/index.ts';
import { bookingsOfSession } from '../scheduling/index.ts';
import { readItemsOf } from './action-items.ts';
import { noteReader, readNotes } from './notes.ts';
import { NO_SESSION, presentSession, SESSION_COLUMNS, type SessionRow } from './session-rows.ts';

/** Utterances per response: more than almost any conversation has. */
const MAX_UTTERANCES = 500;
const MAX_EXTRACTS = 500;
/** Events per response: more than any conversation has, unless its page sends events on purpose. */
const MAX_EVENTS = 2_000;
/** Other sessions of the same lead that are listed. */
const MAX_OTHER_SESSIONS = 20;

/** The stages of the page's latency trace. */
const STAGES = ['utterance_sent', 'transcribed', 'first_word', 'first_audio', 'playback_start'] as const;

/**
 * SQL: whether the visitor interrupted utterance `u` of turn `t`. Not so if a lost connection cut the reply short,
 * which only marks the utterance.
 */
export const WAS_INTERRUPTED = `u.interrupted AND t.status IS NOT DISTINCT FROM 'interrupted'`;

/** The details without notes and action items, which are read separately. */
type ReadDetail = Omit<SessionDetail, 'notes' | 'action_items'>;

type DetailRow = SessionRow &
  Pick<SessionDetail['session'], 'company' | 'role' | 'mode' | 'page'> &
  Pick<SessionDetail, 'show'> & { reasons: string[] | null };

/**
 * Reads the details of a session; null if the id is unknown or the visitor did not consent.
 * @param after the sequence number of the utterance after which the transcript begins; -1 for its beginning
 */
export async function readSessionDetail(pool: Pool, id: string, after: number): Promise<ReadDetail | null> {
  const { rows } = await pool.query<DetailRow>({
    name: 'dashboard_session',
    text: `SELECT ${SESSION_COLUMNS}, s.mode, s.host_page AS page, coalesce(s.email, l.email) AS email,
             coalesce(s.phone, l.phone) AS phone, coalesce(x.company, l.company) AS company,
             coalesce(x.entities ->> 'role', l.role) AS role, x.reasons, (
               SELECT jsonb_build_object('active', s.ended_at IS NULL AND (h.state -> 'active')::boolean)
               FROM shows h WHERE h.session_id = s.id
             ) AS show
           FROM sessions s LEFT JOIN leads l ON l.visitor_id = s.visitor_id LEFT JOIN LATERAL (
             SELECT company, entities, reasons FROM extracts x WHERE x.session_id = s.id ORDER BY seq DESC, id DESC
               LIMIT 1
           ) AS x ON true WHERE s.id = $1 AND s.consent`,
    values: [id],
  });
  const row = rows[0];
  if (!row) return null;
  const [utterances, summary, extracts, events, score, other_sessions, bookings] = await Promise.all([
    readUtterances(pool, id, after),
    readSummary(pool, id),
    readExtracts(pool, id),
    readEvents(pool, id),
    readScore(pool, id),
    readOtherSessions(pool, id, row.visitor_id),
    bookingsOfSession(pool, id),
  ]);
  const { company, role, mode, page } = row;
  const shown = utterances.slice(0, MAX_UTTERANCES);
  return {
    session: { ...presentSession(row), company, role, mode, page },
    utterances: shown,
    more_after: utterances.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
    summary,
    extracts,
    events,
    reasons: row.reasons ?? [],
    score,
    waterfalls: events
      .filter(({ kind }) => kind === 'voice_turn')
      .flatMap(({ payload }) => latencyTraceOf(payload) ?? []),
    other_sessions,
    show: row.show,
    bookings,
  };
}

async function readUtterances(pool: Pool, id: string, after: number): Promise<AdminUtterance[]> {
  const { rows } = await pool.query<Omit<AdminUtterance, 'ts'> & { ts: Date }>({
    name: 'dashboard_utterances',
    text: `SELECT u.id, u.seq, u.turn_id, u.speaker, u.author, u.text, u.ts, ${WAS_INTERRUPTED} AS interrupted
           FROM utterances u LEFT JOIN turns t ON t.session_id = u.session_id AND t.turn_id = u.turn_id
           WHERE u.session_id = $1 AND ($2 < 0 OR (u.ts, u.seq) > (
             SELECT ts, seq FROM utterances WHERE session_id = $1 AND seq = $2
           )) ORDER BY u.ts, u.seq LIMIT ${MAX_UTTERANCES + 1}`,
    values: [id, after],
  });
  return rows.map((row) => ({ ...row, ts: row.ts.toISOString() }));
}

async function readSummary(pool: Pool, id: string): Promise<AdminSummary | null> {
  const { rows } = await pool.query<AdminSummary>({
    name: 'dashboard_summary',
    text: `SELECT session_id, executive_summary, action_items, topics, open_questions, sentiment, writer
           FROM summaries WHERE session_id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

async function readExtracts(pool: Pool, id: string): Promise<AdminExtract[]> {
  const { rows } = await pool.query<Omit<AdminExtract, 'id' | 'created_at'> & { id: string; created_at: Date }>({
    name: 'dashboard_extracts',
    text: `SELECT id, seq, intent, confidence, lead_score, analyser, created_at FROM extracts
           WHERE session_id = $1 ORDER BY seq DESC, id DESC LIMIT ${MAX_EXTRACTS}`,
    values: [id],
  });
  return rows.map((row) => ({ ...row, id: Number(row.id), created_at: row.created_at.toISOString() }));
}

async function readEvents(pool: Pool, id: string): Promise<AdminEvent[]> {
  const { rows } = await pool.query<Omit<AdminEvent, 'ts'> & { ts: Date }>({
    name: 'dashboard_events',
    text: `SELECT id::text, kind, payload, ts FROM events WHERE session_id = $1 ORDER BY ts, id LIMIT ${MAX_EVENTS}`,
    values: [id],
  });
  return rows.map((row) => ({ ...row, ts: row.ts.toISOString() }));
}

async function readScore(pool: Pool, id: string): Promise<ScoreStep[]> {
  const { rows } = await pool.query<Omit<ScoreStep, 'created_at' | 'score'> & { created_at: Date; score: string }>({
    name: 'dashboard_score',
    // The score is the running sum, clamped to 0 to 100.
    text: `SELECT rule, points, quote, seq, from_char AS "from", to_char AS "to", created_at,
             least(100, greatest(0, sum(points) OVER (ORDER BY n))) AS score
           FROM lead_signals WHERE session_id = $1 ORDER BY n`,
    values: [id],
  });
  return rows.map((row) => ({ ...row, score: Number(row.score), created_at: row.created_at.toISOString() }));
}

/** The newest other sessions of the person. */
async function readOtherSessions(pool: Pool, id: string, visitorId: string): Promise<AdminSession[]> {
  const { rows } = await pool.query<SessionRow>({
    name: 'dashboard_other_sessions',
    text: `SELECT ${SESSION_COLUMNS} FROM sessions s WHERE s.consent AND s.id <> $1 AND s.visitor_id IN (
             ${samePerson('SELECT $2::uuid')}
           ) ORDER BY s.started_at DESC, s.id DESC LIMIT ${MAX_OTHER_SESSIONS}`,
    values: [id, visitorId],
  });
  return rows.map(presentSession);
}

/**
 * The latency trace in an event's payload; null if that names no turn. It comes from a browser: invalid values count as
 * unknown.
 */
function latencyTraceOf(payload: unknown): TurnWaterfall | null {
  const trace = (payload ?? {}) as Record<string, unknown>;
  if (typeof trace['turn_id'] !== 'string') return null;
  const [utterance_sent_ms, transcribed_ms, first_word_ms, first_audio_ms, playback_start_ms] = STAGES.map((stage) => {
    const time = trace[stage];
    return typeof time === 'number' && time >= 0 ? time : null;
  });
  return {
    turn_id: trace['turn_id'].slice(0, 36),
    utterance_sent_ms: utterance_sent_ms ?? null,
    transcribed_ms: transcribed_ms ?? null,
    first_word_ms: first_word_ms ?? null,
    first_audio_ms: first_audio_ms ?? null,
    playback_start_ms: playback_start_ms ?? null,
  };
}

/** Mounts the details of a session. */
export function mountSessionDetail({ http, pool, actorOf }: AdminScope): void {
  http.get('/sessions/:id', async (request): Promise<SessionDetail> => {
    const id = idOf(request, 'id', NO_SESSION);
    const { after = -1 } = parseBody(sessionQuery, request.query);
    const detail = orNotFound(await readSessionDetail(pool, id, after), NO_SESSION);
    const [notes, action_items] = await Promise.all([
      readNotes(pool, id, noteReader(actorOf(request))),
      readItemsOf(pool, id),
    ]);
    return { ...detail, notes, action_items };
  });
}
