import type { SettingsGroup, SettingsGroups } from '@understudy/contract/settings';
import type { PoolClient } from 'pg';
import { type KeptSetting, readKeptSetting, USUAL_SETTINGS } from './settings.ts';

/** Reads a settings group that is about to change, and locks it until the transaction ends. */
export async function holdSetting<Name extends SettingsGroup>(
  client: PoolClient,
  group: Name,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): Promise<KeptSetting<Name>> {
  // An advisory lock, because a group that was never set has no row to lock.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('settings'), hashtext($1))", [group]);
  return readKeptSetting(client, group, usual);
}

/** Saves a new value of a settings group. @param value null resets it to the default, including future defaults */
export async function saveSetting<Name extends SettingsGroup>(
  client: PoolClient,
  group: Name,
  value: SettingsGroups[Name] | null,
  by: string,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): Promise<KeptSetting<Name>> {
  await client.query(
    `INSERT INTO settings (name, value, version, updated_by) VALUES ($1, $2, 1, $3)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1, updated_at = now(),
       updated_by = excluded.updated_by`,
    [group, JSON.stringify(value), by],
  );
  return readKeptSetting(client, group, usual);
}
