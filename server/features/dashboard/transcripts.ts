import type { Pool } from 'pg';
import { fromMicroseconds, momentAndId, pageOf, readCursor, toMicroseconds } from '../../platform/database/cursor.ts';
import { SESSION_COLUMNS, type SessionRow } from './session-rows.ts';

/** Conversations scanned in order before the index is used, because frequent words are found among them. */
const SCANNED = 1_500;
/** Running conversations that a search scans; their text is not in the index yet. */
const MAX_RUNNING = 100;
/** Characters indexed per conversation: more than any has, and below PostgreSQL's limit. */
const MAX_INDEXED_CHARS = 200_000;
/** Words of at least this length also match as prefixes. */
const MIN_PREFIX_CHARS = 3;

/** Options of ts_headline: matches are enclosed in U+0002 and U+0003, which no stored text contains. */
const HEADLINE = 'StartSel="\u0002", StopSel="\u0003", MaxWords=30, MinWords=15, ShortWord=0';

/**
 * Indexes the transcript of a session with consent that has ended, for the search; does nothing for others. Safe to run
 * twice. A job calls it, so that no turn waits for it.
 */
export async function indexTranscript(pool: Pool, sessionId: string): Promise<void> {
  await pool.query({
    name: 'index_transcript',
    text: `INSERT INTO transcripts (session_id, started_at, words)
           SELECT s.id, s.started_at,
             to_tsvector('simple', left(string_agg(u.text, E'\\n' ORDER BY u.seq), ${MAX_INDEXED_CHARS}))
           FROM sessions s JOIN utterances u ON u.session_id = s.id
           WHERE s.id = $1 AND s.consent AND s.ended_at IS NOT NULL GROUP BY s.id
           ON CONFLICT (session_id) DO UPDATE SET words = excluded.words`,
    values: [sessionId],
  });
}

/** An utterance that matches a search, with its session. */
export interface FoundRow extends SessionRow {
  seq: number;
  speaker: 'visitor' | 'agent' | 'person';
  excerpt: string;
}

/**
 * A page of conversations that contain all words, newest first, each with the utterance that matches best.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function searchTranscripts(
  pool: Pool,
  { q, cursor, limit }: { q: string; cursor: string | null; limit: number },
): Promise<{ rows: FoundRow[]; next_cursor: string | null }> {
  const after = readCursor(momentAndId, cursor);
  const words = q.replace(/['\\]/g, ' ').split(/\s+/).filter(Boolean);
  const terms = words.map((word) => `'${word}'${word.length >= MIN_PREFIX_CHARS ? ':*' : ''}`);
  const all = terms.join(' & ');
  const runs = words.map(longestRun);
  const values = [all, after?.[0] ?? null, after?.[1] ?? null, limit + 1];
  const scanned = await readHits(pool, NEWEST_HITS, values);
  const hits = scanned.length > limit ? scanned : await readHits(pool, INDEXED_HITS, values);
  const running = after ? [] : await readHits(pool, RUNNING_HITS, [terms, runs]);
  const page = pageOf(hits, limit, ({ cursor_at, id }) => [cursor_at, id]);
  const ids = [...running, ...page.items].map(({ id }) => id);
  return {
    rows: await readExcerpts(pool, ids, { all, any: terms.join(' | '), runs }),
    next_cursor: page.next_cursor,
  };
}

/** A session that matches, with its place in the list. */
interface Hit {
  id: string;
  cursor_at: string;
}

const HIT_COLUMNS = `session_id AS id, ${toMicroseconds('started_at')} AS cursor_at`;
const AFTER_CURSOR = `($2::text IS NULL OR (started_at, session_id) < (${fromMicroseconds('$2')}, $3::uuid))`;
const NEWEST = 'ORDER BY started_at DESC, session_id DESC';
const QUERY = `to_tsquery('simple', $1)`;

/** SQL: scans the newest conversations. */
const NEWEST_HITS = `SELECT ${HIT_COLUMNS} FROM (
    SELECT session_id, started_at, words FROM transcripts WHERE ${AFTER_CURSOR} ${NEWEST} LIMIT ${SCANNED}
  ) AS l WHERE words @@ ${QUERY} ${NEWEST} LIMIT $4`;
