import type { BusyHours } from '@understudy/contract/analytics';
import { WEEKDAYS } from '@understudy/contract/weekdays';
import { max, sum } from 'd3-array';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { columns, type FigureTable } from './table.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** '09:00'. */
export const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** An hour of a weekday. */
export interface BusyHour {
  day: number;
  hour: number;
  sessions: number;
  /** 0: none; 1 to 5: fifths of the busiest hour. */
  level: number;
}

/** All hours by day; missing hours count as zero. */
export function busyHours(hours: BusyHours): BusyHour[][] {
  const most = max(hours.flat()) ?? 0;
  return WEEKDAYS.map((_, day) =>
    HOURS.map((hour) => {
      const sessions = hours[day]?.[hour] ?? 0;
      return { day, hour, sessions, level: sessions === 0 ? 0 : Math.ceil((sessions / most) * 5) };
    }),
  );
}

export const allHours = (hours: BusyHours) => sum(hours.flat());

/** 'The most began on a Tuesday from 10:00 to 11:00: 41 conversations.'; empty if there were none. */
export function hoursWords(hours: BusyHours): string {
  const busiest = busyHours(hours)
    .flat()
    .reduce<BusyHour | null>((best, one) => (one.sessions > (best?.sessions ?? 0) ? one : best), null);
  if (!busiest) return '';
  const { day, hour, sessions } = busiest;
  return (
    `The most began on a ${WEEKDAYS[day]} from ${hourName(hour)} to ${hourName((hour + 1) % 24)}: ` +
    `${counted(sessions, 'conversation')}.`
  );
}

export const hoursTable = (hours: BusyHours): FigureTable => ({
  columns: columns('Hour', ...WEEKDAYS),
  rows: HOURS.map((hour) => [hourName(hour), ...busyHours(hours).map((day) => numberWords(day[hour]?.sessions ?? 0))]),
});
