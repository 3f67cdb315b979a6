import type { InterruptReason } from './turn-taking/state.ts';

/** Port to the conversation, as the voice needs it. */
export interface ConversationPort {
  /** Whether a session runs. */
  isLive(): boolean;
  /** What was said becomes the visitor's message. @returns the turn's id, null when nothing can be said */
  say(text: string): string | null;
  /** The visitor broke off a spoken reply: it ends after what is on screen, here and at the server. */
  interrupt(turnId: string, reason: InterruptReason): void;
  /** The voice of a reply is over. */
  fellSilent(): void;
  track(kind: string, payload: Record<string, unknown>): void;
}
