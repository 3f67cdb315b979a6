import type { RetentionSettings } from '@understudy/contract/settings';
import type { PoolClient } from 'pg';
import type { Queries } from '../../platform/database/queries.ts';
import type { Promised } from './retention-rules.ts';

/** Records the retention periods promised from now on, in the transaction that sets them. */
export async function savePromise(db: PoolClient, value: RetentionSettings): Promise<void> {
  await db.query('INSERT INTO retention_promises (value) VALUES ($1)', [JSON.stringify(value)]);
}

/**
 * All retention periods ever promised, oldest first.
 * @param usual the defaults, for the time before anything was set and for kinds that an older promise did not include
 */
export async function readPromises(db: Queries, usual: RetentionSettings): Promise<Promised[]> {
  const { rows } = await db.query<{ since: Date; value: Partial<RetentionSettings> }>(
    'SELECT since, value FROM retention_promises ORDER BY since, id',
  );
  const starts = [{ since: null, value: {} }, ...rows];
  return starts.map(({ since, value }, index) => ({
    since,
    until: starts[index + 1]?.since ?? null,
    value: { ...usual, ...value },
  }));
}
