import { type Page, type SearchHit, type SessionsPage, SORTS, type Sort } from '@understudy/contract/admin';
import { searchQuery, sessionsQuery } from '@understudy/contract/admin-calls';
import type { Pool } from 'pg';
import { z } from 'zod';
import { microseconds, pageOf, readCursor } from '../../platform/database/cursor.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import type { AdminScope } from '../accounts/index.ts';
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
import { spanFor } from './local-days.ts';
import {
  type ListSource,
  listSourceFor,
  presentSession,
  readListed,
  SESSION_COLUMNS,
  type SessionRow,
} from './session-rows.ts';
import { readCounts } from './totals.ts';
import { type FoundRow, readOpenings, searchTranscripts } from './transcripts.ts';

/**
 * Sessions that a search scans in order before it uses the index. A frequent match fills the page from the first
 * ones; if they fill a third of it, more are scanned. For a rare match, the index finds all hits and sorts them,
 * which reads rows scattered over the table and would cost more than a scan for frequent ones.
 */
const SCANNED = { first: 2_000, more: 8_000 } as const;
/** Likewise for counting hits, which costs less. */
const SCANNED_TO_COUNT = 4_000;
/** Hits are counted up to this number; beyond it, the total is reported as more. */
const MAX_COUNTED_HITS = 1_000;
/** Up to this many sessions, a search of one or two letters matches anywhere in all of them. */
const MAX_SESSIONS_TO_MATCH_ANYWHERE = 20_000;
/** People whose name or address matches come before transcripts, but must not crowd them out. */
const MAX_CONTACTS = 5;

/** A requested page; `cursor` is null for the first one. */
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
  total: Math.min(found, MAX_COUNTED_HITS),
  total_is_more: found > MAX_COUNTED_HITS,
});

/**
 * A page of sessions, filtered, searched, sorted and limited by the database. It uses a cursor rather than an offset,
 * so that new sessions do not shift the pages.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function listSessions(source: ListSource, query: SessionsQuery): Promise<SessionsPage> {
  const { pool } = source;
  const { filter, sort, limit } = query;
  const schema = pageCursor.refine((cursor) => cursor.sort === sort);
  const at = readCursor(schema, query.cursor);
  const counted = readCounts(pool, filter.from, filter.intent);
  const search = filter.q === null ? null : { q: filter.q, matching: await matchingFor(filter.q, counted) };
  const page = { filter, sort, after: at?.after ?? null, most: limit + 1 };
  const [all, { rows, seen }] = await Promise.all([counted, readPage(source, page, search)]);
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

/** A search of one or two letters matches only beginnings of words if there are too many sessions to scan them all. */
async function matchingFor(q: string, sessions: Promise<{ total: number }>): Promise<Matching> {
  if (isIndexable(q) || !/[a-z0-9]/i.test(q)) return 'anywhere';
  return (await sessions).total <= MAX_SESSIONS_TO_MATCH_ANYWHERE ? 'anywhere' : 'beginnings';
}

/** A part of a sorted list. */
interface Section {
  filter: SessionFilter;
  sort: Sort;
  /** Null for the beginning. */
  after: SessionCursor | null;
  /** The maximum number of rows. */
  most: number;
}

/** Hits counted while a page was read. */
interface Seen {
  hits: number;
  /** The number of sessions that were scanned for them; null if the index found all hits. */
  among: number | null;
}

/** The rows of a page and, for a search, the hits counted on the way. */
async function readPage(
  source: ListSource,
  { filter, sort, after, most }: Section,
  search: Search | null,
): Promise<{ rows: ListedRow[]; seen: Seen }> {
  const scan = async (among: number) => {
    const parameters = new Parameters();
    const listed = keysetPage(filter, sort, after, among, parameters);
    if (!search) return { rows: await readRows(source, listed, parameters), seen: { hits: 0, among } };
    const isHit = matches(search.q, search.matching, parameters);
    const page = `SELECT *, count(*) OVER ()::int AS hits FROM (${listed}) AS l WHERE ${isHit}
      ORDER BY ${ORDER} LIMIT ${parameters.add(most)}`;
    const rows = await readRows(source, page, parameters, { also: 'p.hits AS cursor_hits' });
    return { rows, seen: { hits: rows[0]?.cursor_hits ?? 0, among } };
  };
  if (!search) return scan(most);
  const readIndexed = () => readIndexedPage(source, { filter, sort, after, most }, search);
  if (isWholeAddress(search.q)) return readIndexed();
  let found = await scan(SCANNED.first);
  for (const among of nextScans(found.rows.length, most)) {
    if (found.rows.length === most) break;
    found = await scan(among);
  }
  return found.rows.length === most ? found : readIndexed();
}

/** A complete address matches so rarely that scanning before using the index would be wasted. */
const isWholeAddress = (q: string) => /^[^@\s]{3,}@[^@\s]{4,}$/.test(q.trim());

/**
 * How many sessions to scan next, given how many rows the first scan found: twice the number needed if hits are
 * spread evenly, then the maximum. None if the first scan found so little that scanning is not worth it.
 */
function nextScans(found: number, most: number): number[] {
  if (found < most / 3) return [];
  const likely = Math.ceil((SCANNED.first * (2 * most - found)) / found);
  return likely < SCANNED.more / 2 ? [likely, SCANNED.more] : [SCANNED.more];
}

