import { TYPING_MS } from '@understudy/contract/constants';
import type { Clock } from '../../platform/clock.ts';

/** Shows that the other side types, until it says otherwise or its signal has run out. */
export function createTypingSign(clock: Clock, show: (isTyping: boolean) => void): (isTyping: boolean) => void {
  let stop = () => {};
  return (isTyping) => {
    stop();
    stop = () => {};
    if (!isTyping) return;
    show(true);
    const cancel = clock.after(TYPING_MS, () => show(false));
    stop = () => {
      cancel();
      show(false);
    };
  };
}

/** Tells the other side that this one types, again while it goes on, and once that it no longer does. */
export function createTypingTeller(clock: Clock, tell: (isTyping: boolean) => void) {
  /** When it was last told; null while nobody types. */
  let toldAt: number | null = null;
  return {
    typed(draft: string): void {
      const isTyping = draft.trim() !== '';
      const isDue = toldAt === null || clock.now() - toldAt > TYPING_MS / 2;
      if (isTyping ? !isDue : toldAt === null) return;
      toldAt = isTyping ? clock.now() : null;
      tell(isTyping);
    },
    /** What is typed next is news. */
    forget(): void {
      toldAt = null;
    },
  };
}
