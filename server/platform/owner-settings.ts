import type { SettingsGroup, SettingsGroups } from '@understudy/contract/settings';

/** The owner's current settings, as features read them; `features/settings` keeps them up to date. */
export interface OwnerSettings {
  get<Name extends SettingsGroup>(group: Name): SettingsGroups[Name];
}
