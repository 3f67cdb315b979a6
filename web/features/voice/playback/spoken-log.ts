import type { Clock } from '../../../platform/clock.ts';

/** Longest retention: earlier speech is never compared. */
const KEPT_MS = 15_000;

interface Spoken {
  text: string;
  from: number;
  to: number;
}

/** What the twin's voice said recently, and when, for echo detection. */
export function createSpokenLog(clock: Clock) {
  let spoken: Spoken[] = [];
  return {
    /** A sentence starts playing. @param seconds its length */
    begin(text: string, seconds: number): void {
      const now = clock.now();
      // A sentence that was held and continues is still one sentence.
      const others = spoken.filter((one) => one.to > now - KEPT_MS && one.text !== text);
      spoken = [...others, { text, from: now, to: now + seconds * 1000 }];
    },
    /** The voice fell silent. */
    cut(): void {
      const now = clock.now();
      spoken = spoken.map((one) => ({ ...one, to: Math.min(one.to, now) }));
    },
    /** Every sentence that was audible in the last `ms` milliseconds. */
    within(ms: number): string {
      const now = clock.now();
      return spoken
        .filter(({ from, to }) => to > now - ms && from <= now)
        .map(({ text }) => text)
        .join(' ');
    },
  };
}
