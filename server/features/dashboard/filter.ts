import type { Intent } from '@understudy/contract/leads';

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
export function matchesIndexed(q: string, matching: Matching, parameters: Parameters): string {
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
