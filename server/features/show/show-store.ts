import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Queries } from '../../platform/database/transaction.ts';
import type { ShowState, Theme } from './engine/show-state.ts';
import type { rememberShow } from './present-show.ts';

/** The channel on which instances tell each other which show has news; the payload is its session's id and version. */
export const SHOW_CHANNEL = 'shows';
/** In place of the version: the conversation is over. A trigger says so too when it is deleted while it runs. */
export const SHOW_ENDED = 'ended';
/** Messages of a show that a reconnecting page can still get. */
const KEPT_EVENTS = 500;

/** A show as it was read. */
export interface StoredShow {
  state: ShowState;
  version: number;
}

/** What a session is to its show. */
export interface ShowSession {
  visitorId: string;
  consent: boolean;
  isEnded: boolean;
  show: StoredShow | null;
}

/** A numbered message. */
export interface ShowEventRow {
  type: string;
  data: Record<string, unknown>;
  isPrivate: boolean;
}

/**
 * JSON that the database takes: without NUL and without halves of pairs. A backslash that somebody wrote is an escape
 * of its own, so that what follows it stays.
 */
function storable(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json;
  return json.replace(/\\(?:u0000|ud[89a-f][\da-f]{2}|.)/g, (found) => (/^\\u(?:0000|d)/.test(found) ? '' : found));
}

/**
 * Reads a session with its show; null for an unknown session.
 *
 * @param known a state of the show that is taken if it is still its newest; null for none
 */
export async function readShow(
  pool: Pool,
  sessionId: string,
  known: StoredShow | null = null,
): Promise<ShowSession | null> {
  const { rows } = await pool.query({
    name: 'show_read',
    text: `SELECT s.visitor_id, s.consent, s.ended_at IS NOT NULL AS ended, h.version,
        CASE WHEN h.version IS DISTINCT FROM $2 THEN h.state END AS state
      FROM sessions s LEFT JOIN shows h ON h.session_id = s.id WHERE s.id = $1`,
    values: [sessionId, known?.version ?? null],
  });
  const [row] = rows;
  if (!row) return null;
  const show: StoredShow | null = row.state ? { state: row.state, version: row.version } : row.version && known;
  return { visitorId: row.visitor_id, consent: row.consent, isEnded: row.ended, show };
}

/** The newest turn of a show in which one side said these words, with the line that holds them; null if it did not. */
export async function readQuotedTurn(
  pool: Pool,
  sessionId: string,
  speaker: 'visitor' | 'agent',
  words: string,
): Promise<{ turnId: string; line: string } | null> {
  const { rows } = await pool.query<{ turnId: string; line: string }>({
    name: 'show_quoted_turn',
    text: `SELECT u.turn_id AS "turnId", u.text AS line FROM utterances u
      JOIN turns t ON t.session_id = u.session_id AND t.turn_id = u.turn_id AND t.performer
      WHERE u.session_id = $1 AND u.speaker = $2 AND position($3 IN u.text) > 0
      ORDER BY u.ts DESC, u.seq DESC LIMIT 1`,
    values: [sessionId, speaker, words],
  });
  return rows[0] ?? null;
}

/** A turn in performer mode came after the show's end: what was said in it is none of the episode. */
export async function leaveShow(pool: Pool, sessionId: string, turnId: string): Promise<void> {
  await pool.query({
    name: 'show_leave',
    text: 'UPDATE turns SET performer = false WHERE session_id = $1 AND turn_id = $2',
    values: [sessionId, turnId],
  });
}

/** A show with some of its messages, up to the newest. */
export interface ShowNews extends StoredShow {
  /** Number of the newest message. */
  last: number;
  /** Oldest first. */
  events: (ShowEventRow & { seq: number })[];
}

/** Creates a show, unless another call has just done so. */
export async function insertShow(pool: Pool, sessionId: string, visitorId: string, state: ShowState): Promise<void> {
  await pool.query({
    name: 'show_insert',
    text: 'INSERT INTO shows (session_id, visitor_id, state) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [sessionId, visitorId, JSON.stringify(state)],
  });
}

