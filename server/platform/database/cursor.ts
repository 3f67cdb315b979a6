import type { Page } from '@understudy/contract/admin';
import { z } from 'zod';
import { AppError } from '../http/app-error.ts';

/** Encodes a row's keyset as opaque text for a URL. */
export function writeCursor(keyset: unknown): string {
  return Buffer.from(JSON.stringify(keyset)).toString('base64url');
}

/**
 * Decodes a cursor from {@link writeCursor}; null stays null.
 * @throws AppError `invalid_request` for anything else, including a cursor of another list
 */
export function readCursor<Cursor>(schema: z.ZodType<Cursor>, cursor: string | null): Cursor | null {
  if (cursor === null) return null;
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', 'The field "cursor" does not fit: it is not one that this list gave out.');
}

/** Undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes a page of rows.
 * @param rows one more than the limit if another page follows
 * @param cursorOf the content of the next page's cursor: the keyset of this page's last row
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => unknown): Page<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last === undefined ? null : writeCursor(cursorOf(last)) };
}

/**
 * A time in a cursor, in microseconds since 1970: the database's precision, of which a Date would lose three digits.
 */
export const microseconds = z.string().regex(/^\d{1,16}$/);

/** The keyset of a row in a list sorted newest first: time and id. */
export const momentAndId = z.tuple([microseconds, z.guid()]);

/** SQL that converts a time to its form in a cursor. */
export const toMicroseconds = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** SQL that converts a parameter from that form to a time. */
export const fromMicroseconds = (parameter: string): string =>
  `(timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond')`;
