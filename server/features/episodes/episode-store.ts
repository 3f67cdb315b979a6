import type { ShowMode } from '@understudy/contract/constants';
import type {
  EpisodePublishing,
  EpisodeRating,
  EpisodeRow,
  PublicEpisode,
  RunningShow,
} from '@understudy/contract/episodes';
import type { Language } from '@understudy/contract/languages';
import { byWorth } from '@understudy/contract/reel';
import type { ShowMemory } from '@understudy/contract/show';
import { typographic } from '@understudy/contract/typography';
import type { Pool } from 'pg';
import { fromMicroseconds, momentAndId, pageOf, readCursor, toMicroseconds } from '../../platform/database/cursor.ts';
import type { Queries } from '../../platform/database/transaction.ts';
import { durationOf, type SaidLine } from './timeline.ts';

/** Shows on at the same time that are listed. */
const MAX_RUNNING = 50;
/** Lines of a transcript: more than any show has. */
const MAX_LINES = 5_000;

/** Everything stored of an episode. */
export interface StoredEpisode extends EpisodePublishing {
  session_id: string;
  visitor: string | null;
  active: boolean;
  date: string;
  visitor_rating: number | null;
  memory: Omit<ShowMemory, 'id' | 'session_id' | 'date'>;
  modes: { mode: ShowMode; at: number }[];
  /** What identifies the visitor. */
  names: string[];
  emails: string[];
  phones: string[];
}

/** A line of the show with its turn. */
export interface StoredLine extends SaidLine {
  turnId: string;
}

/** A row as the database gives it. */
type Dated<Row> = Omit<Row, 'date' | 'publishing_agreed_at' | 'published_at'> & {
  date: Date;
  publishing_agreed_at: Date | null;
  published_at: Date | null;
};

/** A kept episode as it is listed: with its moments, oldest first. */
type ListedEpisode = Omit<Dated<EpisodeRow>, 'moments' | 'highlight'> & {
  cursor_at: string;
  moments: ShowMemory['best_moments'];
};

/** Dates as the wire has them. */
function dated<Row extends Dated<object>>(row: Row) {
  return {
    ...row,
    date: row.date.toISOString(),
    publishing_agreed_at: row.publishing_agreed_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
  };
}

/** The shows that are on in conversations that visitors agreed to have kept; with a listener first, then newest. */
export async function readRunningShows(pool: Pool): Promise<RunningShow[]> {
  const { rows } = await pool.query<Omit<RunningShow, 'started_at'> & { started_ms: string }>({
    name: 'shows_running',
    text: `SELECT h.session_id, s.contact_name AS visitor, (h.state -> 'episode')::int AS episode,
        h.state ->> 'mode' AS mode, h.state ->> 'startedAt' AS started_ms, (h.state -> 'energy')::float8 AS energy,
        (h.state -> 'engagement')::float8 AS engagement, (h.state -> 'turns')::int AS turns,
        NOT coalesce(s.left_at > s.last_active_at, false) AS listening,
        greatest(0, floor(extract(epoch FROM now() - greatest(s.last_active_at,
          to_timestamp((h.state ->> 'saidAt')::float8 / 1000))) / 60))::int AS quiet_minutes
      FROM shows h JOIN sessions s ON s.id = h.session_id
      WHERE s.consent AND s.ended_at IS NULL AND (h.state -> 'active')::boolean
      ORDER BY listening DESC, s.started_at DESC, s.id DESC LIMIT ${MAX_RUNNING}`,
  });
  return rows.map(({ started_ms: started, ...row }) => ({
    ...row,
    started_at: new Date(Number(started)).toISOString(),
  }));
}

