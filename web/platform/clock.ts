/** An injectable clock, so that timing can be tested without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after the delay. Returns a function that cancels it. */
  after(delayMs: number, act: () => void): () => void;
}

/** The browser's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Waits for the delay, or until the signal aborts. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const onAbort = () => {
      cancel();
      resolve();
    };
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Safari has no idle callback; by then the first screen has settled. */
const OTHERWISE_AFTER_MS = 500;

/** Calls back once when the page is idle. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(() => callback());
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(callback, OTHERWISE_AFTER_MS);
  return () => clearTimeout(id);
}
