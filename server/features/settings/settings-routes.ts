import { allows, type Page, type Role } from '@understudy/contract/admin';
import { deadLettersQuery } from '@understudy/contract/admin-calls';
import {
  type DeadLetter,
  type RetentionSettings,
  SETTINGS_GROUPS,
  type Setting,
  type SettingsAnswer,
  type SettingsGroup,
  type SettingsGroups,
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
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { type AdminScope, audit, hasSecondFactor, userById } from '../accounts/index.ts';
import { listDeadLetters, type Webhook } from '../notifications/index.ts';
import { type LiveSettings, lockSetting, readStoredSetting, type StoredSetting, saveSetting } from './settings.ts';

const NO_LETTER = 'There is no such message any more.';
/** For bodies larger than usual. */
const large = { bodyLimit: SETTINGS_BODY_MAX_BYTES };

/** The role that may change a group: only owners change deletion and sign-in. */
const settingRole = (group: SettingsGroup): Role => (group === 'retention' || group === 'sign_in' ? 'owner' : 'admin');

/** A group in the wire's shape. @param usual the defaults */
function presentSetting<Name extends SettingsGroup>(
  group: Name,
  { value, version, updatedAt, updatedBy, unreadable }: StoredSetting<Name>,
  usual: Readonly<SettingsGroups>,
): Setting<SettingsGroups[Name]> {
  return {
    value,
    usual: usual[group],
    unreadable,
    version,
    updated_at: updatedAt?.toISOString() ?? null,
    updated_by: updatedBy,
    role: settingRole(group),
  };
}

/** What a change of the retention does to stored data. Implemented by `features/privacy`. */
export interface RetentionChanges {
  /** The retention hold; null if there is none. */
  held(): Promise<SettingsAnswer['retention_held']>;
  /** Whether a change may delete something; it may if the stored setting is invalid. */
  mayDelete(from: StoredSetting<'retention'>, to: RetentionSettings): boolean;
  /**
   * Prepares a change, in its transaction.
   *
   * @param confirmed the number of records that the author has agreed to delete
   * @throws AppError `conflict`, `confirmation_needed`
   */
  change(
    client: PoolClient,
    from: StoredSetting<'retention'>,
    to: RetentionSettings,
    confirmed: number | undefined,
  ): Promise<void>;
}

/** Dependencies of a change. */
interface SettingsDeps {
  pool: Pool;
  settings: LiveSettings;
  retention: RetentionChanges;
}

/** A change of one group. */
interface Change<Name extends SettingsGroup> {
  group: Name;
  /** Null resets the group to its defaults. */
  value: SettingsGroups[Name] | null;
  /** The version that the author has seen. */
  version: number;
  /** The number of records that the author has agreed to delete. */
  confirmRows: number | undefined;
}

/** A change that is about to be saved. */
interface PendingChange<Name extends SettingsGroup> {
  client: PoolClient;
  actor: Actor;
  from: StoredSetting<Name>;
  to: SettingsGroups[Name];
  confirmRows: number | undefined;
}

/** What a change of some groups checks or does in its transaction, before it is saved. */
const checksBeforeSaving = (
  retention: RetentionChanges,
): { [Name in SettingsGroup]?: (change: PendingChange<Name>) => Promise<void> } => ({
  retention: ({ client, from, to, confirmRows }) => retention.change(client, from, to, confirmRows),
  sign_in: ({ client, actor, to }) => checkOwnFactor(client, actor, to),
  hours: ({ client, to }) => checkTimeZone(client, to.time_zone),
});

/**
 * Changes a group and writes an audit log entry.
 *
 * @throws AppError `forbidden`, `conflict`, `confirmation_needed`, `invalid_request`
 */
async function changeSetting<Name extends SettingsGroup>(
  { pool, settings, retention }: SettingsDeps,
  actor: Actor,
  { group, value, version, confirmRows }: Change<Name>,
): Promise<Setting<SettingsGroups[Name]>> {
  const role = settingRole(group);
  if (!allows(actor.role, role))
    throw new AppError('forbidden', `This needs the role ${role}; yours is ${actor.role}.`);
  const usual = settings.usual();
  const kept = await inTransaction(pool, async (client) => {
    const before = await lockSetting(client, group, usual);
    if (before.version !== version) throw new AppError('conflict', changedMeanwhile(before));
    const to = value ?? usual[group];
    await checksBeforeSaving(retention)[group]?.({ client, actor, from: before, to, confirmRows });
    await audit(client, actor, value ? 'settings_changed' : 'settings_reset', { group, from: before.value, to });
    return saveSetting(client, group, value, actor.email, usual);
  });
  return presentSetting(group, kept, usual);
}

/** The sentence for somebody who wants to change an outdated version. */
function changedMeanwhile({ updatedBy, updatedAt }: StoredSetting): string {
  if (!updatedBy || !updatedAt) return 'This is not as you saw it any more. Please look at it again before you save.';
  const when = updatedAt.toISOString().slice(0, 16).replace('T', ' at ');
  return `${updatedBy} changed this on ${when} UTC. Please look at it again before you save.`;
}

/**
 * Whoever requires a second factor of everybody must have one, so as not to lock themselves out.
 * @throws AppError `conflict`
 */
async function checkOwnFactor(
  client: PoolClient,
  { id }: Actor,
  { second_factor: wanted }: SettingsGroups['sign_in'],
): Promise<void> {
  if (wanted !== 'required') return;
  const person = id === null ? null : await userById(client, id);
  if (person && hasSecondFactor(person)) return;
  throw new AppError('conflict', 'Please set up a second factor for yourself first, under Your account.');
}

/**
 * The database counts days in this zone, and may know other zones than Node does.
 * @throws AppError `invalid_request`
 */
async function checkTimeZone(client: PoolClient, zone: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)', [zone]);
  if (rowCount === 0) {
    throw new AppError('invalid_request', 'The field "value.time_zone" does not fit: the database knows no such zone.');
  }
}