/**
 * A page of kept episodes, newest first.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function listEpisodes(pool: Pool, { cursor, limit }: { cursor: string | null; limit: number }) {
  const after = readCursor(momentAndId, cursor);
  const { rows } = await pool.query<ListedEpisode>({
    name: 'episodes_list',
    text: `SELECT m.session_id, s.contact_name AS visitor, m.episode_number, m.started_at AS date,
        (m.memory -> 'duration')::float8 AS duration, (m.memory -> 'overall_rating')::float8 AS overall_rating,
        m.visitor_rating,
        m.memory -> 'best_moments' AS moments,
        m.publishing_agreed_at, m.slug, m.published_at, ${toMicroseconds('m.started_at')} AS cursor_at
      FROM show_memories m JOIN sessions s ON s.id = m.session_id LEFT JOIN shows h ON h.session_id = m.session_id
      WHERE s.consent AND NOT coalesce(s.ended_at IS NULL AND (h.state -> 'active')::boolean, false)
        AND ($1::text IS NULL OR (m.started_at, m.session_id) < (${fromMicroseconds('$1')}, $2::uuid))
      ORDER BY m.started_at DESC, m.session_id DESC LIMIT $3`,
    values: [after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  });
  const page = pageOf(rows, limit, (row) => [row.cursor_at, row.session_id]);
  const said = await readLinesOf(
    pool,
    page.items.map((row) => row.session_id),
  );
  return { ...page, items: page.items.map((row) => presentListed(row, said.get(row.session_id) ?? [])) };
}

function presentListed({ cursor_at: _, moments, ...row }: ListedEpisode, said: readonly StoredLine[]): EpisodeRow {
  const highlight = byWorth(moments)[0]?.content;
  return dated({
    ...row,
    duration: durationOf(row.duration, said),
    moments: moments.length,
    highlight: highlight === undefined ? null : typographic(highlight),
  });
}

const EPISODE = `SELECT m.session_id, s.contact_name AS visitor, m.started_at AS date, m.visitor_rating, m.memory,
    m.publishing_agreed_at, m.slug, m.published_at,
    coalesce(s.ended_at IS NULL AND (h.state -> 'active')::boolean, false) AS active,
    coalesce(h.state -> 'modes', '[]'::jsonb) AS modes,
    ARRAY(SELECT DISTINCT n FROM (
      SELECT s.contact_name AS n UNION ALL SELECT l.name
      UNION ALL SELECT x.entities ->> 'person_name' FROM extracts x WHERE x.session_id = s.id
    ) AS named WHERE n IS NOT NULL) AS names,
    array_remove(ARRAY[s.email, l.email, s.call_request ->> 'email'], NULL) AS emails,
    array_remove(ARRAY[s.phone, l.phone], NULL) AS phones
  FROM show_memories m JOIN sessions s ON s.id = m.session_id AND s.consent
  LEFT JOIN shows h ON h.session_id = m.session_id LEFT JOIN leads l ON l.visitor_id = s.visitor_id`;

/** One kept episode; null if there is none. */
export async function readEpisode(pool: Queries, sessionId: string): Promise<StoredEpisode | null> {
  const { rows } = await pool.query<Dated<StoredEpisode>>({
    name: 'episode_read',
    text: `${EPISODE} WHERE m.session_id = $1`,
    values: [sessionId],
  });
  return rows[0] ? dated(rows[0]) : null;
}

/** What everybody may read of an episode, as it was when it was published, in each language. */
export type PublishedEpisode = Record<Language, Omit<PublicEpisode, 'published_at'>>;

/** SQL: the episode may be read by everybody. What the visitor takes back counts at once. */
const PUBLISHED = `FROM show_memories m JOIN sessions s ON s.id = m.session_id AND s.consent
  WHERE m.slug = $1 AND m.published_at IS NOT NULL AND m.publishing_agreed_at IS NOT NULL AND m.published IS NOT NULL`;

/** A published episode in a language; null if there is none at this address, or no more. */
export async function readPublished(pool: Pool, slug: string, language: Language): Promise<PublicEpisode | null> {
  const { rows } = await pool.query<{ published: PublishedEpisode[Language]; published_at: Date }>({
    name: 'episode_published',
    text: `SELECT m.published -> $2 AS published, m.published_at ${PUBLISHED}`,
    values: [slug, language],
  });
  const [row] = rows;
  if (!row) return null;
  const { published, published_at: at } = row;
  // What was published before speakers were noted has none.
  const reel = published.reel.map((moment) => ({ ...moment, speaker: moment.speaker ?? null }));
  return { ...published, reel, published_at: at.toISOString() };
}

/** Whether there is a published episode at this address. */
export async function isPublished(pool: Pool, slug: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'episode_is_published',
    text: `SELECT ${PUBLISHED}`,
    values: [slug],
  });
  return rowCount === 1;
}

/** What was said in the show, in its order. An interrupted line ends in a dash. */
export const readLines = async (pool: Queries, sessionId: string): Promise<StoredLine[]> =>
  (await readLinesOf(pool, [sessionId])).get(sessionId) ?? [];

