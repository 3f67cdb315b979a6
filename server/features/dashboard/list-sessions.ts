import { type Page, type SearchHit, type SessionsPage, SORTS, type Sort } from '@understudy/contract/admin';
import type { Pool } from 'pg';
import { z } from 'zod';
import { microseconds, pageOf, readCursor } from '../../platform/database/cursor.ts';
import {
  afterCursor,
  CURSOR_COLUMNS,
  isIndexable,
  keysetPage,
  type Matching,
  matches,
  ORDER,
  Parameters,
  type SessionCursor,
  type SessionFilter,
  searchHits,
} from './keyset.ts';
import { type Lists, presentSession, readListed, SESSION_COLUMNS, type SessionRow } from './session-rows.ts';
import { readCounts } from './totals.ts';
import { type FoundRow, readOpenings, searchTranscripts } from './transcripts.ts';

/**
 * Sessions that a search scans in order before it uses the index. A frequent match fills the page from the first
 * ones; if they fill a third of it, more are scanned. For a rare match, the index finds all hits and sorts them,
 * which reads rows scattered over the table and would cost more than a scan for frequent ones.
 */
const LOOK_AT = { first: 2_000, more: 8_000 } as const;
/** Likewise when counting hits, which scans the table in order and costs less. */
const COUNT_AMONG = 4_000;
/** Hits are counted up to this; beyond it, the total is reported as more. */
const COUNT_HITS_MAX = 1_000;
/** Up to this many sessions, a search of one or two letters matches anywhere in all of them. */
const READ_ALL_MAX = 20_000;

interface SessionsQuery {
  filter: SessionFilter;
  sort: Sort;
  cursor: string | null;
  limit: number;
}

const sessionCursor = z.strictObject({
  key: z.int().min(-1).max(2_147_483_647),
  startedAt: microseconds,
  id: z.guid(),
});
/** Includes the hits counted for the first page, so that later pages need not count again. */
const pageCursor = z.strictObject({
  sort: z.enum(SORTS),
  after: sessionCursor,
  hits: z.strictObject({ total: z.int().min(0), total_is_more: z.boolean() }).nullable(),
});

/** The number of hits of a search. */
type Hits = Pick<SessionsPage, 'total' | 'total_is_more'>;

const hitsOf = (found: number): Hits => ({
  total: Math.min(found, COUNT_HITS_MAX),
  total_is_more: found > COUNT_HITS_MAX,
});

/**
 * A page of sessions, filtered, searched, sorted and limited by the database. It uses a cursor rather than an offset,
 * so that new sessions do not shift the pages.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function listSessions(lists: Lists, query: SessionsQuery): Promise<SessionsPage> {
  const { pool } = lists;
  const { filter, sort, limit } = query;
  const schema = pageCursor.refine((cursor) => cursor.sort === sort);
  const at = readCursor(schema, query.cursor);
  const counted = readCounts(pool, filter.from, filter.intent);
  const search = filter.q === null ? null : { q: filter.q, matching: await howToMatch(filter.q, counted) };
  const page = { filter, sort, after: at?.after ?? null, most: limit + 1 };
  const [all, { rows, seen }] = await Promise.all([counted, readPage(lists, page, search)]);
  const hits = search && (at?.hits ?? (await countHits(pool, filter, search, { seen, sessions: all.total })));
  const shown = pageOf(rows, limit, (last) => ({ sort, after: cursorOf(last), hits }));
  return {
    items: shown.items.map(presentSession),
    next_cursor: shown.next_cursor,
    ...(hits ?? { total: all.total, total_is_more: false }),
    intents: all.intents,
  };
}

/** A search term and how it matches. */
interface Search {
  q: string;
  matching: Matching;
}

/** With too many sessions to look into each, a search of one or two letters matches only beginnings of words. */
async function howToMatch(q: string, sessions: Promise<{ total: number }>): Promise<Matching> {
  if (isIndexable(q) || !/[a-z0-9]/i.test(q)) return 'anywhere';
  return (await sessions).total <= READ_ALL_MAX ? 'anywhere' : 'beginnings';
}

interface PageOf {
  filter: SessionFilter;
  sort: Sort;
  after: SessionCursor | null;
  most: number;
}

/** How many hits there were among the first `among` sessions; null if the index counted all of them. */
interface Seen {
  hits: number;
  among: number | null;
}

