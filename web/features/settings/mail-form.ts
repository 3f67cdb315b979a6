import { LANGUAGE_NAMES } from '@understudy/contract/languages';
import { MAIL_TEMPLATES, type MailSettings, type MailTemplate } from '@understudy/contract/mail';
import { t } from '../../platform/texts.ts';
import { weekdayNames } from '../../ui/weekdays.ts';
import { fromTo, type GroupForm } from './group-forms.ts';

/** The name of a kind of mail. */
export const mailWords = (template: MailTemplate): string => t(`mail.template.${template}`);

export const mailForm: GroupForm<MailSettings, MailSettings> = {
  toForm: ({ off, digest_day, language }) => ({ off: [...off], digest_day, language }),
  read: (form) => ({ value: { ...form, off: MAIL_TEMPLATES.filter((template) => form.off.includes(template)) } }),
  changes(before, after) {
    const changed = MAIL_TEMPLATES.filter((one) => before.off.includes(one) !== after.off.includes(one));
    const day = (form: MailSettings) => weekdayNames()[form.digest_day] ?? '';
    return [
      ...changed.map((one) =>
        t(after.off.includes(one) ? 'mail.switchedOff' : 'mail.switchedOn', { mail: mailWords(one) }),
      ),
      ...(before.digest_day === after.digest_day ? [] : [fromTo(t('mail.digestDay'), day(before), day(after))]),
      ...(before.language === after.language
        ? []
        : [fromTo(t('mail.language'), LANGUAGE_NAMES[before.language], LANGUAGE_NAMES[after.language])]),
    ];
  },
};
