import { type OfferSettings, USUAL_OFFERS } from '@understudy/contract/settings';
import { t } from '../../platform/texts.ts';

/**
 * The offers for the reader: what the owner has worded stays, the rest is in the page's language.
 * @param offers with names filled in
 */
export function offersFor(offers: OfferSettings, consultant: { first_name: string }): OfferSettings {
  const { first_name: firstName } = consultant;
  const usual = (text: string) => text.replaceAll('{first_name}', firstName);
  const wordsOf = (key: keyof OfferSettings) =>
    offers[key] === usual(USUAL_OFFERS[key]) ? t(`leads.usual.${key}`, { firstName }) : offers[key];
  return {
    book_call: wordsOf('book_call'),
    leave_email: wordsOf('leave_email'),
    get_summary: wordsOf('get_summary'),
    invitation: wordsOf('invitation'),
  };
}
