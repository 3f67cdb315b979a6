import type { SessionsPage, Sort } from '@understudy/contract/admin';
import { SORTS } from '@understudy/contract/admin';
import type { Pool } from 'pg';
import { z } from 'zod';
import { microseconds, readCursor, writeCursor } from './cursor.ts';
import { isIndexable, type Matching, matches, Parameters, type SessionFilter } from './filter.ts';
import { presentSession, SESSION_COLUMNS, type SessionRow } from './session-rows.ts';
import { readCounts } from './totals.ts';
import { follows, found, ORDER, PLACE_COLUMNS, type Place, walk } from './walk.ts';

/**
 * Sessions that are looked at one by one for a search before the index is asked: what many have is found among them. Where
 * a third of a page is, the rest of it is likely to be found among some more. What is rarer is read by the index as a
 * whole and sorted, row by row from wherever it lies, which for what many have would be dearer than looking.
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

const place = z.strictObject({ key: z.int().min(-1).max(2_147_483_647), startedAt: microseconds, id: z.guid() });
/** The hits that were counted for the first page go along, so that the next ones need not count again. */
const pageCursor = z.strictObject({
  sort: z.enum(SORTS),
  after: place,
  hits: z.strictObject({ total: z.int().min(0), total_is_more: z.boolean() }).nullable(),
});

/** How many a search finds. */
type Hits = Pick<SessionsPage, 'total' | 'total_is_more'>;

const hitsOf = (found: number): Hits => ({
  total: Math.min(found, COUNT_HITS_MAX),
  total_is_more: found > COUNT_HITS_MAX,
});

/**
 * A page of sessions: filtered, searched, sorted and cut by the database. It follows a place, not a number of rows, so
 * that what begins meanwhile moves nothing.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function listSessions(pool: Pool, query: SessionsQuery): Promise<SessionsPage> {
  const { filter, sort, limit } = query;
  const schema = pageCursor.refine((cursor) => cursor.sort === sort);
  const at = readCursor(schema, query.cursor);
  const all = await readCounts(pool, filter.from, filter.intent);
  const search = filter.q === null ? null : { q: filter.q, matching: howToMatch(filter.q, all.total) };
  const after = at?.after ?? null;
  const { rows, total } = await readPage(pool, { filter, sort, after, most: limit + 1 }, search);
  const counted = total === null ? null : hitsOf(total);
  const hits: Hits | null =
    search && (at?.hits ?? counted ?? (await countHits(pool, filter, search, all.total, rows.length)));
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map(presentSession),
    next_cursor: last ? writeCursor({ sort, after: placeOf(last), hits }) : null,
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
function howToMatch(q: string, sessions: number): Matching {
  return isIndexable(q) || !/[a-z0-9]/i.test(q) || sessions <= READ_ALL_MAX ? 'anywhere' : 'beginnings';
}

interface PageOf {
  filter: SessionFilter;
  sort: Sort;
  after: Place | null;
  most: number;
}

/** The rows of a page; `total` where the index was asked, which gives all hits, of which are counted one more than told. */
async function readPage(
  pool: Pool,
  { filter, sort, after, most }: PageOf,
  search: Search | null,
): Promise<{ rows: PlacedRow[]; total: number | null }> {
  const look = (among: number) => {
    const parameters = new Parameters();
    const steps = walk(filter, sort, after, among, parameters);
    if (!search) return readRows(pool, steps, parameters);
    const isHit = matches(search.q, search.matching, parameters);
    const seen = `SELECT * FROM (${steps}) AS l WHERE ${isHit} ORDER BY ${ORDER} LIMIT ${parameters.add(most)}`;
    return readRows(pool, seen, parameters);
  };
  if (!search) return { rows: await look(most), total: null };
  let rows = await look(LOOK_AT.first);
  if (rows.length < most && rows.length >= most / 3) rows = await look(LOOK_AT.more);
  if (rows.length === most) return { rows, total: null };
  const asked = new Parameters();
  const hits = `f AS MATERIALIZED (${found(filter, search.q, search.matching, sort, asked)})`;
  const page = `SELECT * FROM f WHERE ${follows(after, asked)} ORDER BY ${ORDER} LIMIT ${asked.add(most)}`;
  const total = `(SELECT count(*)::int FROM (SELECT FROM f LIMIT ${COUNT_HITS_MAX + 1}) AS c)`;
  rows = await readRows(pool, page, asked, { before: hits, total });
  return { rows, total: rows[0]?.place_total ?? 0 };
}

