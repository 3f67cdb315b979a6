import type { Page } from '@understudy/contract/admin';
import { deadLettersQuery } from '@understudy/contract/admin-calls';
import {
  type DeadLetter,
  SETTINGS_GROUPS,
  type Setting,
  type SettingsAnswer,
  type WebhookTest,
} from '@understudy/contract/settings';
import {
  emptyBody,
  resetBody,
  SETTINGS_BODY_MAX_BYTES,
  SETTINGS_SCHEMAS,
  settingsBody,
} from '@understudy/contract/settings-calls';
import { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { idOf, orNotFound } from '../../platform/http/not-found.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { listDeadLetters, type Webhook } from '../notifications/index.ts';
import { readKeptSetting } from './settings.ts';
import { type Change, changeSetting, presentSetting, type SettingsDeps } from './settings-change.ts';

const NO_LETTER = 'There is no such message any more.';
const large = { bodyLimit: SETTINGS_BODY_MAX_BYTES };

/** What the routes of settings need. */
export interface SettingsRouteDeps extends Omit<SettingsDeps, 'pool'> {
  webhook: Webhook;
  /** The hosted issuer that manages sign-ins (AUTH_URL); null if this server does. */
  authUrl: string | null;
}

/** The owner's settings. */
export function mountSettings(
  { http, pool, guard, limits, actorOf }: AdminScope,
  { settings, retention, webhook, authUrl }: SettingsRouteDeps,
): void {
  http.get('/settings', async (): Promise<SettingsAnswer> => {
    const usual = settings.usual();
    const groups = await Promise.all(
      SETTINGS_GROUPS.map(
        async (group) => [group, presentSetting(group, await readKeptSetting(pool, group, usual), usual)] as const,
      ),
    );
    return {
      ...(Object.fromEntries(groups) as Pick<SettingsAnswer, (typeof SETTINGS_GROUPS)[number]>),
      webhook: await webhook.describe(),
      retention_held: await retention.held(),
    };
  });

  const change = async (actor: ReturnType<typeof actorOf>, wanted: Change<never>): Promise<Setting<unknown>> => {
    const changed = await changeSetting({ pool, settings, retention }, actor, wanted);
    // It is stored; if this poll fails, the next one finds it.
    await settings.refresh().catch(() => undefined);
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
    const deletes =
      group === 'retention' && retention.mayDelete(await readKeptSetting(pool, group), parsed.value as never);
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
    await limits.take('admin_tests', actor.email);
    const test = await webhook.test();
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
    await limits.take('admin_resends', actor.email);
    const outcome = orNotFound(await webhook.sendAgain(id), NO_LETTER);
    await audit(pool, actor, 'webhook_sent_again', { id, ok: outcome.ok, detail: outcome.detail });
    return outcome;
  });
}
