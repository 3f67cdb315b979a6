import type { Page } from '@understudy/contract/admin';
import { deadLettersQuery } from '@understudy/contract/admin-calls';
import {
  type DeadLetter,
  type RetentionPreview,
  SETTINGS_GROUPS,
  type Setting,
  type SettingsAnswer,
  type WebhookTest,
} from '@understudy/contract/settings';
import {
  emptyBody,
  resetBody,
  retentionPreviewBody,
  SETTINGS_BODY_MAX_BYTES,
  SETTINGS_SCHEMAS,
  settingsBody,
} from '@understudy/contract/settings-calls';
import { z } from 'zod';
import { parseBody } from '../../app/gateway.ts';
import { requestJob } from '../../platform/database/request-job.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type AdminScope, idOf, orNotFound } from '../accounts/admin-scope.ts';
import { audit } from '../accounts/audit-log.ts';
import { listDeadLetters } from '../notifications/dead-letters.ts';
import { confirmClock, countExpired } from '../privacy/retention.ts';
import { heldRetention } from '../privacy/retention-hold.ts';
import { DELETE_EXPIRED_NOW_JOB, readRetentionPlan } from '../privacy/retention-plan.ts';
import { readKeptSetting } from './settings.ts';
import { type Change, changeSetting, mayDelete, presentSetting } from './settings-change.ts';

const NO_LETTER = 'There is no such message any more.';
const large = { bodyLimit: SETTINGS_BODY_MAX_BYTES };

/** The owner's settings. */
export function mountSettings({ http, pool, guard, context, actorOf, authUrl }: AdminScope): void {
  http.get('/settings', async (): Promise<SettingsAnswer> => {
    const usual = context.settings.usual();
    const groups = await Promise.all(
      SETTINGS_GROUPS.map(
        async (group) => [group, presentSetting(group, await readKeptSetting(pool, group, usual), usual)] as const,
      ),
    );
    return {
      ...(Object.fromEntries(groups) as Pick<SettingsAnswer, (typeof SETTINGS_GROUPS)[number]>),
      webhook: await context.webhook.describe(),
      retention_held: await heldRetention(pool),
    };
  });

  const change = async (actor: ReturnType<typeof actorOf>, wanted: Change<never>): Promise<Setting<unknown>> => {
    const changed = await changeSetting(context, actor, wanted);
    // It is stored; if this poll fails, the next one finds it.
    await context.settings.refresh().catch(() => undefined);
    // Users without a second factor lose access at once.
    if (wanted.group === 'sign_in') guard.lookAfterAll();
    return changed;
  };

  http.put('/settings', large, async (request) => {
    const { group, value, version, confirm_rows: confirmRows } = parseBody(settingsBody, request.body);
    const parsed = parseBody(z.object({ value: SETTINGS_SCHEMAS[group] as z.ZodType }), { value });
    const wanted = { group, value: parsed.value, version, confirmRows } as Change<never>;
    if (group === 'sign_in' && authUrl !== null) {
      throw new AppError(
        'conflict',
        'AUTH_URL is set: second factors are the affair of that issuer, and are set there.',
      );
    }
    const deletes = group === 'retention' && mayDelete(await readKeptSetting(pool, group), parsed.value as never);
    const isWeighty = deletes || group === 'sign_in';
    return change(isWeighty ? await guard.requireFresh(request, 'owner') : actorOf(request), wanted);
  });

  http.post('/settings/reset', large, async (request) => {
    const actor = await guard.requireFresh(request, 'owner');
    const { group, version, confirm_rows: confirmRows } = parseBody(resetBody, request.body);
    return change(actor, { group, value: null, version, confirmRows } as Change<never>);
  });

  http.post('/settings/webhook/test', large, async (request): Promise<WebhookTest> => {
    const actor = actorOf(request);
    parseBody(emptyBody, request.body);
    await context.limits.take('admin_tests', actor.email);
    const test = await context.webhook.test();
    await audit(pool, actor, 'webhook_tested', { ok: test.ok, detail: test.detail });
    return test;
  });

  http.get('/settings/webhook/dead-letters', async (request): Promise<Page<DeadLetter>> => {
    const { cursor, limit } = parseBody(deadLettersQuery, request.query);
    return listDeadLetters(pool, cursor, limit);
  });

  http.post('/settings/webhook/dead-letters/:id/send', large, async (request): Promise<WebhookTest> => {
    const id = idOf(request, 'id', NO_LETTER);
    const actor = actorOf(request);
    parseBody(emptyBody, request.body);
    await context.limits.take('admin_resends', actor.email);
    const outcome = orNotFound(await context.webhook.sendAgain(id), NO_LETTER);
    await audit(pool, actor, 'webhook_sent_again', { id, ok: outcome.ok, detail: outcome.detail });
    return outcome;
  });

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
    context.nudgeJobs();
    return reply.code(204).send();
  });
}