/** What was said in several shows, by session. */
async function readLinesOf(pool: Queries, sessionIds: readonly string[]): Promise<Map<string, StoredLine[]>> {
  const { rows } = await pool.query<{
    id: string;
    turn_id: string;
    speaker: 'visitor' | 'agent';
    text: string;
    ts: Date;
  }>({
    name: 'episode_lines',
    text: `SELECT w.id, l.turn_id, l.speaker, l.text, l.ts FROM unnest($1::uuid[]) AS w (id) CROSS JOIN LATERAL (
        SELECT u.turn_id, u.speaker, u.ts, u.seq,
          CASE WHEN u.interrupted AND t.status = 'interrupted' THEN u.text || ' —' ELSE u.text END AS text
        FROM utterances u JOIN turns t ON t.session_id = u.session_id AND t.turn_id = u.turn_id AND t.performer
        WHERE u.session_id = w.id ORDER BY u.ts, u.seq LIMIT ${MAX_LINES}
      ) AS l ORDER BY l.ts, l.seq`,
    values: [sessionIds],
  });
  const said = new Map<string, StoredLine[]>();
  for (const { id, turn_id: turnId, speaker, text, ts } of rows) {
    const line: StoredLine = { turnId, text, ts: ts.getTime(), speaker: speaker === 'agent' ? 'twin' : 'visitor' };
    const lines = said.get(id);
    if (lines) lines.push(line);
    else said.set(id, [line]);
  }
  return said;
}

/** Why an episode was not published. */
export type PublishingRefusal = 'not_found' | 'not_agreed' | 'still_on';

/**
 * Publishes an episode under an address, or takes it back. An episode that is published keeps its address and what
 * was published. Runs in a transaction.
 *
 * @param publication the random part of the address, and what tells the episode; null takes it back
 */
export async function setPublished(
  db: Queries,
  sessionId: string,
  publication: {
    slug: string;
    tell(stored: StoredEpisode, said: readonly StoredLine[]): Promise<PublishedEpisode>;
  } | null,
): Promise<(EpisodePublishing & { isChanged: boolean }) | PublishingRefusal> {
  await db.query('SELECT FROM show_memories WHERE session_id = $1 FOR UPDATE', [sessionId]);
  const before = await readEpisode(db, sessionId);
  if (!before) return 'not_found';
  if (publication && before.publishing_agreed_at === null) return 'not_agreed';
  if (publication && before.active) return 'still_on';
  const told = publication && (await publication.tell(before, await readLines(db, sessionId)));
  const { rows } = await db.query<Dated<EpisodePublishing>>(
    `UPDATE show_memories SET slug = CASE WHEN $2::text IS NOT NULL THEN coalesce(slug, $2) END,
       published = CASE WHEN $2 IS NOT NULL THEN coalesce(published, $3::jsonb) END,
       published_at = CASE WHEN $2 IS NOT NULL THEN coalesce(published_at, now()) END
     WHERE session_id = $1 RETURNING started_at AS date, publishing_agreed_at, slug, published_at`,
    [sessionId, publication?.slug ?? null, told && JSON.stringify(told)],
  );
  const [row] = rows;
  if (!row) return 'not_found';
  const { date: _, ...publishing } = dated(row);
  return { ...publishing, isChanged: (before.slug === null) !== (publishing.slug === null) };
}

/** What the visitor has said of the show of a conversation: nothing, if there is no episode. */
export async function readRating(pool: Pool, sessionId: string): Promise<EpisodeRating> {
  const { rows } = await pool.query<EpisodeRating>({
    name: 'episode_rating',
    text: `SELECT visitor_rating AS rating, publishing_agreed_at IS NOT NULL AS publishing_agreed
      FROM show_memories WHERE session_id = $1`,
    values: [sessionId],
  });
  return rows[0] ?? { rating: null, publishing_agreed: false };
}

/**
 * Keeps the visitor's rating. Without their agreement a published episode is taken back at once.
 * @returns whether there is an episode
 */
export async function rateEpisode(pool: Pool, sessionId: string, rating: number, publish: boolean): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'episode_rate',
    text: `UPDATE show_memories SET visitor_rating = $2,
        publishing_agreed_at = CASE WHEN $3 THEN coalesce(publishing_agreed_at, now()) END,
        slug = CASE WHEN $3 THEN slug END, published = CASE WHEN $3 THEN published END,
        published_at = CASE WHEN $3 THEN published_at END
      WHERE session_id = $1`,
    values: [sessionId, rating, publish],
  });
  return rowCount === 1;
}
