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
  const before = useRef({ lines, ownLines });

  const toNewest = useCallback(() => {
    following.current = true;
    setUnseen(false);
    area.current?.scrollTo({ top: area.current.scrollHeight });
  }, [area]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the entries is what calls for scrolling
  useEffect(() => {
    if (ownLines > before.current.ownLines) following.current = true;
    if (!following.current && lines > before.current.lines) setUnseen(true);
    before.current = { lines, ownLines };
    // Words arrive faster than this; the first change sets the time.
    timer.current ??= setTimeout(() => {
      timer.current = null;
      if (following.current) toNewest();
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
    if (following.current) setUnseen(false);
  }, [area]);

  return { unseen, toNewest, onScroll };
}
