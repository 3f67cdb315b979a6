import { exactTime, timeOfDay } from '../time-of-day.ts';

/** The time of a message; the exact time on hover. */
export function Timestamp({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className="talk-time">
      {timeOfDay(at)}
    </time>
  );
}
