import type { Pool } from 'pg';
import { fromMicroseconds, momentAndId, pageOf, readCursor, toMicroseconds } from './cursor.ts';
import { SESSION_COLUMNS, type SessionRow } from './session-rows.ts';

/** Conversations that are looked at one by one before the index is asked: what many have is found among them. */
const LOOK_AT = 1_500;
/** Running conversations, which have no words in the index yet, that a search looks through. */
const OPEN_MAX = 100;
/** What is indexed of one conversation, in characters: more than any has, and less than PostgreSQL's limit. */
const INDEXED_MAX_CHARS = 200_000;
/** Shorter words are looked for as they are, longer ones also as beginnings of words. */
const PREFIX_FROM_CHARS = 3;

/**
 * Makes a kept conversation that is over one that the search finds. Safe to run twice. It is no part of a turn, which
 * would have to wait for it.
 */
export async function indexTranscript(pool: Pool, sessionId: string): Promise<void> {
  await pool.query({
    name: 'index_transcript',
    text: `INSERT INTO transcripts (session_id, started_at, words)
           SELECT s.id, s.started_at,
             to_tsvector('simple', left(string_agg(u.text, E'\\n' ORDER BY u.seq), ${INDEXED_MAX_CHARS}))
           FROM sessions s JOIN utterances u ON u.session_id = s.id
           WHERE s.id = $1 AND s.consent AND s.ended_at IS NOT NULL GROUP BY s.id
           ON CONFLICT (session_id) DO UPDATE SET words = excluded.words`,
    values: [sessionId],
  });
}

/** An utterance in which words were found, with its session. */
export interface FoundRow extends SessionRow {
  seq: number;
  speaker: 'visitor' | 'agent';
  excerpt: string;
}

/**
 * A page of conversations in which all words occur, the newest first, each with the utterance that has most of them.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function searchTranscripts(
  pool: Pool,
  { q, cursor, limit }: { q: string; cursor: string | null; limit: number },
): Promise<{ rows: FoundRow[]; next_cursor: string | null }> {
  const after = readCursor(momentAndId, cursor);
  const words = q.replace(/['\\]/g, ' ').split(/\s+/).filter(Boolean);
  const terms = words.map((word) => `'${word}'${word.length >= PREFIX_FROM_CHARS ? ':*' : ''}`);
  const all = terms.join(' & ');
  const runs = words.map(longestRun);
  const values = [all, after?.[0] ?? null, after?.[1] ?? null, limit + 1];
  const looked = await readHits(pool, NEWEST_HITS, values);
  const hits = looked.length > limit ? looked : await readHits(pool, INDEXED_HITS, values);
  const running = after ? [] : await readHits(pool, RUNNING_HITS, [terms, runs]);
  const page = pageOf(hits, limit, ({ cursor_at, id }) => [cursor_at, id]);
  const ids = [...running, ...page.items].map(({ id }) => id);
  return {
    rows: await readExcerpts(pool, ids, { all, any: terms.join(' | '), runs }),
    next_cursor: page.next_cursor,
  };
}

interface Hit {
  id: string;
  cursor_at: string;
}

const HIT_COLUMNS = `session_id AS id, ${toMicroseconds('started_at')} AS cursor_at`;
const AFTER_CURSOR = `($2::text IS NULL OR (started_at, session_id) < (${fromMicroseconds('$2')}, $3::uuid))`;
const NEWEST = 'ORDER BY started_at DESC, session_id DESC';
const QUERY = `to_tsquery('simple', $1)`;

/** Along the newest ones. */
const NEWEST_HITS = `SELECT ${HIT_COLUMNS} FROM (
    SELECT session_id, started_at, words FROM transcripts WHERE ${AFTER_CURSOR} ${NEWEST} LIMIT ${LOOK_AT}
  ) AS l WHERE words @@ ${QUERY} ${NEWEST} LIMIT $4`;
/** By the index, all of them, of which there are few. */
const INDEXED_HITS = `WITH f AS MATERIALIZED (SELECT session_id, started_at FROM transcripts WHERE words @@ ${QUERY})
  SELECT ${HIT_COLUMNS} FROM f WHERE ${AFTER_CURSOR} ${NEWEST} LIMIT $4`;
/**
 * Running conversations in which each word stands in some utterance. An utterance is only split into words, which is
 * dear, where the word's longest run of letters or digits is in it at all. Words of nothing but signs do not count, as
 * in ASKING.
 */
const RUNNING_HITS = `WITH w AS MATERIALIZED (
    SELECT to_tsquery('simple', term) AS query, lower(run) AS run FROM unnest($1::text[], $2::text[]) AS w (term, run)
    WHERE numnode(to_tsquery('simple', term)) > 0
  )
  SELECT s.id, '' AS cursor_at FROM (
    SELECT id, started_at FROM sessions WHERE ended_at IS NULL AND consent ORDER BY started_at DESC LIMIT ${OPEN_MAX}
  ) AS s WHERE EXISTS (SELECT FROM w) AND NOT EXISTS (
    SELECT FROM w WHERE (
      SELECT true FROM utterances u WHERE u.session_id = s.id AND strpos(lower(u.text), w.run) > 0
        AND to_tsvector('simple', u.text) @@ w.query LIMIT 1
    ) IS NULL
  ) ORDER BY s.started_at DESC`;

/** The longest run of letters or digits in a word; '' where it has none. */
const longestRun = (word: string): string =>
  (word.match(/[\p{L}\p{N}]+/gu) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');

async function readHits(pool: Pool, text: string, values: unknown[]): Promise<Hit[]> {
  return (await pool.query<Hit>(text, values)).rows;
}

/** What ts_headline is told: what was found stands between U+0002 and U+0003, which no kept text has. */
const HEADLINE = 'StartSel="\u0002", StopSel="\u0003", MaxWords=30, MinWords=15, ShortWord=0';

/**
 * Sessions in the order of their ids, each with the utterance that has all of the words, or else most of them; rather
 * the visitor's than the twin's, which repeats much. Dots stand where the excerpt leaves something out.
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

/** Sessions in the order of their ids, each with what was said first in it. */
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
