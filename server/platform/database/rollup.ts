import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.ts';

/**
 * Adds changes up to sums in one transaction, one caller at a time: two concurrent roll-ups would lock each other's
 * rows in different orders, so the second one skips.
 *
 * @param lock a distinct number for each kind of sums
 */
export async function rollUp(pool: Pool, lock: number, work: (client: PoolClient) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ first: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS first', [lock]);
    if (rows[0]?.first) await work(client);
  });
}
