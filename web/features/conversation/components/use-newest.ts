import { SCROLL_DELAY_MS } from '@understudy/contract/constants';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { segmentsOnScreen, type TalkEntry } from '../talk.ts';

/** So near to the end counts as reading the newest. */
const NEAR_END_PX = 80;

function isNearEnd(area: HTMLElement): boolean {
  return area.scrollHeight - area.scrollTop - area.clientHeight < NEAR_END_PX;
}

/** Whether the visitor has scrolled up from where the last scrolling of ours ended. */
function scrolledUp(area: HTMLElement, reached: number | null): boolean {
  return reached !== null && area.scrollTop < reached - NEAR_END_PX && !isNearEnd(area);
}

/**
 * Scrolls to the newest message 100 ms after a change (section 9), unless the visitor has scrolled up to read: then it
 * only says that there is something new.
 */
export function useNewest(area: RefObject<HTMLDivElement | null>, entries: readonly TalkEntry[]) {
  const following = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [unseen, setUnseen] = useState(false);
  const lines = entries.reduce((sum, entry) => sum + (entry.kind === 'visitor' ? 1 : segmentsOnScreen(entry)), 0);
  const ownLines = entries.filter((entry) => entry.kind === 'visitor').length;
  const now = useRef({ lines, ownLines });
  const seen = useRef(lines);
  /** Where the last scrolling of ours ended; null when the next one is wanted from wherever the visitor is. */
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
    // Whoever says something wants to see the answer.
    if (ownLines > now.current.ownLines) {
      following.current = true;
      reached.current = null;
    }
    now.current = { lines, ownLines };
    // Words arrive faster than this; the first change sets the time.
    timer.current ??= setTimeout(() => {
      timer.current = null;
      // The event of a scrolling up may not have come yet.
      if (area.current && scrolledUp(area.current, reached.current)) following.current = false;
      if (following.current) toNewest();
      else if (now.current.lines > seen.current) setUnseen(true);
    }, SCROLL_DELAY_MS);
  }, [entries]);

  // What grows below the talk, or comes above it, must not hide its last line.
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
    // Words that came since our own scrolling put the end further away; only the visitor moves up.
    if (scrolledUp(element, reached.current)) following.current = false;
    if (!isNearEnd(element)) return;
    following.current = true;
    seen.current = now.current.lines;
    setUnseen(false);
  }, [area]);

  return { unseen, toNewest, onScroll };
}
