import { useSyncExternalStore } from 'react';
import { t } from '../platform/texts.ts';
import { clockTime, exactDate, plainDay, relativeDate, timeOfDay, writtenDay } from './dates.ts';

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

/** The time span, as the server sends it. */
interface Counted {
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  /** IANA name. */
  time_zone: string;
  /** Start of the last 24 hours, ISO 8601 with the zone's offset; null when whole days count. */
  since: string | null;
}

/** The time span of figures, lists and charts: one sentence for every place that shows them. */
export function CountedDays({ span }: { span: Counted }) {
  return t('ui.countedConversations', { span: periodWords(span) });
}

function periodWords({ from, to, time_zone: zone, since }: Counted): string {
  if (since === null) return t('ui.wholeDays', { span: spanWords({ from, to }), zone });
  const day = writtenDay(since.slice(0, 10), 'dayOfYear');
  return t('ui.last24Hours', { day, time: clockTime(since.slice(11)), zone });
}

/** '17 Nov 2026', '24 Aug to 22 Nov 2026', '24 Nov 2025 to 22 Feb 2026'. */
export function spanWords({ from, to }: Pick<Counted, 'from' | 'to'>): string {
  const end = writtenDay(to, 'dayOfYear');
  if (from === to) return end;
  const start = writtenDay(from, from.slice(0, 4) === to.slice(0, 4) ? 'day' : 'dayOfYear');
  return t('ui.span', { start, end });
}
