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

/** Whether the trigram index helps with the text: it needs three letters or digits in a row, or one beyond ASCII. */
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

/** LIKE patterns of what may precede the beginning of a word. */
const BEFORE_WORD = ['', '% ', '%\n'];

/** SQL: like {@link matches}, but through the search index, which covers sessions that have ended. */
function matchesIndexed(q: string, matching: Matching, parameters: Parameters): string {
  const key = 'contact_key(contact_name, email, visitor_id)';
  const own = matches(q, matching, parameters);
  const asKey = escapeBytes(q.toLowerCase());
  const before = matching === 'anywhere' ? ['%'] : BEFORE_WORD;
  const found = before.map((start) => `${key} LIKE ${parameters.add(`${start}${escapeLike(asKey)}%`)}`);
  return `(${found.join(' OR ')}) AND ${own}`;
}

/** Escapes what LIKE would read as a pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
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

/** SQL: the estimated minutes of a running session, at least one, in proportion to its utterances (section 9). */
export const minutesOf = (utterances: string): string =>
  `greatest(1, round(${utterances} / ${UTTERANCES_PER_MINUTE}.0))::int`;

/**
 * SQL of the sort value of each order: for sessions that have ended the indexed column, for running ones the current
 * value. Null if the start alone decides.
 */
const SORT_VALUES: Record<Sort, { ended: string | null; running: string }> = {
  score: { ended: 'final_score', running: 'lead_score' },
  date: { ended: null, running: '0' },
  // As the list shows it (section 9). The length of a session without utterances is unknown, and sorts last.
  duration: {
    ended: 'minutes',
    running: `CASE WHEN next_seq > 0 THEN ${minutesOf('next_seq')} ELSE -1 END`,
  },
};

/** Columns read of each candidate session, besides its sort value. */
const CANDIDATE_COLUMNS = 'id, started_at, contact_name, email, visitor_id';

/**
 * SQL of the sessions after a cursor, highest sort value first, and newest first among equal ones. Each part scans an
 * index from the cursor on and stops at the limit, so that a page costs the same anywhere in the list (keyset
 * pagination). Yields the sort value as `key`, and {@link CANDIDATE_COLUMNS}.
 *
 * @param most the maximum number of rows
 */
export function keysetPage(
  filter: Pick<SessionFilter, 'from' | 'intent'>,
  sort: Sort,
  after: SessionCursor | null,
  most: number,
  parameters: Parameters,
): string {
  const { ended, running } = SORT_VALUES[sort];
  const from = parameters.add(filter.from);
  const limit = parameters.add(most);
  const since = `consent AND started_at >= ${from}`;
  const intent = filter.intent && `final_intent = ${parameters.add(filter.intent)}`;
  const ordered = (key: string | null, where: (string | null)[]) =>
    `(SELECT ${CANDIDATE_COLUMNS}, ${key ?? '0'} AS key FROM sessions WHERE ${where.filter(Boolean).join(' AND ')}
      ORDER BY ${key ? `${key} DESC, ` : ''}started_at DESC, id DESC LIMIT ${limit})`;
  const hasEnded = [since, 'ended_at IS NOT NULL', intent];
  const parts: string[] = [];
  if (!after) parts.push(ordered(ended, hasEnded));
  else {
    const later = `(started_at, id) < (${startOf(after, parameters)}, ${idOf(after, parameters)})`;
    if (ended === null) parts.push(ordered(null, [...hasEnded, later]));
    // Split in two, so that each part enters the index by equality or by a range of its first column.
    else {
      const key = keyOf(after, parameters);
      parts.push(ordered(ended, [...hasEnded, `${ended} = ${key}`, later]));
      parts.push(ordered(ended, [...hasEnded, `${ended} < ${key}`]));
    }
  }
  // A session has an intent only once it has ended, so that a list filtered by intent contains no running ones.
  if (!filter.intent) {
    const open = `(SELECT ${CANDIDATE_COLUMNS}, ${running} AS key FROM sessions
      WHERE ${since} AND ended_at IS NULL) AS r`;
    parts.push(`(SELECT * FROM ${open} WHERE ${afterCursor(after, parameters)} ORDER BY ${ORDER} LIMIT ${limit})`);
  }
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS w ORDER BY ${ORDER} LIMIT ${limit}`;
}

/**
 * SQL of all sessions that match a search, unordered, with the columns of {@link keysetPage}. Finds those that have
 * ended through the search index, which is fast for rare matches only.
 */
export function searchHits(
  filter: Pick<SessionFilter, 'from' | 'intent'>,
  q: string,
  matching: Matching,
  sort: Sort,
  parameters: Parameters,
): string {
  const { ended, running } = SORT_VALUES[sort];
  const since = `consent AND started_at >= ${parameters.add(filter.from)}`;
  const intent = filter.intent ? `AND final_intent = ${parameters.add(filter.intent)}` : '';
  const endedHits = `SELECT ${CANDIDATE_COLUMNS}, ${ended ?? '0'} AS key FROM sessions
    WHERE ${since} AND ended_at IS NOT NULL ${intent} AND ${matchesIndexed(q, matching, parameters)}`;
  if (filter.intent) return endedHits;
  const runningHits = `SELECT ${CANDIDATE_COLUMNS}, ${running} AS key FROM sessions
    WHERE ${since} AND ended_at IS NULL AND ${matches(q, matching, parameters)}`;
  return `${endedHits} UNION ALL ${runningHits}`;
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