/** The number and themes of the visitor's newest episode in another conversation; null for none. */
export async function readLastEpisode(
  pool: Pool,
  visitorId: string,
  sessionId: string,
): Promise<{ number: number; themes: Theme[] } | null> {
  const { rows } = await pool.query({
    name: 'show_last_episode',
    text: `SELECT episode_number AS number, coalesce(memory -> 'themes', '[]'::jsonb) AS themes FROM show_memories
      WHERE visitor_id = $1 AND session_id <> $2 ORDER BY episode_number DESC LIMIT 1`,
    values: [visitorId, sessionId],
  });
  return rows[0] ?? null;
}

/** What a show is saved with. */
interface SavedShow {
  state: ShowState;
  events: readonly ShowEventRow[];
  /** What is kept of the episode, if that is due and the visitor agreed that the conversation is kept. */
  memory: Memory | null;
  /** Whether something was said, or may be, to which an agreement to publish the episode does not reach. */
  lapses: boolean;
}

/** What is kept of an episode. */
type Memory = ReturnType<typeof rememberShow>;

/**
 * Saves a show's new state with its messages and memory, and tells all instances, in one statement. Without consent, or
 * once it is withdrawn, private messages and the memory are left out. An agreement to publish the episode lapses, with
 * the published page, while the show is on air, and by what the visitor says after a stop.
 *
 * @param version the version that was read
 * @returns the number of the first of the messages; null, with nothing saved, if the show has another version by now
 */
export async function saveShow(
  db: Queries,
  sessionId: string,
  version: number,
  { state, events, memory, lapses }: SavedShow,
): Promise<number | null> {
  const { rows } = await db.query<{ first: number }>({
    name: 'show_save',
    // The session is locked before the show, as an erasure does; else each could wait for the other. The lock also
    // makes a withdrawal of consent wait, or its outcome count here.
    text: `WITH s AS (
        SELECT id, visitor_id FROM sessions WHERE id = $1 AND consent FOR KEY SHARE
      ), u AS (
        UPDATE shows SET state = $3, version = version + 1, next_event = next_event + $5, updated_at = now()
        WHERE session_id = $1 AND version = $2 AND (SELECT count(*) FROM s) >= 0
        RETURNING version, next_event - $5 AS first
      ), e AS (
        INSERT INTO show_events (session_id, seq, type, data, is_private)
        SELECT $1, u.first + x.n::int - 1, x.event ->> 'type', x.event -> 'data', (x.event ->> 'isPrivate')::boolean
        FROM u, jsonb_array_elements($4::jsonb) WITH ORDINALITY AS x (event, n)
        WHERE EXISTS (SELECT FROM s) OR NOT (x.event ->> 'isPrivate')::boolean
      ), d AS (
        DELETE FROM show_events o USING u WHERE o.session_id = $1 AND o.seq < u.first - ${KEPT_EVENTS}
      ), r AS (
        -- Who agreed to publishing has not heard what is said from now on.
        UPDATE show_memories SET publishing_agreed_at = NULL, slug = NULL, published = NULL, published_at = NULL,
          memory = coalesce($6, memory)
        FROM u WHERE session_id = $1 AND $10 AND publishing_agreed_at IS NOT NULL RETURNING session_id
      ), m AS (
        INSERT INTO show_memories (session_id, id, visitor_id, episode_number, memory, started_at)
        SELECT s.id, $7, s.visitor_id, $8, $6, to_timestamp($9::double precision / 1000) FROM s, u
        WHERE $6::jsonb IS NOT NULL AND NOT EXISTS (SELECT FROM r)
        ON CONFLICT (session_id) DO UPDATE SET memory = excluded.memory
      )
      SELECT u.first, pg_notify('${SHOW_CHANNEL}', concat($1::text, ' ', u.version)) FROM u`,
    values: [
      ...[sessionId, version, storable(state), storable(events), events.length],
      ...[memory && storable(memory), randomUUID(), state.episode, state.startedAt, lapses],
    ],
  });
  return rows[0]?.first ?? null;
}

/** In place of the version: the visitor has withdrawn their consent, so that nobody may watch any more. */
export const SHOW_WITHDRAWN = 'withdrawn';

