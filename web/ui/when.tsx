import { useSyncExternalStore } from 'react';
import { exactDate, plainDay, relativeDate, timeOfDay } from './dates.ts';

const EVERY_MS = 30_000;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** The current time, updated often enough for relative times in minutes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/**
 * A relative time; exact on hover and for screen readers, and as a date on paper, where a relative time would go stale.
 */
export function When({ at, className }: { at: string; className?: string }) {
  const exact = exactDate(at);
  return (
    <time dateTime={at} title={exact} className={className}>
      <span aria-hidden className="print:hidden">
        {relativeDate(at, useNow())}
      </span>
      <span aria-hidden className="hidden print:inline">
        {plainDay(at)}, {timeOfDay(at)}
      </span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
