import type { AdminUtterance, TurnWaterfall } from '@understudy/contract/admin';
import { cn } from '../../../../ui/cn.ts';
import { exactDate, timeOfDay } from '../../../../ui/dates.ts';
import { cutAtQuotes, type Quote } from '../../detail/quotes.ts';
import { speakerWords } from '../../words/session-words.ts';
import { LatencyTrace } from './latency-trace.tsx';

/** The element id of an utterance, by its place in the session. */
export const utteranceId = (seq: number) => `utterance-${seq}`;

/** One utterance. The visitor is on the left, the twin on the right; evidence for the score is highlighted. */
export function Utterance({
  utterance: { seq, speaker, text, ts, interrupted },
  quotes,
  wanted,
  isTarget,
  trace,
}: {
  utterance: AdminUtterance;
  quotes: readonly Quote[];
  /** The quote that the reader has followed. */
  wanted: number | null;
  /** Whether the reader was led here. */
  isTarget: boolean;
  trace: TurnWaterfall | undefined;
}) {
  const isVisitor = speaker === 'visitor';
  return (
    <li
      id={utteranceId(seq)}
      tabIndex={-1}
      className={cn('utterance flex flex-col px-4 py-2 sm:px-6', isVisitor ? 'items-start' : 'items-end')}
    >
      <p className="text-muted-foreground text-sm">
        {speakerWords(speaker)}{' '}
        <time dateTime={ts} title={exactDate(ts)} className="tabular-nums">
          {timeOfDay(ts)}
        </time>
      </p>
      <div
        className={cn(
          'wrap-anywhere mt-0.5 max-w-[min(34rem,92%)] rounded-md px-3.5 py-2',
          isVisitor ? 'bg-muted' : 'border',
          isTarget && 'outline-2 outline-primary-text',
        )}
      >
        <p className="whitespace-pre-wrap">
          {cutAtQuotes(text, quotes, wanted).map(({ text: part, quote }, index) =>
            quote === null ? (
              part
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have nothing but their order
              <mark key={index} data-current={quote === wanted} className="utterance-quote">
                {part}
              </mark>
            ),
          )}
          {interrupted ? <span className="text-muted-foreground"> (interrupted)</span> : null}
        </p>
        {trace ? <LatencyTrace trace={trace} /> : null}
      </div>
    </li>
  );
}
