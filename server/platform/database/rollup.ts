import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.ts';

/**
 * Runs a roll-up in one transaction, unless another caller is running it: two at a time would lock each other's rows in
 * different orders.
 *
 * @param lock the advisory lock for this kind of sums
 */
export async function rollUp(pool: Pool, lock: number, work: (client: PoolClient) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ first: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS first', [lock]);
    if (rows[0]?.first) await work(client);
  });
}
