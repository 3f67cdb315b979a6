import type { InterruptReason } from './turn-taking/state.ts';

/**
 * How a reply's bubbles keep time: with its voice, not at all while it is held before its first word, or by themselves while
 * it is awaited or there is none.
 */
export type Pace = { is: 'playing'; segment: number } | { is: 'awaited' } | { is: 'held' } | { is: 'none' };

/** The conversation, as the voice needs it. */
export interface TalkLine {
  /** Whether a session runs. */
  isLive(): boolean;
  /** What was said becomes the visitor's message. @returns the turn's id, null when nothing can be said */
  say(text: string): string | null;
  /** The reply ends after the words that were heard, here and at the server; after those shown if it was cut in writing. */
  interrupt(turnId: string, heard: string, reason: InterruptReason): void;
  pace(turnId: string, pace: Pace): void;
  track(kind: string, payload: Record<string, unknown>): void;
}
