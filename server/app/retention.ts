import type { Pool, PoolClient } from 'pg';
import { readPromises } from '../features/privacy/promises.ts';
import type { RetentionPlan } from '../features/privacy/retention-rules.ts';
import { readSetting, USUAL_SETTINGS } from '../features/settings/settings.ts';

/** What is asked of the job runner when the next deletion is not to be waited for. */
export const DELETE_EXPIRED_NOW_JOB = 'delete_expired_now';

/** What is kept for how long, as the database has it at this moment: what was held in memory may be of a moment ago. */
export async function readRetentionPlan(db: Pool | PoolClient): Promise<RetentionPlan> {
  return {
    set: await readSetting(db, 'retention'),
    promises: await readPromises(db, USUAL_SETTINGS.retention),
  };
}
