import { useInfiniteQuery } from '@tanstack/react-query';
import type { AdminUtterance, SessionDetail } from '@understudy/contract/admin';
import { ArrowDown, Play } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { Empty } from '../../../../ui/states.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { keys } from '../../api/queries.ts';
import { ReplayBar, useReplay } from './replay.tsx';
import { type Quote, Utterance, utteranceId } from './utterance.tsx';
import { type Reply, ReplyTools } from './why-answer.tsx';

/** Where to lead the reader: the utterance, and the quote within it, if any. A new object leads there again. */
export interface Target {
  seq: number;
  quote: number | null;
}

/** 'Full Transcript': the whole conversation and its replay. */
export function ConversationTab({
  detail,
  transcript,
  target,
  isReplaying,
  onReplay,
  modeName,
  onBetter,
}: {
  detail: SessionDetail;
  transcript: Transcript;
  target: Target | null;
  isReplaying: boolean;
  onReplay: (isReplaying: boolean) => void;
  modeName: (mode: string) => string;
  /** Opens the form for a better answer; null if the page has none. */
  onBetter: ((reply: Reply) => void) | null;
}) {
  const { utterances, hasMore, isLoading, error, loadMore } = transcript;
  const replay = useReplay(utterances, isReplaying);
  const quotes = useMemo(() => quotesBySeq(detail), [detail]);
  const traces = useMemo(() => latencyTracesBySeq(detail, utterances), [detail, utterances]);
  const replies = useMemo(() => repliesBySeq(utterances), [utterances]);
  const list = useRef<HTMLOListElement>(null);
  const box = useRef<HTMLElement>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const isEndHidden = useHidden(end, box);
  const shown = isReplaying ? utterances.slice(0, replay.said) : utterances;
  const isThere = target !== null && shown.some(({ seq }) => seq === target.seq);

  useEffect(() => {
    if (!target || !isThere) return;
    const element = document.getElementById(utteranceId(target.seq));
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [target, isThere]);

  const toolsOf = (seq: number) => {
    const reply = replies.get(seq);
    return reply ? (
      <ReplyTools sessionId={detail.session.id} reply={reply} modeName={modeName} onBetter={onBetter} />
    ) : null;
  };
  const lastSaid = isReplaying ? shown.at(-1)?.seq : undefined;
  useEffect(() => {
    if (lastSaid === undefined) return;
    const scroller = list.current?.parentElement;
    scroller?.scrollTo({ top: scroller.scrollHeight });
  }, [lastSaid]);

  return (
    <section aria-labelledby="full-transcript">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-5 pb-3 sm:px-6">
        <h2 id="full-transcript" className="text-2xl">
          {t('session.fullTranscript')}
        </h2>
        {utterances.length > 0 && !isReplaying ? (
          <Button variant="outline" size="sm" className="no-print" onClick={() => onReplay(true)}>
            <Play aria-hidden /> {t('session.replay')}
          </Button>
        ) : null}
      </div>
      {isReplaying ? <ReplayBar replay={replay} onClose={() => onReplay(false)} /> : null}
      {utterances.length === 0 ? (
        <Empty title={t('session.noConversationRecorded')}>{t('session.theVisitorHasStartedAnd')}</Empty>
      ) : (
        <div className="relative">
          <section
            ref={box}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label={t('session.transcript')}
            className={cn('print-whole max-h-[600px] overflow-y-auto border-t py-3', isReplaying && REPLAY_ROOM)}
          >
            <ol ref={list} className={longList(shown.length)}>
              {shown.map((utterance) => (
                <Utterance
                  key={utterance.id}
                  utterance={utterance}
                  quotes={quotes.get(utterance.seq) ?? NONE}
                  wanted={target?.seq === utterance.seq ? target.quote : null}
                  isTarget={target?.seq === utterance.seq}
                  trace={traces.get(utterance.seq)}
                  tools={isReplaying ? null : toolsOf(utterance.seq)}
                />
              ))}
            </ol>
            {hasMore && !isReplaying ? (
              <p className="no-print px-4 py-3 text-center">
                {error ? (
                  <span role="alert" className="mb-2 block text-destructive-text">
                    {t('session.theRestCouldNotBe', { error: sentenceOf(error) })}
                  </span>
                ) : null}
                <Button variant="outline" size="sm" disabled={isLoading} onClick={loadMore}>
                  {isLoading ? t('session.fetchingMore') : t('session.showMore')}
                </Button>
              </p>
            ) : null}
            <div ref={setEnd} className="h-px" />
          </section>
          {isEndHidden && !isReplaying ? (
            // Not every browser shows a scrollbar, so content below the edge needs a hint.
            <p
              className={cn(
                'no-print pointer-events-none absolute inset-x-0 bottom-0 flex justify-center',
                'bg-linear-to-t from-card to-transparent pt-8 pb-2',
              )}
            >
              <Button
                variant="outline"
                size="sm"
                className="pointer-events-auto bg-card"
                onClick={() => end?.scrollIntoView({ block: 'nearest' })}
              >
                <ArrowDown aria-hidden /> {t('session.lastMessage')}
              </Button>
            </p>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Whether an element is outside the visible part of its scroll container. */
function useHidden(element: HTMLElement | null, box: RefObject<HTMLElement | null>): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    if (!element) return;
    const watcher = new IntersectionObserver(([entry]) => setHidden(!entry?.isIntersecting), { root: box.current });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element, box]);
  return isHidden;
}

const NONE: readonly Quote[] = [];
/** Reserves the replay's full height from the start, so that nothing below it moves. */
const REPLAY_ROOM = 'min-h-[min(600px,60vh)]';

function quotesBySeq({ score }: SessionDetail): Map<number, Quote[]> {
  const by = new Map<number, Quote[]>();
  for (const [index, { seq, quote, from, to }] of score.entries()) {
    by.set(seq, [...(by.get(seq) ?? []), { quote, from, to, index }]);
  }
  return by;
}

/** The replies of a transcript, by the `seq` of their last line. */
export function repliesBySeq(utterances: Transcript['utterances']): Map<number, Reply> {
  const turns = new Map<string, Reply & { seq: number }>();
  for (const { turn_id: turnId, seq, speaker, text } of utterances) {
    // There is nothing to improve or to explain about a person's words.
    if (speaker === 'person') continue;
    const turn = turns.get(turnId) ?? { turnId, question: '', said: '', seq: -1 };
    if (speaker === 'visitor') turn.question = text;
    else Object.assign(turn, { said: turn.said ? `${turn.said}\n\n${text}` : text, seq });
    turns.set(turnId, turn);
  }
  return new Map([...turns.values()].flatMap(({ seq, ...reply }) => (seq < 0 ? [] : [[seq, reply] as const])));
}

/** A turn's latency trace is shown below the visitor's words that started it. */
function latencyTracesBySeq({ waterfalls }: SessionDetail, utterances: Transcript['utterances']) {
  const first = new Map<string, number>();
  for (const { turn_id: turn, seq } of utterances) if (!first.has(turn)) first.set(turn, seq);
  return new Map(
    waterfalls.flatMap((trace) => {
      const seq = first.get(trace.turn_id);
      return seq === undefined ? [] : [[seq, trace] as const];
    }),
  );
}

/** From this many rows on, off-screen rows are not laid out (docs/decisions/dashboard.md). */
const LONG = 100;

/** The class of a list with the given number of rows. */
export const longList = (rows: number) => (rows > LONG ? 'long-list' : undefined);

/** The loaded part of a transcript. */
interface Transcript {
  utterances: AdminUtterance[];
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  loadMore(): void;
  /** Loads the rest. @returns whether the transcript is complete */
  loadAll(): Promise<boolean>;
}

/**
 * A session's transcript: the beginning comes with the session, the rest in pages.
 * @param upTo the `seq` that must be loaded, or null
 */
export function useTranscript(detail: SessionDetail, upTo: number | null): Transcript {
  const client = useAdminClient();
  const { id } = detail.session;
  const first = detail.more_after;
  const query = useInfiniteQuery({
    queryKey: [...keys.session(id), 'more', first],
    enabled: false,
    initialPageParam: first,
    queryFn: ({ pageParam, signal }) =>
      client.get<SessionDetail>(`sessions/${encodeURIComponent(id)}`, { after: pageParam }, signal),
    getNextPageParam: (page: SessionDetail) => page.more_after,
  });
  const { data, fetchNextPage, isFetching, error } = query;
  const utterances = useMemo(
    () => [...detail.utterances, ...(data?.pages ?? []).flatMap((page) => page.utterances)],
    [detail.utterances, data],
  );
  const last = data ? (data.pages.at(-1)?.more_after ?? null) : first;
  const hasMore = last !== null;
  const isMissing = upTo !== null && hasMore && !utterances.some(({ seq }) => seq === upTo);
  useEffect(() => {
    if (isMissing && !isFetching && !error) void fetchNextPage();
  }, [isMissing, isFetching, error, fetchNextPage]);
  return {
    utterances,
    hasMore,
    isLoading: isFetching,
    error,
    loadMore: () => void fetchNextPage(),
    async loadAll() {
      let isThere = !hasMore;
      while (!isThere) {
        const { data: now, isError } = await fetchNextPage();
        if (isError) return false;
        isThere = (now?.pages.at(-1)?.more_after ?? null) === null;
      }
      return true;
    },
  };
}
