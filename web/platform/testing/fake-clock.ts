import type { Clock } from '../clock.ts';

/** A clock that a test moves. */
export interface FakeClock extends Clock {
  /** Lets time pass, calling back what falls due on the way, in its order. */
  pass(ms: number): void;
  /** Lets time pass and gives promises their turn after each step. */
  passSlowly(ms: number): Promise<void>;
}

/** A clock that stands at `start` (Unix time, ms) until it is moved. */
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

/** Gives every promise that can go on its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
