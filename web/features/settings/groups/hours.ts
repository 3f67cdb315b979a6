import { type HoursSettings, isTimeZone } from '@understudy/contract/settings';
import { WEEKDAYS } from '@understudy/contract/weekdays';
import { fromTo, type GroupForm, type Problem, readingOf } from './group-form.ts';

/** One interval of a day as the time fields have it: midnight at its end is '00:00' there. */
export interface Stretch {
  from: string;
  to: string;
}
/** The days of the week, Monday first. */
export interface HoursForm {
  time_zone: string;
  days: Stretch[][];
}

const MIDNIGHT = '24:00';
const asTyped = (to: string) => (to === MIDNIGHT ? '00:00' : to);
const asKept = (to: string) => (to === '00:00' ? MIDNIGHT : to);
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const stretchWords = ({ from, to }: Stretch) => `${from || '?'} to ${to === '00:00' ? 'midnight' : to || '?'}`;
const dayWords = (day: readonly Stretch[]) => day.map(stretchWords).join(', ') || 'closed';

/** The problems of a day's intervals. */
function dayProblems(day: readonly Stretch[], index: number): Problem[] {
  const problems: Problem[] = [];
  for (const [at, { from, to }] of day.entries()) {
    const field = (end: keyof Stretch) => `days.${index}.${at}.${end}`;
    if (!isTime(from)) problems.push({ field: field('from'), message: 'Enter a start time, like 09:00.' });
    else if (!isTime(to)) problems.push({ field: field('to'), message: 'Enter an end time, like 17:30.' });
    else if (asKept(to) <= from) problems.push({ field: field('to'), message: 'The end must be after the start.' });
    else if (day.some((other, place) => place < at && other.from < asKept(to) && from < asKept(other.to))) {
      problems.push({ field: field('from'), message: 'This overlaps other hours on this day.' });
    }
  }
  return problems;
}

export const hoursForm: GroupForm<HoursSettings, HoursForm> = {
  toForm: ({ time_zone, open }) => ({
    time_zone,
    days: WEEKDAYS.map((_, day) =>
      open.filter((one) => one.day === day).map(({ from, to }) => ({ from, to: asTyped(to) })),
    ),
  }),
  read({ time_zone, days }) {
    const problems: Problem[] = [
      ...(isTimeZone(time_zone)
        ? []
        : [{ field: 'time_zone', message: 'Choose a time zone from the list, like Europe/Berlin.' }]),
      ...days.flatMap(dayProblems),
    ];
    return readingOf(problems, () => ({
      time_zone,
      open: days.flatMap((stretches, day) =>
        stretches
          .map(({ from, to }) => ({ day, from, to: asKept(to) }))
          .sort((one, other) => one.from.localeCompare(other.from)),
      ),
    }));
  },
  changes(before, after) {
    const zone =
      before.time_zone === after.time_zone ? [] : [fromTo('time zone', before.time_zone, after.time_zone || '?')];
    const days = WEEKDAYS.flatMap((name, day) => {
      const [was, is] = [dayWords(before.days[day] ?? []), dayWords(after.days[day] ?? [])];
      return was === is ? [] : [fromTo(name, was, is)];
    });
    return [...zone, ...days];
  },
};

/** The suggested next interval: after the day's last one, or usual office hours. */
export function nextStretch(day: readonly Stretch[]): Stretch {
  const last = day.at(-1);
  if (!last) return { from: '09:00', to: '17:00' };
  const hour = Number(last.to.slice(0, 2)) + 1;
  const clock = (at: number) => `${String(Math.min(at, 23)).padStart(2, '0')}:00`;
  return last.to === '00:00' || hour > 21 ? { from: '', to: '' } : { from: clock(hour), to: clock(hour + 2) };
}
