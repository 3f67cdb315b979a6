import { SETTINGS_GROUPS, type SettingsGroup, type SettingsGroups } from '@understudy/contract/settings';
import {
  type GroupForm,
  type HoursForm,
  hoursForm,
  type NotificationsForm,
  notificationsForm,
  offersForm,
  type RetentionForm,
  retentionForm,
  type SwitchGroup,
  switchForm,
} from './group-forms.ts';
import { IMPORT_SECTION } from './imports/import-words.ts';
import { type PricesForm, pricesForm } from './price-form.ts';

/** The sections of the Settings tab in order, by their names in the address. */
export const SECTIONS = ['providers', ...SETTINGS_GROUPS, 'imports', 'twin', 'prompt', 'danger'] as const;
export type Section = (typeof SECTIONS)[number];

/** Name and description of each section. */
export const SECTION_WORDS: Record<Section, { name: string; about: string }> = {
  providers: { name: 'Providers', about: 'Which models answer, hear and speak' },
  notifications: { name: 'Notifications', about: 'Which leads you are notified about' },
  retention: { name: 'Retention', about: 'How long data is kept' },
  offers: { name: 'Offers', about: 'What visitors are offered in the chat' },
  hours: { name: 'Opening hours', about: 'When you can be reached' },
  prices: { name: 'Prices', about: 'What providers charge' },
  sign_in: { name: 'Sign-in', about: 'Whether a second factor is required' },
  models: { name: 'Model access', about: 'Who can query the language models directly' },
  visitor_page: { name: 'Visitor page', about: 'What visitors see besides the conversation' },
  imports: IMPORT_SECTION,
  twin: { name: 'Twin texts', about: 'Who the twin is and what it knows' },
  prompt: { name: 'What the model is told', about: 'The instructions that a language model gets' },
  danger: { name: 'Danger zone', about: 'Actions that cannot be undone' },
};

/** The name of a settings group within a sentence. */
export const groupWords = (group: SettingsGroup): string => SECTION_WORDS[group].name.toLowerCase();

/** The current place in the settings; null means the list of sections, or no open text of the twin. */
export interface SettingsPlace {
  section: Section | null;
  /** The open text of the twin. */
  file: string | null;
  /** A question the twin could not answer, to be answered in its texts. */
  question?: string | null;
  /** Id of the selected passage in that text. */
  passage?: string | null;
  /** Id of the open import. */
  importId?: string | null;
}

/** Parses the place in an address. Unknown sections become null. */
export function settingsPlaceOf(search: {
  section?: string;
  file?: string;
  question?: string;
  passage?: string;
  import?: string;
}): SettingsPlace {
  const section = SECTIONS.find((one) => one === search.section) ?? null;
  if (section === 'imports') return { section, file: null, importId: search.import || null };
  if (section !== 'twin') return { section, file: null, question: null, passage: null };
  const { file, question, passage } = search;
  return { section, file: file || null, question: question || null, passage: (file && passage) || null };
}

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
