import type { SessionsPage, Sort } from '@understudy/contract/admin';
import { SORTS } from '@understudy/contract/admin';
import type { Pool } from 'pg';
import { z } from 'zod';
import { microseconds, pageOf, readCursor } from './cursor.ts';
import { isIndexable, type Matching, matches, Parameters, type SessionFilter } from './filter.ts';
import { afterCursor, CURSOR_COLUMNS, keysetPage, ORDER, type SessionCursor, searchHits } from './keyset.ts';
import { type Lists, readListed } from './read-listed.ts';
import { presentSession, SESSION_COLUMNS, type SessionRow } from './session-rows.ts';
import { readCounts } from './totals.ts';

/**
 * Sessions that are looked at one by one for a search before the index is asked: what many have is found among them.
 * Where a third of a page is, the rest of it is likely to be found among some more. What is rarer is read by the index
 * as a whole and sorted, row by row from wherever it lies, which for what many have would be dearer than looking.
 */
const LOOK_AT = { first: 2_000, more: 8_000 } as const;
/** The same while the hits of a search are counted, which goes along the table and so costs less. */
const COUNT_AMONG = 4_000;
/** Hits of a search are counted up to this; more are told as more. */
const COUNT_HITS_MAX = 1_000;
/** Up to so many sessions a search of one or two letters looks into all of them. */
const READ_ALL_MAX = 20_000;

/** Which page of which list. */
export interface SessionsQuery {
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
/** The hits that were counted for the first page go along, so that the next ones need not count again. */
const pageCursor = z.strictObject({
  sort: z.enum(SORTS),
  after: sessionCursor,
  hits: z.strictObject({ total: z.int().min(0), total_is_more: z.boolean() }).nullable(),
});

/** How many a search finds. */
type Hits = Pick<SessionsPage, 'total' | 'total_is_more'>;

const hitsOf = (found: number): Hits => ({
  total: Math.min(found, COUNT_HITS_MAX),
  total_is_more: found > COUNT_HITS_MAX,
});

/**
 * A page of sessions: filtered, searched, sorted and cut by the database. It follows a cursor, not a number of rows, so
 * that what begins meanwhile moves nothing.
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

/** What is searched, and how. */
interface Search {
  q: string;
  matching: Matching;
}

/** A search of one or two letters finds beginnings of words where there are too many sessions to look into each. */
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

/** How many hits a search has had among so many sessions; `among` is null where all were looked at, by the index. */
interface Seen {
  hits: number;
  among: number | null;
}

/**
 * The rows of a page, and of a search what was seen on the way to them. Of all hits one more is counted than is told.
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

/** What hardly two people have: whoever looks for it first looks in vain. */
const isWholeAddress = (q: string) => /^[^@\s]{3,}@[^@\s]{4,}$/.test(q.trim());

/**
 * Among how many sessions to look next, where so many of a page were found among the first: twice as many as would do
 * were they spread evenly, then many. None where so few were found that it is not worth it.
 */
function lookOn(found: number, most: number): number[] {
  if (found < most / 3) return [];
  const likely = Math.ceil((LOOK_AT.first * (2 * most - found)) / found);
  return likely < LOOK_AT.more / 2 ? [likely, LOOK_AT.more] : [LOOK_AT.more];
}

/** The rows of a page of a search that few have: by the index, which gives all hits. */
async function ask(
  lists: Lists,
  { filter, sort, after, most }: PageOf,
  { q, matching }: Search,
): Promise<{ rows: ListedRow[]; seen: Seen }> {
  const parameters = new Parameters();
  const before = `f AS MATERIALIZED (${searchHits(filter, q, matching, sort, parameters)})`;
  const page = `SELECT * FROM f WHERE ${afterCursor(after, parameters)} ORDER BY ${ORDER} LIMIT ${parameters.add(most)}`;
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
 * Reads what lists show of the sessions that a statement finds. Not by a prepared statement: its plan depends on how
 * much of the table is asked for, and a plan that is kept would be one for everybody.
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
 * Counts the hits of a search, up to COUNT_HITS_MAX. Of one or two letters, which would have the index give a good part
 * of all sessions, only those that were seen.
 * @param known.seen what was seen on the way to the page
 * @param known.sessions how many sessions there are, with and without a hit
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
  // Where so many have it, the newest alone are likely to be more than are counted.
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

/** The newest sessions whose name, address or visitor id holds a text. */
export async function findContacts(lists: Lists, q: string, most: number): Promise<SessionRow[]> {
  const filter: SessionFilter = { from: new Date(0), intent: null, q };
  const matching = isIndexable(q) ? 'anywhere' : 'beginnings';
  return (await readPage(lists, { filter, sort: 'date', after: null, most }, { q, matching })).rows;
}

/** A step of a list that is read to its end: what it shows of the sessions that were looked at, and where it got to. */
export interface Step {
  rows: SessionRow[];
  /** Null at the end. */
  next: SessionCursor | null;
}

/** Looks at the next so many sessions of a list; of these it gives the ones that the search finds. */
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
