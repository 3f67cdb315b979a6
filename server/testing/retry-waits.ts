import type { Pool } from 'pg';

/**
 * Ends failed jobs' waits for their next retry, which the job runner counts in seconds. Call it in a poll: on a busy
 * machine the retry may have begun by itself.
 *
 * @returns how long the waits were
 */
export async function endRetryWaits(pool: Pool, name: string): Promise<number[]> {
  const { rows } = await pool.query<{ seconds: number }>(
    `WITH w AS (SELECT id, extract(epoch FROM start_after - now())::float AS seconds FROM jobs.job
                WHERE name = $1 AND state = 'retry' AND start_after > now())
     UPDATE jobs.job j SET start_after = now() FROM w WHERE j.id = w.id AND j.name = $1 RETURNING seconds`,
    [name],
  );
  return rows.map(({ seconds }) => seconds);
}
