import { SETTINGS_GROUPS, type SettingsGroup, type SettingsGroups } from '@understudy/contract/settings';
import { t } from '../../platform/texts.ts';
import {
  exportsForm,
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
import { mailForm } from './mail-form.ts';
import { type PricesForm, pricesForm } from './price-form.ts';
import { type VisitorPageForm, visitorPageForm } from './visitor-page-form.ts';
import { type WidgetForm, widgetForm } from './widget-form.ts';

/** The sections of the Settings tab in order, by their names in the address. */
export const SECTIONS = [
  'providers',
  'status',
  ...SETTINGS_GROUPS,
  'calendar',
  'imports',
  'twin',
  'prompt',
  'backups',
  'danger',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Name and description of each section. */
export const sectionWords = (): Record<Section, { name: string; about: string }> => ({
  providers: { name: t('settings.providers'), about: t('settings.providersAndStatus') },
  status: { name: t('status.name'), about: t('status.about') },
  notifications: { name: t('settings.notifications'), about: t('settings.whichLeadsYouAreNotified') },
  mail: { name: t('mail.name'), about: t('mail.about') },
  retention: { name: t('settings.retention'), about: t('settings.howLongDataIsKept') },
  offers: { name: t('settings.offers'), about: t('settings.whatVisitorsAreOfferedIn') },
  hours: { name: t('settings.openingHours'), about: t('settings.whenYouCanBeReached') },
  prices: { name: t('settings.prices'), about: t('settings.whatProvidersCharge') },
  sign_in: { name: t('settings.signIn'), about: t('settings.whetherASecondFactorIs') },
  models: { name: t('settings.modelAccess'), about: t('settings.whoCanQueryTheLanguage') },
  visitor_page: { name: t('settings.visitorPage'), about: t('settings.whatVisitorsSeeBesidesThe') },
  widget: { name: t('settings.widget'), about: t('settings.theChatOnYourOwn') },
  calendar: { name: t('calendar.name'), about: t('calendar.about') },
  exports: { name: t('settings.exports'), about: t('settings.whatIsMaskedInFiles') },
  imports: { name: t('imports.name'), about: t('imports.about') },
  twin: { name: t('settings.twinTexts'), about: t('settings.whoTheTwinIsAnd') },
  prompt: { name: t('settings.prompt'), about: t('settings.theInstructionsThatALanguage') },
  backups: { name: t('backups.name'), about: t('backups.about') },
  danger: { name: t('settings.dangerZone'), about: t('settings.actionsThatCannotBeUndone') },
});

/** The name of a settings group within a sentence. */
export const groupWords = (group: SettingsGroup): string => sectionWords()[group].name;

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
  mail: SettingsGroups['mail'];
  retention: RetentionForm;
  offers: SettingsGroups['offers'];
  hours: HoursForm;
  prices: PricesForm;
  visitor_page: VisitorPageForm;
  widget: WidgetForm;
  exports: SettingsGroups['exports'];
}

export const FORMS: { [Name in SettingsGroup]: GroupForm<SettingsGroups[Name], Forms[Name]> } = {
  notifications: notificationsForm,
  mail: mailForm,
  retention: retentionForm,
  offers: offersForm,
  hours: hoursForm,
  prices: pricesForm,
  sign_in: switchForm('sign_in'),
  models: switchForm('models'),
  visitor_page: visitorPageForm,
  widget: widgetForm,
  exports: exportsForm,
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
