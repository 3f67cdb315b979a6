import { SCROLL_DELAY_MS } from '@understudy/contract/constants';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { segmentsOnScreen, type TalkEntry } from '../talk.ts';

/** So near to the end counts as reading the newest. */
const NEAR_END_PX = 80;

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

  const toNewest = useCallback(() => {
    following.current = true;
    seen.current = now.current.lines;
    setUnseen(false);
    area.current?.scrollTo({ top: area.current.scrollHeight });
  }, [area]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the entries is what calls for scrolling
  useEffect(() => {
    // Whoever says something wants to see the answer.
    if (ownLines > now.current.ownLines) following.current = true;
    now.current = { lines, ownLines };
    // Words arrive faster than this; the first change sets the time.
    timer.current ??= setTimeout(() => {
      timer.current = null;
      if (following.current) toNewest();
      else if (now.current.lines > seen.current) setUnseen(true);
    }, SCROLL_DELAY_MS);
  }, [entries]);

  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );

  const onScroll = useCallback(() => {
    const element = area.current;
    if (!element) return;
    following.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    if (!following.current) return;
    seen.current = now.current.lines;
    setUnseen(false);
  }, [area]);

  return { unseen, toNewest, onScroll };
}