/**
 * The rows of a page and, for a search, the hits counted on the way: of all hits at most one more than is reported.
 */
async function readPage(
  lists: Lists,
  { filter, sort, after, most }: PageOf,
  search: Search | null,
): Promise<{ rows: ListedRow[]; seen: Seen }> {
  const look = async (among: number) => {
    const parameters = new Parameters();
    const listed = keysetPage(filter, sort, after, among, parameters);
    if (!search) return { rows: await readRows(lists, listed, parameters), seen: { hits: 0, among } };
    const isHit = matches(search.q, search.matching, parameters);
    const page = `SELECT *, count(*) OVER ()::int AS hits FROM (${listed}) AS l WHERE ${isHit}
      ORDER BY ${ORDER} LIMIT ${parameters.add(most)}`;
    const rows = await readRows(lists, page, parameters, { also: 'p.hits AS cursor_hits' });
    return { rows, seen: { hits: rows[0]?.cursor_hits ?? 0, among } };
  };
  if (!search) return look(most);
  const asked = () => ask(lists, { filter, sort, after, most }, search);
  if (isWholeAddress(search.q)) return asked();
  let found = await look(LOOK_AT.first);
  for (const among of lookOn(found.rows.length, most)) {
    if (found.rows.length === most) break;
    found = await look(among);
  }
  return found.rows.length === most ? found : asked();
}

/** A complete address is so rare that scanning before using the index would be wasted. */
const isWholeAddress = (q: string) => /^[^@\s]{3,}@[^@\s]{4,}$/.test(q.trim());

/**
 * How many sessions to scan next, given how many rows the first scan found: twice the number needed if hits are
 * spread evenly, then the maximum. None if the first scan found so little that scanning is not worth it.
 */
function lookOn(found: number, most: number): number[] {
  if (found < most / 3) return [];
  const likely = Math.ceil((LOOK_AT.first * (2 * most - found)) / found);
  return likely < LOOK_AT.more / 2 ? [likely, LOOK_AT.more] : [LOOK_AT.more];
}

/** Reads a page of a search with rare matches through the index, which yields all hits. */
async function ask(
  lists: Lists,
  { filter, sort, after, most }: PageOf,
  { q, matching }: Search,
): Promise<{ rows: ListedRow[]; seen: Seen }> {
  const parameters = new Parameters();
  const before = `f AS MATERIALIZED (${searchHits(filter, q, matching, sort, parameters)})`;
  const page = `SELECT * FROM f WHERE ${afterCursor(after, parameters)}
    ORDER BY ${ORDER} LIMIT ${parameters.add(most)}`;
  const also = `(SELECT count(*)::int FROM (SELECT FROM f LIMIT ${COUNT_HITS_MAX + 1}) AS c) AS cursor_hits`;
  const rows = await readRows(lists, page, parameters, { before, also });
  return { rows, seen: { hits: rows[0]?.cursor_hits ?? 0, among: null } };
}

type ListedRow = SessionRow & { cursor_key: number; cursor_started_at: string; cursor_hits?: number };

const cursorOf = (row: ListedRow): SessionCursor => ({
  key: row.cursor_key,
  startedAt: row.cursor_started_at,
  id: row.id,
});

/**
 * Reads the listed columns of the sessions that a statement finds. Not a prepared statement: the best plan depends on
 * how much of the table is requested, and a cached plan would be shared by all requests.
 */
function readRows(
  lists: Lists,
  listed: string,
  parameters: Parameters,
  { before, also }: { before?: string; also?: string } = {},
): Promise<ListedRow[]> {
  const statement = (columns: string) =>
    `WITH ${before ? `${before}, ` : ''}p AS MATERIALIZED (${listed})
     SELECT ${columns}, ${CURSOR_COLUMNS}${also ? `, ${also}` : ''}
     FROM p JOIN sessions s ON s.id = p.id ORDER BY p.key DESC, p.started_at DESC, p.id DESC`;
  return readListed<ListedRow>(lists, statement, parameters.values);
}

/**
 * Counts the hits of a search, up to COUNT_HITS_MAX. For one or two letters, the index would return a large part of
 * all sessions, so that only the hits already seen are counted.
 * @param known.seen what reading the page has counted
 * @param known.sessions the number of all sessions, with and without a hit
 */
