import { exactTime, timeOfDay } from '../time-of-day.ts';

/** When something was said; the exact moment on hover. */
export function Timestamp({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className="talk-time">
      {timeOfDay(at)}
    </time>
  );
}
