import type { Sort } from '@understudy/contract/admin';
import { UTTERANCES_PER_MINUTE } from '@understudy/contract/constants';
import type { Intent } from '@understudy/contract/leads';
import { fromMicroseconds, toMicroseconds } from '../../platform/database/cursor.ts';

/** Filters for sessions. Sessions without consent are never listed. */
export interface SessionFilter {
  /** The earliest start, inclusive. */
  from: Date;
  intent: Intent | null;
  /** Part of a name, address or visitor id; null for no search. */
  q: string | null;
}

/** Collects the parameters of an SQL statement while its text is built. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * How a search matches names, addresses and ids: anywhere in them, or only at the beginning of one of them or of a
 * word.
 */
export type Matching = 'anywhere' | 'beginnings';

/** Whether the trigram index supports the text: it needs runs of three letters or digits, or letters beyond ASCII. */
export function isIndexable(q: string): boolean {
  return /[a-z0-9]{3}|[^\p{ASCII}]/iu.test(q);
}

/** SQL: whether a session matches the search, evaluated on its row. */
export function matches(q: string, matching: Matching, parameters: Parameters): string {
  const words = `lower(concat_ws(E'\\n', contact_name, email, visitor_id::text))`;
  return matching === 'anywhere'
    ? `${words} LIKE ${parameters.add(`%${escapeLike(q.toLowerCase())}%`)}`
    : `${words} ~ ${parameters.add(`(^|\\s)${escapeRegex(q.toLowerCase())}`)}`;
}

/**
 * LIKE patterns for what may precede a beginning: for one or two letters, the index only has the beginnings of words.
 */
const BEFORE = ['', '% ', '%\n'];

