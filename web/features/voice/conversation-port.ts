import type { InterruptReason } from './turn-taking/state.ts';

/** The voice's interface to the conversation. */
export interface ConversationPort {
  /** Whether a session is running. */
  isLive(): boolean;
  /** Sends an utterance as the visitor's message. @returns the turn's id, or null if nothing can be sent */
  say(text: string): string | null;
  /** Has the server begin the reply to these words, unseen; the signal drops it. Never rejects. */
  prepare(text: string, signal: AbortSignal): void;
  /** The visitor interrupted a spoken reply: it ends after what is on screen, here and on the server. */
  interrupt(turnId: string, reason: InterruptReason): void;
  /** The voice of a reply ended. */
  fellSilent(): void;
  track(kind: string, payload: Record<string, unknown>): void;
}
