import { readPromises } from '../features/privacy/retention-promises.ts';
import type { RetentionPlan } from '../features/privacy/retention-rules.ts';
import { readRetention, USUAL_SETTINGS } from '../features/settings/settings.ts';
import type { Queries } from '../platform/database/queries.ts';

/** What is asked of the job runner when the next deletion is not to be waited for. */
export const DELETE_EXPIRED_NOW_JOB = 'delete_expired_now';

/**
 * What is kept for how long, as the database has it at this moment: what was held in memory may be of a moment ago.
 *
 * @param set what is to be set, where it is looked at before it holds; what is kept is not read then
 * @throws where what is kept cannot be read
 */
export async function readRetentionPlan(db: Queries, set?: RetentionPlan['set']): Promise<RetentionPlan> {
  return {
    set: set ?? (await readRetention(db)),
    promises: await readPromises(db, USUAL_SETTINGS.retention),
  };
}
