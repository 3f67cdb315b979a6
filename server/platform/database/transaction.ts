import type { Pool, PoolClient } from 'pg';

/** Anything that runs statements: the pool, or a transaction's connection. */
export type Queries = Pick<Pool, 'query'>;

/** Runs work in one transaction. Any error, including a lost connection, rolls it back and is rethrown unchanged. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is not reused; the server rolls back when it closes.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

/**
 * Requests a job in the same commit as the rows it concerns. Requests with the same key that arrive before the job
 * begins run once.
 */
export async function requestJob(client: PoolClient, name: string, key: string): Promise<void> {
  await client.query('INSERT INTO job_requests (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, key]);
}
