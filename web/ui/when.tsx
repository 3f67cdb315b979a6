import { type MouseEvent, useSyncExternalStore } from 'react';
import { cn } from './cn.ts';
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

/** The time of now, often enough for what is told in minutes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A moment as people say it; exactly on hover, and for screen readers; on paper, which does not age, by its day. */
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

/**
 * The time in a row whose link (`row-link`) covers it: it lies above the link, so that a pointer that rests on it is told
 * exactly when, and a click on it is one on the link.
 */
export function RowWhen({ at, className }: { at: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: by keys the link itself is reached
    <span className={cn('relative z-1 cursor-pointer', className)} onClick={followRow}>
      <When at={at} />
    </span>
  );
}

function followRow({ currentTarget, nativeEvent }: MouseEvent<HTMLElement>): void {
  const link = currentTarget.closest('tr, li')?.querySelector('.row-link');
  // With the keys that were held, by which a browser knows that another tab is wanted.
  link?.dispatchEvent(new MouseEvent('click', nativeEvent));
}
