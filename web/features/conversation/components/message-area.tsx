import { SCROLL_DELAY_MS } from '@understudy/contract/constants';
import type { ReplyOffer } from '@understudy/contract/wire';
import { ArrowDown } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { Conversation } from '../conversation.ts';
import { startersFor } from '../starters.ts';
import { offersOf, segmentsOnScreen, type TalkEntry, type TalkState, unfinishedReply } from '../talk.ts';
import { ReplyLines, VisitorBubble } from './messages.tsx';

/**
 * The transcript. This is the only live region: screen readers announce lines as they are added, one sentence at a
 * time.
 */
export function MessageArea({
  talk,
  conversation,
  onOffer,
}: {
  talk: TalkState;
  conversation: Conversation;
  onOffer: (offer: ReplyOffer) => void;
}) {
  const { consultant } = useConfig();
  const area = useRef<HTMLDivElement>(null);
  const { unseen, toNewest, onScroll } = useNewest(area, talk.entries);
  const unfinished = unfinishedReply(talk);
  const isEmpty = !talk.entries.some((entry) => entry.kind === 'visitor' || segmentsOnScreen(entry) > 0);

  return (
    <div className="relative flex min-h-48 flex-1 flex-col overflow-hidden">
      <div
        ref={area}
        role="log"
        aria-label={t('chat.conversationWith', { name: consultant.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        onScroll={onScroll}
        className="talk -outline-offset-2 flex-1 overflow-y-auto overscroll-contain px-5 py-6 sm:px-8"
      >
        {isEmpty ? (
          <p className="talk-hint font-serif" hidden={talk.phase === 'ended'}>
            {t('chat.readyToChat', { name: consultant.name })}
          </p>
        ) : (
          talk.entries.map((entry) =>
            entry.kind === 'visitor' ? (
              <VisitorBubble key={`v${entry.request.turnId}`} line={entry} conversation={conversation} />
            ) : (
              <ReplyLines
                key={`a${entry.request.turnId}`}
                reply={entry}
                speaker={entry.by ?? t('site.ai', { name: consultant.first_name })}
                isLast={entry === talk.entries.at(-1)}
                offers={entry === talk.entries.at(-1) ? offersOf(talk, entry) : entry.offers}
                onOffer={onOffer}
                onAskForRest={entry === unfinished ? conversation.askForRest : null}
              />
            ),
          )
        )}
        <Starters talk={talk} onChoose={conversation.say} />
      </div>
      {unseen ? (
        <Button variant="outline" size="sm" onClick={toNewest} className="talk-newest bg-card shadow-raised">
          <ArrowDown aria-hidden />
          {t('chat.newMessages')}
        </Button>
      ) : null}
    </div>
  );
}

/** Questions to send with one click, under the newest reply. */
function Starters({ talk, onChoose }: { talk: TalkState; onChoose: (question: string) => void }) {
  const { starters } = useConfig().visitor_page;
  const shown = startersFor(starters, talk);
  if (shown.length === 0) return null;
  return (
    // Not read out with every reply: whoever looks for more finds them by the Tab key.
    <fieldset aria-live="off" className="talk-offers talk-starters">
      <legend className="sr-only">{t('chat.suggestedQuestions')}</legend>
      {shown.map((question) => (
        <Button key={question} variant="outline" size="sm" onClick={() => onChoose(question)}>
          {question}
        </Button>
      ))}
    </fieldset>
  );
}

/** Distance from the end that still counts as reading the newest message. */
const NEAR_END_PX = 80;

function isNearEnd(area: HTMLElement): boolean {
  return area.scrollHeight - area.scrollTop - area.clientHeight < NEAR_END_PX;
}

/** Whether the visitor has scrolled up since the last automatic scroll ended. */
function scrolledUp(area: HTMLElement, reached: number | null): boolean {
  return reached !== null && area.scrollTop < reached - NEAR_END_PX && !isNearEnd(area);
}

/**
 * Scrolls to the newest message 100 ms after a change (section 9). If the visitor has scrolled up to read, it only
 * reports that there is something new.
 */
function useNewest(area: RefObject<HTMLDivElement | null>, entries: readonly TalkEntry[]) {
  const following = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [unseen, setUnseen] = useState(false);
  const lines = entries.reduce((sum, entry) => sum + (entry.kind === 'visitor' ? 1 : segmentsOnScreen(entry)), 0);
  const ownLines = entries.filter((entry) => entry.kind === 'visitor').length;
  const now = useRef({ lines, ownLines });
  const seen = useRef(lines);
  /** Where the last automatic scroll ended; null if the next one should happen from any position. */
  const reached = useRef<number | null>(null);

  const toNewest = useCallback(() => {
    following.current = true;
    seen.current = now.current.lines;
    setUnseen(false);
    area.current?.scrollTo({ top: area.current.scrollHeight });
    reached.current = area.current?.scrollTop ?? null;
  }, [area]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the entries is what calls for scrolling
  useEffect(() => {
    // After sending a message, the visitor wants to see the answer.
    if (ownLines > now.current.ownLines) {
      following.current = true;
      reached.current = null;
    }
    now.current = { lines, ownLines };
    // Words arrive more often than every 100 ms; the first change starts the timer and later ones share it.
    timer.current ??= setTimeout(() => {
      timer.current = null;
      // The scroll event for an upward scroll may still be pending.
      if (area.current && scrolledUp(area.current, reached.current)) following.current = false;
      if (following.current) toNewest();
      else if (now.current.lines > seen.current) setUnseen(true);
    }, SCROLL_DELAY_MS);
  }, [entries]);

  // Content that grows below the transcript or appears above it must not hide the last line.
  useEffect(() => {
    if (!area.current) return;
    const observer = new ResizeObserver(() => {
      if (following.current) toNewest();
    });
    observer.observe(area.current);
    return () => observer.disconnect();
  }, [area, toNewest]);

  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );

  const onScroll = useCallback(() => {
    const element = area.current;
    if (!element) return;
    // New words since the last automatic scroll only move the end further down; an upward move is always the visitor's.
    if (scrolledUp(element, reached.current)) following.current = false;
    if (!isNearEnd(element)) return;
    following.current = true;
    seen.current = now.current.lines;
    setUnseen(false);
  }, [area]);

  return { unseen, toNewest, onScroll };
}