type PlacedRow = SessionRow & { place_key: number; place_started_at: string; place_total?: number };

const placeOf = (row: PlacedRow): Place => ({ key: row.place_key, startedAt: row.place_started_at, id: row.id });

/**
 * Reads what lists show of the sessions that a statement finds. Not by a prepared statement: its plan depends on how
 * much of the table is asked for, and a plan that is kept would be one for everybody.
 */
async function readRows(
  pool: Pool,
  places: string,
  parameters: Parameters,
  { before, total }: { before?: string; total?: string } = {},
): Promise<PlacedRow[]> {
  const { rows } = await pool.query<PlacedRow>(
    `WITH ${before ? `${before}, ` : ''}p AS MATERIALIZED (${places})
     SELECT ${SESSION_COLUMNS}, ${PLACE_COLUMNS}${total ? `, ${total} AS place_total` : ''}
     FROM p JOIN sessions s ON s.id = p.id ORDER BY p.key DESC, p.started_at DESC, p.id DESC`,
    parameters.values,
  );
  return rows;
}

/**
 * Counts the hits of a search that many have, up to COUNT_HITS_MAX. Of one or two letters, which would have the index give
 * a good part of all sessions, only those among the newest.
 * @param sessions how many there are with and without a hit
 * @param seen how many are known already
 */
async function countHits(
  pool: Pool,
  filter: SessionFilter,
  { q, matching }: Search,
  sessions: number,
  seen: number,
): Promise<Hits> {
  const counted = async (hits: string, parameters: Parameters) => {
    const { rows } = await pool.query<{ hits: number }>(
      `WITH f AS MATERIALIZED (${hits}) SELECT count(*)::int AS hits FROM (SELECT FROM f LIMIT ${COUNT_HITS_MAX + 1}) AS h`,
      parameters.values,
    );
    return hitsOf(rows[0]?.hits ?? 0);
  };
  const along = new Parameters();
  const newest = walk(filter, 'date', null, COUNT_AMONG, along);
  const common = await counted(`SELECT FROM (${newest}) AS l WHERE ${matches(q, matching, along)}`, along);
  if (common.total_is_more || sessions <= COUNT_AMONG) return common;
  if (matching === 'beginnings') return { total: Math.max(seen, common.total), total_is_more: true };
  const parameters = new Parameters();
  return counted(found(filter, q, matching, 'date', parameters), parameters);
}

/** The newest sessions whose name, address or visitor id holds a text. */
export async function findContacts(pool: Pool, q: string, most: number): Promise<SessionRow[]> {
  const filter: SessionFilter = { from: new Date(0), intent: null, q };
  const matching = isIndexable(q) ? 'anywhere' : 'beginnings';
  return (await readPage(pool, { filter, sort: 'date', after: null, most }, { q, matching })).rows;
}

/** A step of a list that is read to its end: what it shows of the sessions that were looked at, and where it got to. */
export interface Step {
  rows: SessionRow[];
  /** Null at the end. */
  next: Place | null;
}

/** Looks at the next so many sessions of a list; of these it gives the ones that the search finds. */
export async function stepThrough(pool: Pool, { filter, sort, after, most }: PageOf): Promise<Step> {
  const parameters = new Parameters();
  const steps = walk(filter, sort, after, most, parameters);
  const isHit = filter.q === null ? 'true' : matches(filter.q, 'anywhere', parameters);
  const { rows } = await pool.query<PlacedRow & { is_hit: boolean }>(
    `WITH p AS MATERIALIZED (SELECT id, started_at, key, ${isHit} AS is_hit FROM (${steps}) AS l)
     SELECT p.is_hit, ${PLACE_COLUMNS}, d.* FROM p LEFT JOIN LATERAL (
       SELECT ${SESSION_COLUMNS} FROM sessions s WHERE s.id = p.id
     ) AS d ON p.is_hit
     ORDER BY p.key DESC, p.started_at DESC, p.id DESC`,
    parameters.values,
  );
  const last = rows.length === most ? rows.at(-1) : undefined;
  return { rows: rows.filter((row) => row.is_hit), next: last ? placeOf(last) : null };
}
