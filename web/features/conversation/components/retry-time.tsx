import { useEffect, useState } from 'react';
import { timeOfDay } from '../time-of-day.ts';

/** The time at which a retry is possible; disappears once it has passed. */
export function RetryTime({ at }: { at: number | null }) {
  const [, setOver] = useState(0);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setOver(at), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  if (at === null) return null;
  const seconds = Math.ceil((at - Date.now()) / 1000);
  if (seconds <= 0) return <>It works again now.</>;
  return <>It works again {seconds < 90 ? `in ${seconds} seconds` : `at ${timeOfDay(at)}`}.</>;
}
