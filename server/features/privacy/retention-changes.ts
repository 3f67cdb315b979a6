import type { RetentionPreview, RetentionSettings } from '@understudy/contract/settings';
import { retentionPreviewBody, SETTINGS_BODY_MAX_BYTES } from '@understudy/contract/settings-calls';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, requestJob } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import type { RetentionChanges, StoredSetting } from '../settings/index.ts';
import { isLonger, type LiveTwin } from '../twin/index.ts';
import { confirmClock, countExpired, heldRetention, requireConfirmed, sum } from './retention.ts';
import { DELETE_EXPIRED_NOW_JOB, isShorter, readRetentionPlan, savePromise } from './retention-rules.ts';

/** For bodies larger than usual. */
const large = { bodyLimit: SETTINGS_BODY_MAX_BYTES };

/** What a change of the retention does to stored data, and what it requires. */
export const retentionChanges = (
  pool: Pool,
  live: Pick<LiveTwin, 'problem' | 'statedRetention'>,
): RetentionChanges => ({
  held: () => heldRetention(pool),
  mayDelete,
  async change(client, from, to, confirmed) {
    checkPromise(live, to);
    await confirmDeletion(client, from, to, confirmed);
    await savePromise(client, to);
  },
});

/**
 * Refuses longer periods while no twin can be built that states them: visitors still read the old ones in the consent
 * sentence.
 * @throws AppError `conflict`
 */
function checkPromise(
  { problem, statedRetention }: Pick<LiveTwin, 'problem' | 'statedRetention'>,
  to: RetentionSettings,
): void {
  if (problem === null || (statedRetention && !isLonger(to, statedRetention))) return;
  const reason = statedRetention
    ? 'Visitors still read the days of before'
    : 'Visitors cannot be told for how long things are kept';
  throw new AppError(
    'conflict',
    `${reason}, since the twin's texts cannot be read: ${problem.replace(/\.$/, '')}. Nothing can be kept for ` +
      'longer until that is put right.',
  );
}

/** Whether a change may delete something; it may if the stored setting is invalid. */
const mayDelete = ({ value, unreadable }: StoredSetting<'retention'>, to: RetentionSettings): boolean =>
  unreadable || isShorter(value, to);

/**
 * Requires confirmation of how many records a shorter retention deletes.
 * @throws AppError `confirmation_needed` with the number
 */
async function confirmDeletion(
  client: PoolClient,
  from: StoredSetting<'retention'>,
  to: RetentionSettings,
  confirmed: number | undefined,
): Promise<void> {
  if (!mayDelete(from, to)) return;
  const rows = sum(await countExpired(client, await readRetentionPlan(client, to)));
  requireConfirmed(rows, confirmed);
}

/** Mounts the preview of what a retention would delete, and the confirmation that ends a retention hold. */
export function mountRetention({ http, pool, guard }: AdminScope, nudgeJobs: () => void): void {
  http.post('/settings/retention/preview', large, async (request): Promise<RetentionPreview> => {
    const { value } = parseBody(retentionPreviewBody, request.body);
    return countExpired(pool, await readRetentionPlan(pool, value));
  });

  http.post('/settings/retention/confirm-clock', large, async (request, reply) => {
    const actor = await guard.requireFresh(request, 'owner');
    await inTransaction(pool, async (client) => {
      const held = await heldRetention(client);
      if (!held || !(await confirmClock(client))) throw new AppError('conflict', 'Nothing is being held back.');
      await audit(client, actor, 'retention_clock_confirmed', held);
      await requestJob(client, DELETE_EXPIRED_NOW_JOB, 'all');
    });
    nudgeJobs();
    return reply.code(204).send();
  });
}
