import type { Page } from '@understudy/contract/admin';
import { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';

/** Writes the keyset of a row as an opaque text for an address. */
export function writeCursor(keyset: unknown): string {
  return Buffer.from(JSON.stringify(keyset)).toString('base64url');
}

/**
 * Reads a cursor that {@link writeCursor} wrote; null stays null.
 * @throws AppError `invalid_request` for anything else, a cursor of another list too
 */
export function readCursor<Cursor>(schema: z.ZodType<Cursor>, cursor: string | null): Cursor | null {
  if (cursor === null) return null;
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', 'The field "cursor" does not fit: it is not one that this list gave out.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A page of rows, of which one more was read than it holds, so that it is known whether there are others.
 * @param cursorOf what the next page's cursor holds: the keyset of the last row of this one
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => unknown): Page<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last === undefined ? null : writeCursor(cursorOf(last)) };
}

/**
 * A time in a cursor: microseconds since 1970, which is as exact as the database is; a Date would lose three digits.
 */
export const microseconds = z.string().regex(/^\d{1,16}$/);

/** A row's keyset in a list that begins with the newest: its time, its id. */
export const momentAndId = z.tuple([microseconds, z.guid()]);

/** SQL that gives a time as a cursor holds it. */
export const toMicroseconds = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** SQL that gives the time of a parameter that holds it so. */
export const fromMicroseconds = (parameter: string): string =>
  `(timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond')`;
