import type { SettingsGroup, SettingsGroups } from '@understudy/contract/settings';
import type { GroupForm } from './group-form.ts';
import { type HoursForm, hoursForm } from './hours.ts';
import { modelsForm } from './models.ts';
import { type NotificationsForm, notificationsForm } from './notifications.ts';
import { offersForm } from './offers.ts';
import { type PricesForm, pricesForm } from './prices.ts';
import { type RetentionForm, retentionForm } from './retention.ts';
import { signInForm } from './sign-in.ts';
import { visitorPageForm } from './visitor-page.ts';

/** What each group is typed in as. */
export interface Forms {
  notifications: NotificationsForm;
  retention: RetentionForm;
  offers: SettingsGroups['offers'];
  hours: HoursForm;
  prices: PricesForm;
  sign_in: SettingsGroups['sign_in'];
  models: SettingsGroups['models'];
  visitor_page: SettingsGroups['visitor_page'];
}

export const FORMS: { [Name in SettingsGroup]: GroupForm<SettingsGroups[Name], Forms[Name]> } = {
  notifications: notificationsForm,
  retention: retentionForm,
  offers: offersForm,
  hours: hoursForm,
  prices: pricesForm,
  sign_in: signInForm,
  models: modelsForm,
  visitor_page: visitorPageForm,
};