/** Like {@link matches}, but through the index on sessions that have ended. */
function matchesIndexed(q: string, matching: Matching, parameters: Parameters): string {
  const key = 'contact_key(contact_name, email, visitor_id)';
  const own = matches(q, matching, parameters);
  const asKey = escapeBytes(q.toLowerCase());
  const before = matching === 'anywhere' ? ['%'] : BEFORE;
  const found = before.map((start) => `${key} LIKE ${parameters.add(`${start}${escapeLike(asKey)}%`)}`);
  return `(${found.join(' OR ')}) AND ${own}`;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const escapeRegex = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');

/** Escapes bytes as PostgreSQL's `encode(…, 'escape')` does: bytes beyond ASCII become octal digits. */
function escapeBytes(text: string): string {
  let escaped = '';
  for (const byte of Buffer.from(text)) {
    if (byte === 0x5c) escaped += '\\\\';
    else escaped += byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`;
  }
  return escaped;
}

/** The keyset of a row in a sorted list of sessions: sort value, start and id. */
export interface SessionCursor {
  /** The score or the minutes; 0 if the list is sorted by date. */
  key: number;
  /** Microseconds since 1970. */
  startedAt: string;
  id: string;
}

/**
 * SQL: the estimated minutes of a running session (specification, section 9), in proportion to its utterances, at
 * least one.
 */
export const minutesOf = (utterances: string): string =>
  `greatest(1, round(${utterances} / ${UTTERANCES_PER_MINUTE}.0))::int`;

/**
 * The sort value of each list: for sessions that have ended, the indexed column; for running ones, the current value.
 */
const KEYS: Record<Sort, { over: string | null; running: string }> = {
  score: { over: 'final_score', running: 'lead_score' },
  date: { over: null, running: '0' },
  // As the list shows it (specification, section 9); the length of a session without utterances is unknown and sorts
  // last.
  duration: {
    over: 'minutes',
    running: `CASE WHEN next_seq > 0 THEN ${minutesOf('next_seq')} ELSE -1 END`,
  },
};

/** Columns read of each candidate session. */
const READ = 'id, started_at, contact_name, email, visitor_id';

/**
 * SQL of the sessions after a cursor, highest sort value first, and newest first among equal ones. Keyset pagination:
 * each part scans an index from the cursor on and stops at the limit, so that a page costs the same anywhere in the
 * list. Yields `id, key, started_at` and the searched columns.
 */
export function keysetPage(
  filter: Pick<SessionFilter, 'from' | 'intent'>,
  sort: Sort,
  after: SessionCursor | null,
  most: number,
  parameters: Parameters,
): string {
  const { over, running } = KEYS[sort];
  const from = parameters.add(filter.from);
  const limit = parameters.add(most);
  const since = `consent AND started_at >= ${from}`;
  const intent = filter.intent && `final_intent = ${parameters.add(filter.intent)}`;
  const ordered = (key: string | null, where: (string | null)[]) =>
    `(SELECT ${READ}, ${key ?? '0'} AS key FROM sessions WHERE ${where.filter(Boolean).join(' AND ')}
      ORDER BY ${key ? `${key} DESC, ` : ''}started_at DESC, id DESC LIMIT ${limit})`;
  const ended = [since, 'ended_at IS NOT NULL', intent];
  const parts: string[] = [];
  if (!after) parts.push(ordered(over, ended));
  else {
    const later = `(started_at, id) < (${startOf(after, parameters)}, ${idOf(after, parameters)})`;
    if (over === null) parts.push(ordered(null, [...ended, later]));
    // Split in two, so that each part enters the index by equality or by a range of its first column.
    else {
      const key = keyOf(after, parameters);
      parts.push(ordered(over, [...ended, `${over} = ${key}`, later]));
      parts.push(ordered(over, [...ended, `${over} < ${key}`]));
    }
  }
  // The intent of a session is settled at its end, so that a list filtered by intent contains no running ones.
  if (!filter.intent) {
    const open = `(SELECT ${READ}, ${running} AS key FROM sessions WHERE ${since} AND ended_at IS NULL) AS r`;
    parts.push(`(SELECT * FROM ${open} WHERE ${afterCursor(after, parameters)} ORDER BY ${ORDER} LIMIT ${limit})`);
  }
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS w ORDER BY ${ORDER} LIMIT ${limit}`;
}

/**
 * SQL of all sessions that match a search, unordered; those that have ended are found through the search index,
 * whatever the sort order. For rare matches.
 */
export function searchHits(
  filter: Pick<SessionFilter, 'from' | 'intent'>,
  q: string,
  matching: Matching,
  sort: Sort,
  parameters: Parameters,
): string {
  const { over, running } = KEYS[sort];
  const since = `consent AND started_at >= ${parameters.add(filter.from)}`;
  const intent = filter.intent ? `AND final_intent = ${parameters.add(filter.intent)}` : '';
  const ended = `SELECT ${READ}, ${over ?? '0'} AS key FROM sessions
    WHERE ${since} AND ended_at IS NOT NULL ${intent} AND ${matchesIndexed(q, matching, parameters)}`;
  if (filter.intent) return ended;
  const open = `SELECT ${READ}, ${running} AS key FROM sessions
    WHERE ${since} AND ended_at IS NULL AND ${matches(q, matching, parameters)}`;
  return `${ended} UNION ALL ${open}`;
}

/** SQL condition on rows of {@link keysetPage} or {@link searchHits}: the row comes after the cursor. */
export function afterCursor(after: SessionCursor | null, parameters: Parameters): string {
  if (!after) return 'true';
  const cursor = [keyOf(after, parameters), startOf(after, parameters), idOf(after, parameters)];
  return `(key, started_at, id) < (${cursor.join(', ')})`;
}

/** The order of every list of sessions. */
export const ORDER = 'key DESC, started_at DESC, id DESC';

const keyOf = (cursor: SessionCursor, parameters: Parameters) => `${parameters.add(cursor.key)}::int`;
const startOf = (cursor: SessionCursor, parameters: Parameters) => fromMicroseconds(parameters.add(cursor.startedAt));
const idOf = (cursor: SessionCursor, parameters: Parameters) => `${parameters.add(cursor.id)}::uuid`;

/** SQL: the columns of the cursor for a row of {@link keysetPage}. */
export const CURSOR_COLUMNS = `p.key AS cursor_key, ${toMicroseconds('p.started_at')} AS cursor_started_at`;