/** Conversations go off the record: their words leave the shows' messages, and directors are sent away. */
export async function withdrawShows(db: Queries, sessionIds: readonly string[]): Promise<void> {
  await db.query('DELETE FROM show_events WHERE session_id = ANY ($1::uuid[]) AND is_private', [sessionIds]);
  await db.query(`SELECT pg_notify('${SHOW_CHANNEL}', id || ' ${SHOW_WITHDRAWN}') FROM unnest($1::text[]) AS w (id)`, [
    sessionIds,
  ]);
}

/** Tells all instances that a conversation is over. */
export async function tellEnd(pool: Pool, sessionId: string): Promise<void> {
  await pool.query(`SELECT pg_notify('${SHOW_CHANNEL}', $1)`, [`${sessionId} ${SHOW_ENDED}`]);
}

/** Those of these conversations that are over or erased, and those that are kept no more. */
export async function readFinished(
  pool: Pool,
  sessionIds: readonly string[],
): Promise<{ id: string; isOver: boolean }[]> {
  const { rows } = await pool.query<{ id: string; isOver: boolean }>({
    name: 'show_sessions_over',
    text: `SELECT w.id, s.id IS NULL OR s.ended_at IS NOT NULL AS "isOver"
      FROM unnest($1::uuid[]) AS w (id) LEFT JOIN sessions s ON s.id = w.id
      WHERE s.id IS NULL OR s.ended_at IS NOT NULL OR NOT s.consent`,
    values: [sessionIds],
  });
  return rows;
}

/** The messages of a show after a number, oldest first, and its state. */
export async function readShowEvents(pool: Pool, sessionId: string, after: number): Promise<ShowNews | null> {
  const { rows } = await pool.query({
    name: 'show_events_after',
    text: `SELECT h.state, h.version, h.next_event - 1 AS last, coalesce(
        (SELECT jsonb_agg(jsonb_build_object('seq', e.seq, 'type', e.type, 'data', e.data, 'isPrivate', e.is_private)
          ORDER BY e.seq) FROM show_events e WHERE e.session_id = h.session_id AND e.seq > $2), '[]'::jsonb) AS events
      FROM shows h WHERE h.session_id = $1`,
    values: [sessionId, after],
  });
  return rows[0] ?? null;
}

/** What demos have been worth before audiences. */
export async function readDemoRecords(
  pool: Pool,
): Promise<{ id: string; worth: number; uses: number; updated_at: Date }[]> {
  const { rows } = await pool.query(
    `SELECT demo_id AS id, (metrics ->> 'overall_effectiveness')::float8 AS worth,
      (metrics ->> 'usage_count')::int AS uses, updated_at FROM demo_performance`,
  );
  return rows;
}

/** The learnt performance of demos, by id. */
export async function readDemoPerformance(pool: Pool): Promise<Map<string, number>> {
  return new Map((await readDemoRecords(pool)).map(({ id, worth }) => [id, worth]));
}

/**
 * Learns from one use of a demo (section 7: upsert into `demo_performance`).
 *
 * @param start the performance of a demo that was not used before
 * @param rate the share of the way to the reward, 0 to 1
 * @returns its performance now, 0 to 1
 */
export async function learnDemo(
  pool: Pool,
  id: string,
  { start, reward, rate }: { start: number; reward: number; rate: number },
): Promise<number> {
  const { rows } = await pool.query<{ worth: number }>({
    name: 'demo_learn',
    text: `INSERT INTO demo_performance AS d (demo_id, metrics) VALUES
        ($1, jsonb_build_object('usage_count', 1,
          'overall_effectiveness', $2::float8 + $4::float8 * ($3::float8 - $2::float8)))
      ON CONFLICT (demo_id) DO UPDATE SET updated_at = now(), metrics = jsonb_build_object(
        'overall_effectiveness', (d.metrics ->> 'overall_effectiveness')::float8
          + $4::float8 * ($3::float8 - (d.metrics ->> 'overall_effectiveness')::float8),
        'usage_count', (d.metrics ->> 'usage_count')::int + 1)
      RETURNING (d.metrics ->> 'overall_effectiveness')::float8 AS worth`,
    values: [id, start, reward, rate],
  });
  return rows[0]?.worth ?? start;
}
