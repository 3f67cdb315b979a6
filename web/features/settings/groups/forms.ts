import type { SettingsGroup, SettingsGroups } from '@understudy/contract/settings';
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
