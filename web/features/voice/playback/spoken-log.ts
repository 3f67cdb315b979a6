import type { Clock } from '../../../platform/clock.ts';

/** Kept at most this long: nobody compares with what was said earlier. */
const KEPT_MS = 15_000;

interface Spoken {
  text: string;
  from: number;
  to: number;
}

/** What the twin's voice said lately, and when, for telling its echo from the visitor. */
export function createSpokenLog(clock: Clock) {
  let spoken: Spoken[] = [];
  return {
    /** A sentence begins to be heard. @param seconds its length */
    begin(text: string, seconds: number): void {
      const now = clock.now();
      // A sentence that was held and goes on is one sentence.
      const others = spoken.filter((one) => one.to > now - KEPT_MS && one.text !== text);
      spoken = [...others, { text, from: now, to: now + seconds * 1000 }];
    },
    /** The voice fell silent. */
    cut(): void {
      const now = clock.now();
      spoken = spoken.map((one) => ({ ...one, to: Math.min(one.to, now) }));
    },
    /** Every sentence of which something was heard in the last so many milliseconds. */
    within(ms: number): string {
      const now = clock.now();
      return spoken
        .filter(({ from, to }) => to > now - ms && from <= now)
        .map(({ text }) => text)
        .join(' ');
    },
  };
}