/** Reads a page of a search through the index, which finds all hits. For rare matches. */
async function readIndexedPage(
  source: ListSource,
  { filter, sort, after, most }: Section,
  { q, matching }: Search,
): Promise<{ rows: ListedRow[]; seen: Seen }> {
  const parameters = new Parameters();
  const before = `f AS MATERIALIZED (${searchHits(filter, q, matching, sort, parameters)})`;
  const page = `SELECT * FROM f WHERE ${afterCursor(after, parameters)}
    ORDER BY ${ORDER} LIMIT ${parameters.add(most)}`;
  const also = `(SELECT count(*)::int FROM (SELECT FROM f LIMIT ${MAX_COUNTED_HITS + 1}) AS c) AS cursor_hits`;
  const rows = await readRows(source, page, parameters, { before, also });
  return { rows, seen: { hits: rows[0]?.cursor_hits ?? 0, among: null } };
}

/** A row with its keyset, and the hits counted for a search. */
type ListedRow = SessionRow & { cursor_key: number; cursor_started_at: string; cursor_hits?: number };

/** The position of a row. */
const cursorOf = (row: ListedRow): SessionCursor => ({
  key: row.cursor_key,
  startedAt: row.cursor_started_at,
  id: row.id,
});

/**
 * Reads the listed columns of the sessions that a statement finds. Not a prepared statement: the best plan depends on
 * how much of the table is requested, and a cached plan would be shared by all requests.
 *
 * @param options.before SQL of a common table expression that the statement uses
 * @param options.also SQL of a further column
 */
function readRows(
  source: ListSource,
  listed: string,
  parameters: Parameters,
  { before, also }: { before?: string; also?: string } = {},
): Promise<ListedRow[]> {
  const statement = (columns: string) =>
    `WITH ${before ? `${before}, ` : ''}p AS MATERIALIZED (${listed})
     SELECT ${columns}, ${CURSOR_COLUMNS}${also ? `, ${also}` : ''}
     FROM p JOIN sessions s ON s.id = p.id ORDER BY p.key DESC, p.started_at DESC, p.id DESC`;
  return readListed<ListedRow>(source, statement, parameters.values);
}

/**
 * Counts the hits of a search, up to {@link MAX_COUNTED_HITS}. For one or two letters, the index would return a large
 * part of all sessions, so that only the hits already seen are counted.
 * @param known.seen what reading the page has counted
 * @param known.sessions the number of all sessions of the list, whether they match or not
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
        FROM (SELECT FROM f LIMIT ${MAX_COUNTED_HITS + 1}) AS h`,
      parameters.values,
    );
    return hitsOf(rows[0]?.hits ?? 0);
  };
  // If hits are this frequent, the newest sessions alone are likely to exceed the limit.
  const areFrequent = (seen.hits / seen.among) * SCANNED_TO_COUNT > MAX_COUNTED_HITS;
  if (sessions <= SCANNED_TO_COUNT || areFrequent) {
    const along = new Parameters();
    const newest = keysetPage(filter, 'date', null, SCANNED_TO_COUNT, along);
    const common = await counted(`SELECT FROM (${newest}) AS l WHERE ${matches(q, matching, along)}`, along);
    if (common.total_is_more || sessions <= SCANNED_TO_COUNT) return common;
  }
  if (matching === 'beginnings') return { total: seen.hits, total_is_more: true };
  const parameters = new Parameters();
  return counted(searchHits(filter, q, matching, 'date', parameters), parameters);
}

/** The newest sessions whose name, address or visitor id contains a text. */
async function findContacts(source: ListSource, q: string, most: number): Promise<SessionRow[]> {
  const filter: SessionFilter = { from: new Date(0), intent: null, q };
  const matching = isIndexable(q) ? 'anywhere' : 'beginnings';
  return (await readPage(source, { filter, sort: 'date', after: null, most }, { q, matching })).rows;
}

/** One step of reading a list to its end: the matching rows, and where the next step begins. */
interface Step {
  rows: SessionRow[];
  /** Null at the end. */
  next: SessionCursor | null;
}

/** Scans the next `most` sessions of a list, and returns those that match the search. */
export async function stepThrough(pool: Pool, { filter, sort, after, most }: Section): Promise<Step> {
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

/** A hit in the wire's shape. */
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
  source: ListSource,
  query: { q: string; cursor: string | null; limit: number },
): Promise<Page<SearchHit>> {
  const isFirst = query.cursor === null;
  const [contacts, said] = await Promise.all([
    isFirst ? findContacts(source, query.q, MAX_CONTACTS) : [],
    searchTranscripts(source.pool, query),
  ]);
  const ids = new Set(said.rows.map(({ id }) => id));
  const others = contacts.map(({ id }) => id).filter((id) => !ids.has(id));
  const people = others.length > 0 ? await readOpenings(source.pool, others) : [];
  return { items: [...people, ...said.rows].map(presentHit), next_cursor: said.next_cursor };
}

/** Mounts the list and the search of sessions. */
export function mountSessionList({ http, pool, now }: AdminScope): void {
  http.get('/sessions', async (request): Promise<SessionsPage> => {
    const { range, intent, q, sort, cursor, limit } = parseBody(sessionsQuery, request.query);
    const { start } = await spanFor({ pool, now }, { range });
    return listSessions(listSourceFor(pool, request), {
      filter: { from: new Date(start), intent, q },
      sort,
      cursor,
      limit,
    });
  });

  http.get('/search', async (request): Promise<Page<SearchHit>> => {
    const { q, cursor, limit } = parseBody(searchQuery, request.query);
    return q === null
      ? { items: [], next_cursor: null }
      : searchEverywhere(listSourceFor(pool, request), { q, cursor, limit });
  });
}