/** SQL: uses the index, for rare words. */
const INDEXED_HITS = `WITH f AS MATERIALIZED (SELECT session_id, started_at FROM transcripts WHERE words @@ ${QUERY})
  SELECT ${HIT_COLUMNS} FROM f WHERE ${AFTER_CURSOR} ${NEWEST} LIMIT $4`;
/**
 * SQL: running conversations in which each word ($1) occurs in some utterance. Parsing an utterance into words is
 * expensive, so that this is done only if it contains the word's longest run of letters or digits ($2). Words without
 * letters or digits are ignored, as `to_tsquery` does.
 */
const RUNNING_HITS = `WITH w AS MATERIALIZED (
    SELECT to_tsquery('simple', term) AS query, lower(run) AS run FROM unnest($1::text[], $2::text[]) AS w (term, run)
    WHERE numnode(to_tsquery('simple', term)) > 0
  )
  SELECT s.id, '' AS cursor_at FROM (
    SELECT id, started_at FROM sessions WHERE ended_at IS NULL AND consent ORDER BY started_at DESC LIMIT ${MAX_RUNNING}
  ) AS s WHERE EXISTS (SELECT FROM w) AND NOT EXISTS (
    SELECT FROM w WHERE (
      SELECT true FROM utterances u WHERE u.session_id = s.id AND strpos(lower(u.text), w.run) > 0
        AND to_tsvector('simple', u.text) @@ w.query LIMIT 1
    ) IS NULL
  ) ORDER BY s.started_at DESC`;

/** The longest run of letters or digits in a word; '' if it has none. */
const longestRun = (word: string): string =>
  (word.match(/[\p{L}\p{N}]+/gu) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');

async function readHits(pool: Pool, text: string, values: unknown[]): Promise<Hit[]> {
  return (await pool.query<Hit>(text, values)).rows;
}

/**
 * Sessions in the order of their ids, each with the utterance that contains all words, or else the most. Prefers the
 * visitor's utterances, because the twin repeats much. Ellipses mark where the excerpt omits text.
 */
async function readExcerpts(
  pool: Pool,
  ids: readonly string[],
  { all, any, runs }: { all: string; any: string; runs: readonly string[] },
): Promise<FoundRow[]> {
  const { rows } = await pool.query<FoundRow>(
    `SELECT ${SESSION_COLUMNS}, u.seq, u.speaker,
       CASE WHEN starts_with(u.text, h.plain) THEN '' ELSE '… ' END || h.marked
         || CASE WHEN right(u.text, length(h.plain)) = h.plain THEN '' ELSE ' …' END AS excerpt
     FROM unnest($1::uuid[]) WITH ORDINALITY AS i (id, n) JOIN sessions s ON s.id = i.id AND s.consent
     CROSS JOIN LATERAL (
       SELECT seq, speaker, text FROM utterances o CROSS JOIN LATERAL (
         SELECT CASE WHEN EXISTS (SELECT FROM unnest($5::text[]) AS run WHERE strpos(lower(o.text), lower(run)) > 0)
           THEN to_tsvector('simple', o.text) ELSE '' END AS w
       ) AS l WHERE o.session_id = s.id
       ORDER BY w @@ to_tsquery('simple', $2) DESC, speaker = 'visitor' DESC,
         ts_rank(w, to_tsquery('simple', $3)) DESC, seq
       LIMIT 1
     ) AS u
     CROSS JOIN LATERAL (SELECT ts_headline('simple', u.text, to_tsquery('simple', $3), $4) AS text) AS e
     CROSS JOIN LATERAL (SELECT e.text AS marked, translate(e.text, E'\\x02\\x03', '') AS plain) AS h ORDER BY i.n`,
    [ids, all, any, HEADLINE, runs],
  );
  return rows;
}

/** Sessions in the order of their ids, each with its first utterance. */
export async function readOpenings(pool: Pool, ids: readonly string[]): Promise<FoundRow[]> {
  const { rows } = await pool.query<FoundRow>(
    `SELECT ${SESSION_COLUMNS}, u.seq, u.speaker, left(u.text, 200) AS excerpt
     FROM unnest($1::uuid[]) WITH ORDINALITY AS i (id, n) JOIN sessions s ON s.id = i.id AND s.consent
     CROSS JOIN LATERAL (
       SELECT seq, speaker, text FROM utterances o WHERE o.session_id = s.id ORDER BY speaker = 'visitor' DESC, seq
         LIMIT 1
     ) AS u ORDER BY i.n`,
    [ids],
  );
  return rows;
}
