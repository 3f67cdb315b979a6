import type { AdminUtterance, ScoreStep, TurnWaterfall } from '@understudy/contract/admin';
import type { ReactNode } from 'react';
import { t } from '../../../../platform/texts.ts';
import { cn } from '../../../../ui/cn.ts';
import { exactDate, timeOfDay } from '../../../../ui/dates.ts';
import { numberFormat } from '../../../../ui/numbers.ts';
import { speakerWords } from '../../session-words.ts';

/** The element id of an utterance, by its place in the session. */
export const utteranceId = (seq: number) => `utterance-${seq}`;

/** One utterance. The visitor is on the left, the twin on the right; evidence for the score is highlighted. */
export function Utterance({
  utterance: { seq, speaker, author, text, ts, interrupted },
  quotes,
  wanted,
  isTarget,
  trace,
  tools,
}: {
  utterance: AdminUtterance;
  quotes: readonly Quote[];
  /** The quote that the reader has followed. */
  wanted: number | null;
  /** Whether the reader was led here. */
  isTarget: boolean;
  trace: TurnWaterfall | undefined;
  /** What stands below the last line of a reply. */
  tools?: ReactNode;
}) {
  const isVisitor = speaker === 'visitor';
  return (
    <li
      id={utteranceId(seq)}
      tabIndex={-1}
      className={cn('utterance flex flex-col px-4 py-2 sm:px-6', isVisitor ? 'items-start' : 'items-end')}
    >
      <p className="text-muted-foreground text-sm">
        {speakerWords(speaker, author)}{' '}
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
          {interrupted ? <span className="text-muted-foreground"> {t('session.interrupted')}</span> : null}
        </p>
        {trace ? <LatencyTrace trace={trace} /> : null}
      </div>
      {tools}
    </li>
  );
}

const stages = () =>
  [
    { key: 'utterance_sent_ms', words: t('session.stageSent') },
    { key: 'transcribed_ms', words: t('session.stageTranscribed') },
    { key: 'first_word_ms', words: t('session.stageFirstWord') },
    { key: 'first_audio_ms', words: t('session.stageFirstSound') },
    { key: 'playback_start_ms', words: t('session.stagePlayed') },
  ] as const;

const seconds = (ms: number) =>
  `${numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ms / 1000)} s`;

/** Timing of a spoken turn: each stage from the end of the visitor's speech. */
function LatencyTrace({ trace }: { trace: TurnWaterfall }) {
  const known = stages().flatMap(({ key, words }) => {
    const at = trace[key];
    return at === null ? [] : [{ words, at }];
  });
  const heard = known.at(-1);
  if (!heard) return null;
  return (
    <details className="mt-1 text-muted-foreground text-sm">
      <summary className="min-h-6 cursor-pointer tabular-nums">
        {t('session.spokenAfter', { stage: heard.words, at: seconds(heard.at) })}
      </summary>
      <StageTimes stages={known} />
    </details>
  );
}

/** Stages in words, figures and bars, each from the end of the one before. */
export function StageTimes({ stages }: { stages: readonly { words: string; at: number }[] }) {
  const last = Math.max(...stages.map(({ at }) => at), 1);
  return (
    <dl className="mt-1 grid grid-cols-[auto_3.5rem_minmax(4rem,1fr)] items-center gap-x-3 text-left">
      {stages.map(({ words, at }, index) => {
        const before = stages[index - 1]?.at ?? 0;
        return (
          <div key={words} className="contents">
            <dt>{words}</dt>
            <dd className="text-right tabular-nums">{seconds(at)}</dd>
            <dd>
              <svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full">
                <rect
                  x={(100 * Math.min(before, at)) / last}
                  width={Math.max(1, (100 * Math.abs(at - before)) / last)}
                  height="6"
                  className="fill-primary-text"
                />
              </svg>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A part of an utterance; `quote` is the score log index of the evidence it shows, or null. */
interface Part {
  text: string;
  quote: number | null;
}

/** A quote with its index in the score log. */
export interface Quote extends Pick<ScoreStep, 'quote' | 'from' | 'to'> {
  index: number;
}

/** Position of a quote in a text: the logged one, or else where its words occur; null if they do not. */
function placeOf(text: string, { quote, from, to }: Quote): [number, number] | null {
  if (quote === '') return null;
  if (text.slice(from, to) === quote) return [from, to];
  const at = text.indexOf(quote);
  return at < 0 ? null : [at, at + quote.length];
}

/**
 * Splits an utterance at its quotes. Of two overlapping quotes, the wanted one is highlighted, otherwise the earlier
 * one.
 * @param wanted the quote that the reader has followed
 */
export function cutAtQuotes(text: string, quotes: readonly Quote[], wanted: number | null): Part[] {
  const places = quotes.flatMap((quote) => {
    const place = placeOf(text, quote);
    return place ? [{ from: place[0], to: place[1], index: quote.index }] : [];
  });
  places.sort((one, other) => Number(other.index === wanted) - Number(one.index === wanted) || one.from - other.from);
  const marked: typeof places = [];
  for (const place of places) {
    if (!marked.some(({ from, to }) => place.from < to && from < place.to)) marked.push(place);
  }
  marked.sort((one, other) => one.from - other.from);
  const parts: Part[] = [];
  let at = 0;
  for (const { from, to, index } of marked) {
    if (from > at) parts.push({ text: text.slice(at, from), quote: null });
    parts.push({ text: text.slice(from, to), quote: index });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), quote: null });
  return parts;
}
