import type { Language } from './languages.ts';

/**
 * The locale of dates and figures: a text's language with the conventions of its reader's country if that is known
 * ('Nov 17' for an American). English is otherwise written as in Britain, whose order of day and month most other
 * countries share.
 *
 * @param tag the reader's first language tag ('en-US')
 */
export function localeFor(language: Language, tag?: string | null): string {
  if (tag && LOCALE.test(tag) && tag.startsWith(language)) return tag;
  return language === 'en' ? 'en-GB' : language;
}

const LOCALE = /^[a-z]{2}-[A-Z]{2}$/;
