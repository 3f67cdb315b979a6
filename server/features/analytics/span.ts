import type { AnalyticsSpan } from '@understudy/contract/analytics';
import type { AskedDays } from '@understudy/contract/analytics-calls';
import { RANGE_DAYS } from '@understudy/contract/constants';
import { dayAfter, dayAt, startOfDay } from './zone-days.ts';

/** Whole days of a zone, as moments too. */
export interface Span extends AnalyticsSpan {
  /** The first moment, and the one after the last. */
  start: number;
  end: number;
}

/** The days that were asked for: those named, or so many up to today. */
export function spanOf({ range, from, to }: AskedDays, zone: string, now: Date): Span {
  const today = dayAt(zone, now.getTime());
  const last = to ?? today;
  const first = from ?? dayAfter(last, 1 - RANGE_DAYS[range]);
  return {
    from: first,
    to: last,
    time_zone: zone,
    start: startOfDay(zone, first),
    end: startOfDay(zone, dayAfter(last)),
  };
}
