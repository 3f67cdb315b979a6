import { SCROLL_DELAY_MS } from '@understudy/contract/constants';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { segmentsOnScreen, type TalkEntry } from '../talk.ts';

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
export function useNewest(area: RefObject<HTMLDivElement | null>, entries: readonly TalkEntry[]) {
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
