import type { CountedSpan } from '@understudy/contract/admin';
import type { AskedDays } from '@understudy/contract/analytics-calls';
import { RANGE_DAYS } from '@understudy/contract/constants';
import { dayAt } from '../../platform/zones.ts';
import type { AdminScope } from '../accounts/index.ts';
import { readSetting } from '../settings/index.ts';
import { dayAfter, nextHourAt, startOfDay, withOffset } from './local-days.ts';

const DAY_MS = 86_400_000;

/** A counted span with its start (inclusive) and end (exclusive). */
export interface DateRange extends CountedSpan {
  start: number;
  end: number;
}

/**
 * Resolves the requested days, for cards, lists, exports and charts alike: explicit days, the last 24 hours ('1d'),
 * or a number of whole days in the time zone, including today.
 */
export function dateRangeOf({ range, from, to }: AskedDays, zone: string, now: Date): DateRange {
  const moment = now.getTime();
  const today = dayAt(zone, moment);
  if (from === undefined && to === undefined && range === '1d') {
    const start = moment - DAY_MS;
    const end = nextHourAt(zone, moment);
    return { from: dayAt(zone, start), to: today, time_zone: zone, since: withOffset(zone, start), start, end };
  }
  const last = to ?? today;
  const first = from ?? dayAfter(last, 1 - RANGE_DAYS[range]);
  const [start, end] = [startOfDay(zone, first), startOfDay(zone, dayAfter(last))];
  return { from: first, to: last, time_zone: zone, since: null, start, end };
}

/** The days that a call covers, in the consultant's time zone like everything in the dashboard. */
export async function spanFor({ pool, now }: Pick<AdminScope, 'pool' | 'now'>, asked: AskedDays): Promise<DateRange> {
  const { time_zone: zone } = await readSetting(pool, 'hours');
  return dateRangeOf(asked, zone, now());
}
