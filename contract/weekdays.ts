import type { HoursSettings } from './settings.ts';

/** The days of the week, Monday first, as in ISO 8601 and in the stored office hours. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/**
 * The open days of a week, with days of equal hours in a row told together.
 *
 * @param names of the days, Monday first
 * @param timesOf the hours of one day in words; empty for a closed day
 */
export function openDays(
  { open }: Pick<HoursSettings, 'open'>,
  names: readonly string[],
  timesOf: (stretches: HoursSettings['open']) => string,
): { first: string; last: string; times: string }[] {
  const days = names.map((name, day) => ({ name, times: timesOf(open.filter((stretch) => stretch.day === day)) }));
  const runs: { first: string; last: string; times: string }[] = [];
  for (const [day, { name, times }] of days.entries()) {
    const run = runs.at(-1);
    if (run && days[day - 1]?.times === times) run.last = name;
    else runs.push({ first: name, last: name, times });
  }
  return runs.filter(({ times }) => times !== '');
}
