import type { HoursSettings } from '@understudy/contract/settings';
import { openDays } from '@understudy/contract/weekdays';
import { t } from '../../platform/texts.ts';
import { clockTime } from '../../ui/dates.ts';
import { listed } from '../../ui/listed.ts';
import { readerLocale } from '../../ui/numbers.ts';
import { weekdayNames } from '../../ui/weekdays.ts';

/** 'Monday to Friday 09:00 to 17:00, Central European Time': equal days in a row are told together. */
export function officeHours(hours: HoursSettings): string {
  const timesOf = (stretches: HoursSettings['open']) =>
    listed(stretches.map(({ from, to }) => span(clock(from), clock(to))));
  const told = openDays(hours, weekdayNames(), timesOf).map(({ first, last, times }) =>
    t('leads.hoursOn', { days: first === last ? first : span(first, last), times }),
  );
  return t('leads.hoursIn', { hours: told.join(', '), zone: zoneName(hours.time_zone) });
}

/** In winter, some zones are called by their standard time. */
const SUMMER = Date.UTC(2024, 6, 1);

const span = (start: string, end: string) => t('leads.span', { start, end });
const clock = (time: string) => (time === '24:00' ? t('leads.midnight') : clockTime(time));

/** 'Central European Time', with which summer time changes nothing; the zone's own name where it has no other. */
function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(readerLocale(), { timeZone, timeZoneName: 'longGeneric' }).formatToParts(
    SUMMER,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
