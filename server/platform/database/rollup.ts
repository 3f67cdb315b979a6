import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.ts';

/**
 * Adds changes up to sums, all of it or nothing, by one at a time: two that fold at once would wait for each other's
 * rows in different orders, so the second leaves it to the first.
 *
 * @param lock a number of its own for each kind of sums
 */
export async function rollUp(pool: Pool, lock: number, work: (client: PoolClient) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ first: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS first', [lock]);
    if (rows[0]?.first) await work(client);
  });
}
