import type { PoolClient } from 'pg';

/**
 * Requests a job in the same commit as the rows it concerns. Requests with the same key that arrive before the job
 * begins run once.
 */
export async function requestJob(client: PoolClient, name: string, key: string): Promise<void> {
  await client.query('INSERT INTO job_requests (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, key]);
}
