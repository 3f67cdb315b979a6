import type { Intent } from '@understudy/contract/leads';

/** Which sessions a list shows. Those without consent are in none. */
export interface SessionFilter {
  /** The oldest moment at which they may have started. */
  from: Date;
  intent: Intent | null;
  /** Part of a name, address or visitor id; null for no search. */
  q: string | null;
}

/** The parameters of a statement while its text is put together. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value; gives what stands for it in the text. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * How a search is held against names, addresses and ids: anywhere in them, or where one of them or a word of them
 * begins.
 */
export type Matching = 'anywhere' | 'beginnings';

/**
 * Whether the trigram index can look for the text: it knows runs of three letters or digits, or letters beyond ASCII.
 */
export function isIndexable(q: string): boolean {
  return /[a-z0-9]{3}|[^\p{ASCII}]/iu.test(q);
}

/** SQL: whether a session's own words hold what is searched, read from the row. */
export function matches(q: string, matching: Matching, parameters: Parameters): string {
  const words = `lower(concat_ws(E'\\n', contact_name, email, visitor_id::text))`;
  return matching === 'anywhere'
    ? `${words} LIKE ${parameters.add(`%${escapeLike(q.toLowerCase())}%`)}`
    : `${words} ~ ${parameters.add(`(^|\\s)${escapeRegex(q.toLowerCase())}`)}`;
}

/**
 * What may stand before a beginning, as LIKE has it: of one letter or two, the index knows only the beginnings of
 * words.
 */
const BEFORE = ['', '% ', '%\n'];

/** The same, found by the index over sessions that are over. */
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

/** As PostgreSQL's `encode(…, 'escape')` writes bytes: those beyond ASCII as octal digits. */
function escapeBytes(text: string): string {
  let escaped = '';
  for (const byte of Buffer.from(text)) {
    if (byte === 0x5c) escaped += '\\\\';
    else escaped += byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`;
  }
  return escaped;
}
