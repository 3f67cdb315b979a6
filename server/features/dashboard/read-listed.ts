import type { FastifyRequest } from 'fastify';
import { DatabaseError, type Pool } from 'pg';
import { BESIDE, OWN_COLUMNS, SESSION_COLUMNS, type SessionRow } from './session-rows.ts';

/** Where lists are read from, and where failures to read a part of one are reported. */
export interface Lists {
  pool: Pool;
  /** @param part of what a list shows: 'summary', ... */
  missed(part: string, error: unknown): void;
}

/**
 * Reads sessions for a list. Data from other tables, above all the summaries, is read along; if that fails, the
 * failure is reported and the list goes without it (specification, section 7, behaviour on answers). If the sessions
 * themselves cannot be read, throws.
 * @param statement about sessions `s`, which selects the given columns of each
 */
export async function readListed<Row extends SessionRow>(
  { pool, missed }: Lists,
  statement: (columns: string) => string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>(statement(SESSION_COLUMNS), values)).rows;
  } catch (error) {
    // If the database is unavailable, reading the parts one by one fails too.
    if (!(error instanceof DatabaseError)) throw error;
  }
  const { rows } = await pool.query<Row>(statement(OWN_COLUMNS), values);
  const ids = rows.map(({ id }) => id);
  const parts = await Promise.all(
    Object.entries(BESIDE).map(async ([name, { sql, without }]) => {
      const found = await readPart(pool, ids, sql).catch((error: unknown) => {
        missed(name, error);
        return null;
      });
      return [name, (id: string) => (found ? found.get(id) : without)] as const;
    }),
  );
  return rows.map((row) => ({ ...row, ...Object.fromEntries(parts.map(([name, of]) => [name, of(row.id)])) }));
}

async function readPart(pool: Pool, ids: readonly string[], sql: string): Promise<Map<string, unknown>> {
  const { rows } = await pool.query<{ id: string; part: unknown }>(
    `SELECT s.id, ${sql} AS part FROM sessions s WHERE s.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, part }) => [id, part]));
}

/** Session lists for a call; missing parts of a list are logged. */
export const listsFor = (pool: Pool, request: FastifyRequest): Lists => ({
  pool,
  missed: (part, error) =>
    request.log.warn({ err: error, part, request_id: request.id }, 'a part of the list of sessions could not be read'),
});
