import { SETTINGS_GROUPS, type SettingsGroup } from '@understudy/contract/settings';
import { FORMS } from './groups/forms.ts';
import type { GroupForm } from './groups/group-form.ts';
import { groupWords } from './sections.ts';

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
