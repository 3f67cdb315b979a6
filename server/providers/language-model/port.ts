/**
 * The port to whatever writes the twin's words. Adapters: openai-compatible and embedded; a fallback is a port wrapped
 * round ports.
 */
import type { ProviderNote } from '../provider-error.ts';
import type { WrittenReply } from './written-reply.ts';

export { ProviderError, type ProviderNote } from '../provider-error.ts';

/** A line of the conversation so far, oldest first. */
export interface Line {
  speaker: 'visitor' | 'agent';
  text: string;
}

/** A passage of the consultant's knowledge that the reply may rest on. */
export interface Passage {
  id: string;
  title: string;
  text: string;
}

/** What one call of a provider used. */
export interface TokenUsage {
  provider: string;
  /** Model id that was asked for in the end. */
  model: string;
  promptTokens: number;
  completionTokens: number;
  /** Of the prompt, what the provider had in its cache; null where it does not tell. */
  cachedTokens: number | null;
  /** False for the provider's own figures. */
  estimated: boolean;
}

/** Who wants to know what is used. */
export interface Metered {
  /**
   * Hears of each call of a provider once, failed and cut ones too, before the iteration or promise of the reply is
   * over. The embedded twin uses nothing and tells nothing.
   */
  onUsage?: (usage: TokenUsage) => void;
}

/** Everything an adapter may need to write one reply. */
export interface ReplyRequest extends Metered {
  /** Model id as asked for; the adapter decides whether it serves it. */
  model: string;
  modeId: string;
  /** The prompt for adapters that take one: persona, mode, rules and passages. */
  systemPrompt: string;
  /** The conversation before this turn, oldest first, reordered so that each answer follows its question. */
  history: Line[];
  /** The visitor's words of this turn; empty for a greeting or follow-up. */
  userMessage: string;
  kind: 'message' | 'greeting' | 'followup';
  performer: boolean;
  passages: Passage[];
  /** Words of this very reply that the visitor already has; the reply goes on after them. */
  continueAfter: string;
  /** What the embedded twin says, where it is to answer; it is made of the request alone unless given. */
  written?: WrittenReply;
  /** True when nothing is shown before the end, so that a stream that dies may be replaced in full. */
  buffered?: boolean;
  temperature?: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  maxTokens?: number;
}

/** What an adapter yields: text deltas (pause markers still inside), then exactly one end. */
export type ReplyChunk =
  | { kind: 'delta'; text: string }
  | {
      kind: 'end';
      /** Model id that really answered. */
      model: string;
      provider: string;
      /** Ids of the passages used. */
      knowledge: string[];
      /** False when the stream stopped before its natural end (it died, stalled, or was never marked as finished). */
      complete: boolean;
      /** Things worth a session event: a fallback, a replaced model, a bad response. */
      notes: ProviderNote[];
    };

/** Writes replies. */
export interface LanguageModel {
  /**
   * Streams one reply. Throws {@link ProviderError} only before the first delta; after it, a failure is an end with
   * `complete: false` (in a buffered request, an adapter may throw until the end). Aborting the signal ends the
   * iteration without an error and closes the provider's connection.
   */
  reply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyChunk>;
}
