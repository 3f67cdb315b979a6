import { allows, type Role } from '@understudy/contract/admin';
import type {
  RetentionSettings,
  Setting,
  SettingsAnswer,
  SettingsGroup,
  SettingsGroups,
} from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { audit, hasSecondFactor, userById } from '../accounts/index.ts';
import { holdSetting, saveSetting } from './change-setting.ts';
import type { LiveSettings } from './live-settings.ts';
import type { KeptSetting } from './settings.ts';

/** The role that may change a group: only owners change deletion and sign-in. */
export const settingRole = (group: SettingsGroup): Role =>
  group === 'retention' || group === 'sign_in' ? 'owner' : 'admin';

/** A group as sent to the page. */
export function presentSetting<Name extends SettingsGroup>(
  group: Name,
  { value, version, updatedAt, updatedBy, unreadable }: KeptSetting<Name>,
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

/** What a change of the retention does to what is stored. */
export interface RetentionChanges {
  /** What is held back because the clock has leapt; null for nothing. */
  held(): Promise<SettingsAnswer['retention_held']>;
  /** Whether a change may delete something; if the current setting is unreadable, it may. */
  mayDelete(from: KeptSetting<'retention'>, to: RetentionSettings): boolean;
  /**
   * Prepares a change, in its transaction.
   *
   * @param confirmed the number of records that the author has agreed to delete
   * @throws AppError `conflict`, `confirmation_needed`
   */
  change(
    client: PoolClient,
    from: KeptSetting<'retention'>,
    to: RetentionSettings,
    confirmed: number | undefined,
  ): Promise<void>;
}

/** What changing settings needs. */
export interface SettingsDeps {
  pool: Pool;
  settings: LiveSettings;
  retention: RetentionChanges;
}

/** A change of one group. */
export interface Change<Name extends SettingsGroup> {
  group: Name;
  /** Null resets the group to its defaults. */
  value: SettingsGroups[Name] | null;
  /** The version that the author has seen. */
  version: number;
  confirmRows: number | undefined;
}

/**
 * Changes a group and writes an audit log entry.
 *
 * @throws AppError `forbidden`, `conflict`, `confirmation_needed`, `invalid_request`
 */
export async function changeSetting<Name extends SettingsGroup>(
  { pool, settings, retention }: SettingsDeps,
  actor: Actor,
  { group, value, version, confirmRows }: Change<Name>,
): Promise<Setting<SettingsGroups[Name]>> {
  const role = settingRole(group);
  if (!allows(actor.role, role))
    throw new AppError('forbidden', `This needs the role ${role}; yours is ${actor.role}.`);
  const usual = settings.usual();
  const kept = await inTransaction(pool, async (client) => {
    const before = await holdSetting(client, group, usual);
    if (before.version !== version) throw new AppError('conflict', changedMeanwhile(before));
    const to = value ?? usual[group];
    if (group === 'retention')
      await retention.change(client, before as KeptSetting<'retention'>, to as RetentionSettings, confirmRows);
    if (group === 'sign_in') await checkOwnFactor(client, actor, to as SettingsGroups['sign_in']);
    if (group === 'hours') await checkTimeZone(client, (to as SettingsGroups['hours']).time_zone);
    await audit(client, actor, value ? 'settings_changed' : 'settings_reset', { group, from: before.value, to });
    return saveSetting(client, group, value, actor.email, usual);
  });
  return presentSetting(group, kept, usual);
}

function changedMeanwhile({ updatedBy, updatedAt }: KeptSetting): string {
  if (!updatedBy || !updatedAt) return 'This is not as you saw it any more. Please look at it again before you save.';
  const when = updatedAt.toISOString().slice(0, 16).replace('T', ' at ');
  return `${updatedBy} changed this on ${when} UTC. Please look at it again before you save.`;
}

/** Whoever requires a second factor of everybody must have used their own, so as not to lock themselves out. */
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

/** The database counts days in this zone, and may know other zones than Node does. */
async function checkTimeZone(client: PoolClient, zone: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)', [zone]);
  if (rowCount === 0) {
    throw new AppError('invalid_request', 'The field "value.time_zone" does not fit: the database knows no such zone.');
  }
}
