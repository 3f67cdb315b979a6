import { timeOfDay } from '../time-of-day.ts';

/** When something was said; the exact moment on hover. */
export function Timestamp({ at }: { at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()} className="talk-time">
      {timeOfDay(at)}
    </time>
  );
}
