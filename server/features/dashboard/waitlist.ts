import type { Page, WaitlistEntry } from '@understudy/contract/admin';
import type { Pool } from 'pg';
import { fromMicroseconds, momentAndId, pageOf, readCursor, toMicroseconds } from '../../platform/database/cursor.ts';

/**
 * A page of the waitlist, newest first.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function listWaitlist(pool: Pool, cursor: string | null, limit: number): Promise<Page<WaitlistEntry>> {
  const after = readCursor(momentAndId, cursor);
  const { rows } = await pool.query<Omit<WaitlistEntry, 'created_at'> & { created_at: Date; cursor_at: string }>(
    `SELECT id, email, name, created_at, ${toMicroseconds('created_at')} AS cursor_at FROM waitlist
     WHERE $1::text IS NULL OR (created_at, id) < (${fromMicroseconds('$1')}, $2::uuid)
     ORDER BY created_at DESC, id DESC LIMIT $3`,
    [after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  const page = pageOf(rows, limit, ({ cursor_at, id }) => [cursor_at, id]);
  const present = ({ cursor_at: _, created_at, ...entry }: (typeof rows)[number]) => ({
    ...entry,
    created_at: created_at.toISOString(),
  });
  return { ...page, items: page.items.map(present) };
}

/** The number of entries on the waitlist. */
export async function countWaitlist(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM waitlist');
  return rows[0]?.count ?? 0;
}
