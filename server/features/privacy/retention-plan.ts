import type { Queries } from '../../platform/database/queries.ts';
import { readRetention, USUAL_SETTINGS } from '../settings/index.ts';
import { readPromises } from './retention-promises.ts';
import type { RetentionPlan } from './retention-rules.ts';

/** Job that deletes expired data at once. */
export const DELETE_EXPIRED_NOW_JOB = 'delete_expired_now';

/**
 * The current retention plan, read from the database because cached settings may be stale.
 *
 * @param set a setting to check before it applies; the stored one is not read then
 * @throws if the stored settings cannot be read
 */
export async function readRetentionPlan(db: Queries, set?: RetentionPlan['set']): Promise<RetentionPlan> {
  return {
    set: set ?? (await readRetention(db)),
    promises: await readPromises(db, USUAL_SETTINGS.retention),
  };
}
