import type { Clock } from '../../platform/clock.ts';

/** Somebody who speaks for longer would like to know that they are heard. */
const LONG_MS = 12_000;
/** A sign at most so often, and for so long. */
const EVERY_MS = 15_000;
const SHOWN_MS = 2_000;

/**
 * Signs of listening to somebody who speaks for long, in a pause and never while they speak.
 * @param show called with whether the sign is shown
 */
export function createListeningSigns(clock: Clock, show: (shown: boolean) => void) {
  let since = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  const goOn = () => {
    cancel();
    show(false);
  };
  return {
    /** An utterance begins. */
    begin(): void {
      goOn();
      since = clock.now();
    },
    /** Its speaker pauses. */
    pause(): void {
      const now = clock.now();
      if (now - since < LONG_MS || now - lastAt < EVERY_MS) return;
      lastAt = now;
      show(true);
      cancel = clock.after(SHOWN_MS, () => show(false));
    },
    /** They go on, or the conversation is over. */
    goOn,
  };
}
