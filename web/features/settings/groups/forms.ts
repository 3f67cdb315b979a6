import { SETTINGS_GROUPS, type SettingsGroup, type SettingsGroups } from '@understudy/contract/settings';
import { groupWords } from '../sections.ts';
import type { GroupForm } from './group-form.ts';
import { type HoursForm, hoursForm } from './hours.ts';
import { type NotificationsForm, notificationsForm } from './notifications.ts';
import { offersForm } from './offers.ts';
import { type PricesForm, pricesForm } from './prices.ts';
import { type RetentionForm, retentionForm } from './retention.ts';
import { type SwitchGroup, switchForm } from './switches.ts';

/** The form type of each group. */
export interface Forms extends Pick<SettingsGroups, SwitchGroup> {
  notifications: NotificationsForm;
  retention: RetentionForm;
  offers: SettingsGroups['offers'];
  hours: HoursForm;
  prices: PricesForm;
}

export const FORMS: { [Name in SettingsGroup]: GroupForm<SettingsGroups[Name], Forms[Name]> } = {
  notifications: notificationsForm,
  retention: retentionForm,
  offers: offersForm,
  hours: hoursForm,
  prices: pricesForm,
  sign_in: switchForm('sign_in'),
  models: switchForm('models'),
  visitor_page: switchForm('visitor_page'),
};

/**
 * Describes a settings change field by field, in the same words as the bar that saved it.
 * @param detail of an entry of the audit log
 * @returns null if the group is unknown or had other fields then
 */
export function settingsChangeWords(detail: Record<string, unknown>): { group: string; changes: string[] } | null {
  const group = SETTINGS_GROUPS.find((one: SettingsGroup) => one === detail['group']);
  if (!group) return null;
  const { toForm, changes } = FORMS[group] as GroupForm<unknown, unknown>;
  try {
    return { group: groupWords(group), changes: changes(toForm(detail['from']), toForm(detail['to'])) };
  } catch {
    return null;
  }
}
