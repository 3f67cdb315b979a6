import type { Pool, PoolClient } from 'pg';

/**
 * Runs a piece of work in one transaction. Everything or nothing is kept: an error, the connection's death included,
 * undoes it and comes out as it is.
 */
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
    // A connection that cannot even roll back is not given to anybody else; the server rolls back when it closes.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
