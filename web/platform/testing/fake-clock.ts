import type { Clock } from '../clock.ts';

/** A clock controlled by a test. */
export interface FakeClock extends Clock {
  /** Advances the time, running due callbacks in order. */
  pass(ms: number): void;
  /** Advances the time and lets promises settle after each step. */
  passSlowly(ms: number): Promise<void>;
}

/** A clock that stands at `start` (Unix time, ms) until it is advanced. */
export function createFakeClock(start = 1_000_000): FakeClock {
  let now = start;
  let waiting: { at: number; act: () => void }[] = [];
  const takeDue = (until: number) => {
    const next = waiting.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
    if (next) waiting = waiting.filter((one) => one !== next);
    return next;
  };
  const step = (until: number) => {
    const due = takeDue(until);
    if (!due) return false;
    now = Math.max(now, due.at);
    due.act();
    return true;
  };
  return {
    now: () => now,
    after(delayMs, act) {
      const one = { at: now + delayMs, act };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    pass(ms) {
      const until = now + ms;
      while (step(until));
      now = until;
    },
    async passSlowly(ms) {
      const until = now + ms;
      await settle();
      while (step(until)) await settle();
      now = until;
      await settle();
    },
  };
}

/** Lets pending promises settle. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
