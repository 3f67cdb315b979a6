/** Number formatting for all pages, by the conventions of the reader's country. */
import { localeFor } from '@understudy/contract/locale';
import { language } from '../platform/language.ts';

/** The locale of dates and figures: the page's language with the conventions of the reader's country. */
export const readerLocale = (): string => localeFor(language(), navigator.languages[0]);

// Created on first use and cached: a formatter costs a slow phone tens of milliseconds.
const made = new Map<string, Intl.NumberFormat>();

/** A formatter for the reader's country; cached by options. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = readerLocale();
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = made.get(key) ?? new Intl.NumberFormat(locale, options);
  made.set(key, known);
  return known;
}

/** '1,204'. @param digits maximum fraction digits */
export const numberWords = (value: number, digits = 1): string =>
  numberFormat({ maximumFractionDigits: digits }).format(value);
