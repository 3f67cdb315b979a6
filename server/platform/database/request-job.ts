import type { PoolClient } from 'pg';

/**
 * Asks the job runner for something in the same commit as what it is about; asked for twice before it began, it is done
 * once.
 */
export async function requestJob(client: PoolClient, name: string, key: string): Promise<void> {
  await client.query('INSERT INTO job_requests (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, key]);
}