async function countHits(
  pool: Pool,
  filter: SessionFilter,
  { q, matching }: Search,
  known: { seen: Seen; sessions: number },
): Promise<Hits> {
  const { seen, sessions } = known;
  if (seen.among === null) return hitsOf(seen.hits);
  const counted = async (hits: string, parameters: Parameters) => {
    const { rows } = await pool.query<{ hits: number }>(
      `WITH f AS MATERIALIZED (${hits}) SELECT count(*)::int AS hits
        FROM (SELECT FROM f LIMIT ${COUNT_HITS_MAX + 1}) AS h`,
      parameters.values,
    );
    return hitsOf(rows[0]?.hits ?? 0);
  };
  // If hits are this frequent, the newest sessions alone are likely to exceed the limit.
  const areEnough = (seen.hits / seen.among) * COUNT_AMONG > COUNT_HITS_MAX;
  if (sessions <= COUNT_AMONG || areEnough) {
    const along = new Parameters();
    const newest = keysetPage(filter, 'date', null, COUNT_AMONG, along);
    const common = await counted(`SELECT FROM (${newest}) AS l WHERE ${matches(q, matching, along)}`, along);
    if (common.total_is_more || sessions <= COUNT_AMONG) return common;
  }
  if (matching === 'beginnings') return { total: seen.hits, total_is_more: true };
  const parameters = new Parameters();
  return counted(searchHits(filter, q, matching, 'date', parameters), parameters);
}

/** The newest sessions whose name, address or visitor id contains a text. */
async function findContacts(lists: Lists, q: string, most: number): Promise<SessionRow[]> {
  const filter: SessionFilter = { from: new Date(0), intent: null, q };
  const matching = isIndexable(q) ? 'anywhere' : 'beginnings';
  return (await readPage(lists, { filter, sort: 'date', after: null, most }, { q, matching })).rows;
}

/** One step of reading a list to its end: the listed rows among the sessions scanned, and the position. */
interface Step {
  rows: SessionRow[];
  /** Null at the end. */
  next: SessionCursor | null;
}

/** Scans the next `most` sessions of a list and returns those that match the search. */
export async function stepThrough(pool: Pool, { filter, sort, after, most }: PageOf): Promise<Step> {
  const parameters = new Parameters();
  const page = keysetPage(filter, sort, after, most, parameters);
  const isHit = filter.q === null ? 'true' : matches(filter.q, 'anywhere', parameters);
  const { rows } = await pool.query<ListedRow & { is_hit: boolean }>(
    `WITH p AS MATERIALIZED (SELECT id, started_at, key, ${isHit} AS is_hit FROM (${page}) AS l)
     SELECT p.is_hit, ${CURSOR_COLUMNS}, d.* FROM p LEFT JOIN LATERAL (
       SELECT ${SESSION_COLUMNS} FROM sessions s WHERE s.id = p.id
     ) AS d ON p.is_hit
     ORDER BY p.key DESC, p.started_at DESC, p.id DESC`,
    parameters.values,
  );
  const last = rows.length === most ? rows.at(-1) : undefined;
  return { rows: rows.filter((row) => row.is_hit), next: last ? cursorOf(last) : null };
}

/** People whose name or address matches come before transcripts, but must not crowd them out. */
const CONTACTS_MAX = 5;

const presentHit = ({ seq, speaker, excerpt, ...session }: FoundRow): SearchHit => ({
  session: presentSession(session),
  seq,
  speaker,
  excerpt,
});

/**
 * Searches all conversations. The first page begins with the newest conversations of people whose name or address
 * matches; then come those whose transcript matches, newest first.
 */
export async function searchEverywhere(
  lists: Lists,
  query: { q: string; cursor: string | null; limit: number },
): Promise<Page<SearchHit>> {
  const isFirst = query.cursor === null;
  const [contacts, said] = await Promise.all([
    isFirst ? findContacts(lists, query.q, CONTACTS_MAX) : [],
    searchTranscripts(lists.pool, query),
  ]);
  const ids = new Set(said.rows.map(({ id }) => id));
  const others = contacts.map(({ id }) => id).filter((id) => !ids.has(id));
  const people = others.length > 0 ? await readOpenings(lists.pool, others) : [];
  return { items: [...people, ...said.rows].map(presentHit), next_cursor: said.next_cursor };
}
