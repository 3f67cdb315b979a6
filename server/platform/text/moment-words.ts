import type { Language } from '@understudy/contract/languages';
import { localeFor } from '@understudy/contract/locale';

/** Whose habits dates and times are written by. */
export interface MomentReader {
  /** The language of the text around them. */
  language: Language;
  /** The reader's locale as their page says it ('en-US'); null if it is not known. */
  locale?: string | null;
  /** IANA name. */
  zone: string;
}

const FORMS = {
  /** 'Thursday 3 December'. */
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  /** 'Thu 3 Dec'. */
  shortDay: { weekday: 'short', month: 'short', day: 'numeric' },
  /** '3 December'. */
  date: { day: 'numeric', month: 'long' },
  /** '3 Dec 2026'. */
  dateOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  /** '3 December 2026'. */
  longDate: { dateStyle: 'long' },
  /** '15:00'. */
  time: { timeStyle: 'short' },
  /** 'Thursday 3 December at 15:00'. */
  moment: { weekday: 'long', month: 'long', day: 'numeric', minute: '2-digit' },
  /** 'Thursday 3 December at 15:00 Western European Time'. */
  momentInZone: { weekday: 'long', month: 'long', day: 'numeric', minute: '2-digit' },
  /** '3 December 2026 at 15:00'. */
  record: { dateStyle: 'long', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** How much of a moment is written. */
export type MomentForm = keyof typeof FORMS;

/** Formats are kept, as making one takes longer than using it. More than so many are of nobody who reads here. */
const KEPT_MAX = 500;
const made = new Map<string, Intl.DateTimeFormat>();
const NINE = Date.UTC(2026, 0, 1, 9);

/**
 * The locale in which a text of a language is written for a reader: their own where it is of that language, otherwise
 * the language's with their clock, so that English words tell a German the time in 24 hours and a Mexican in twelve.
 */
function localeOf({ language, locale }: Omit<MomentReader, 'zone'>): string {
  const written = localeFor(language, locale);
  if (!locale || written === locale || Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0) return written;
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hourCycle ? `${written}-u-hc-${hourCycle}` : written;
}

function optionsOf(form: MomentForm, locale: string, timeZone: string): Intl.DateTimeFormatOptions {
  if (form !== 'moment' && form !== 'momentInZone') return { ...FORMS[form], timeZone };
  // Beside other parts, a formatter writes the hour as it is asked to and not as the locale does.
  const nine = new Intl.DateTimeFormat(locale, { ...FORMS.time, timeZone: 'UTC' }).format(NINE);
  const options = {
    ...FORMS[form],
    hour: nine.startsWith('0') ? ('2-digit' as const) : ('numeric' as const),
    timeZone,
  };
  if (form === 'moment') return options;
  // "Central European Time" says more than "GMT+1"; zones without a place have no other name.
  const isPlace = timeZone.includes('/') && !timeZone.startsWith('Etc/');
  return { ...options, timeZoneName: isPlace ? 'longGeneric' : 'short' };
}

/** A moment as its reader writes dates and times. Everything that people read of them is written here. */
export function momentWords(at: string | number | Date, form: MomentForm, reader: MomentReader): string {
  const { language, locale = null, zone } = reader;
  const key = `${language} ${locale} ${zone} ${form}`;
  let format = made.get(key);
  if (!format) {
    const written = localeOf(reader);
    format = new Intl.DateTimeFormat(written, optionsOf(form, written, zone));
    if (made.size >= KEPT_MAX) made.clear();
    made.set(key, format);
  }
  return format.format(new Date(at));
}

/** A day as its reader writes it, in whatever zone they are. @param day `2026-12-01` */
export const dayWords = (
  day: string,
  form: 'day' | 'date' | 'dateOfYear' | 'longDate',
  reader: Omit<MomentReader, 'zone'>,
): string => momentWords(`${day}T00:00:00Z`, form, { ...reader, zone: 'UTC' });
