import type { SettingsGroup, SettingsGroups } from '@understudy/contract/settings';
import type { PoolClient } from 'pg';
import { type KeptSetting, readKeptSetting, USUAL_SETTINGS } from './settings.ts';

/** Reads a group that is about to be changed: until the transaction is over, nobody else changes it. */
export async function holdSetting<Name extends SettingsGroup>(
  client: PoolClient,
  group: Name,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): Promise<KeptSetting<Name>> {
  // Of a group that nobody has set there is no row to hold.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('settings'), hashtext($1))", [group]);
  return readKeptSetting(client, group, usual);
}

/** Saves a group's new value. @param value null: back to the usual, whatever that will be */
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
