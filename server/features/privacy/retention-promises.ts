import type { RetentionSettings } from '@understudy/contract/settings';
import type { PoolClient } from 'pg';
import type { Queries } from '../../platform/database/queries.ts';
import type { Promised } from './retention-rules.ts';

/** Writes down what is promised from now on; in the transaction in which it is set. */
export async function keepPromise(db: PoolClient, value: RetentionSettings): Promise<void> {
  await db.query('INSERT INTO retention_promises (value) VALUES ($1)', [JSON.stringify(value)]);
}

/**
 * All that was ever promised, the oldest first.
 * @param usual what held before anything was set, and for a kind that a promise of then did not know
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