/** Dependencies of the routes for settings. */
export interface SettingsRouteDeps extends Omit<SettingsDeps, 'pool'> {
  webhook: Webhook;
  /** The hosted issuer that manages sign-ins (AUTH_URL); null if this server does. */
  authUrl: string | null;
}

/** Mounts `/settings`, with the webhook's test and its dead letters. */
export function mountSettings(
  { http, pool, guard, limits, actorOf }: AdminScope,
  { settings, retention, webhook, authUrl }: SettingsRouteDeps,
): void {
  http.get('/settings', async (): Promise<SettingsAnswer> => {
    const usual = settings.usual();
    const groups = await Promise.all(
      SETTINGS_GROUPS.map(
        async (group) => [group, presentSetting(group, await readStoredSetting(pool, group, usual), usual)] as const,
      ),
    );
    return {
      ...(Object.fromEntries(groups) as Pick<SettingsAnswer, (typeof SETTINGS_GROUPS)[number]>),
      webhook: await webhook.describe(),
      retention_held: await retention.held(),
    };
  });

  const change = async (actor: Actor, wanted: Change<SettingsGroup>): Promise<Setting<unknown>> => {
    const changed = await changeSetting({ pool, settings, retention }, actor, wanted);
    // It is stored; if this poll fails, the next one finds it.
    await settings.refresh().catch(() => undefined);
    // Users without a second factor lose access at once.
    if (wanted.group === 'sign_in') guard.recheckAll();
    return changed;
  };

  http.put('/settings', large, async (request) => {
    const { group, value, version, confirm_rows: confirmRows } = parseBody(settingsBody, request.body);
    const schema: z.ZodType<SettingsGroups[SettingsGroup]> = SETTINGS_SCHEMAS[group];
    const wanted = { group, value: parseBody(z.object({ value: schema }), { value }).value, version, confirmRows };
    if (group === 'sign_in' && authUrl !== null) {
      throw new AppError(
        'conflict',
        'AUTH_URL is set: second factors are the affair of that issuer, and are set there.',
      );
    }
    const deletes =
      group === 'retention' &&
      retention.mayDelete(await readStoredSetting(pool, group), parseBody(retentionPreviewBody, { value }).value);
    const needsFresh = deletes || group === 'sign_in';
    return change(needsFresh ? await guard.requireFresh(request, 'owner') : actorOf(request), wanted);
  });

  http.post('/settings/reset', large, async (request) => {
    const actor = await guard.requireFresh(request, 'owner');
    const { group, version, confirm_rows: confirmRows } = parseBody(resetBody, request.body);
    return change(actor, { group, value: null, version, confirmRows });
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
