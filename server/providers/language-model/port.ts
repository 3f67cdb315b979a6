import type { ProviderNote } from '../provider-error.ts';

export { ProviderError, type ProviderNote } from '../provider-error.ts';

/** A line of the conversation so far. */
export interface Line {
  /** `person`: somebody of the consultant's team, who had taken the conversation over. */
  speaker: 'visitor' | 'agent' | 'person';
  text: string;
  /** A person's name; absent for the others. */
  author?: string;
}

/** A knowledge passage that the reply may use. */
interface Passage {
  id: string;
  title: string;
  text: string;
}

/** Usage of one provider call. */
export interface TokenUsage {
  provider: string;
  /** Model id that was requested in the end. */
  model: string;
  promptTokens: number;
  completionTokens: number;
  /** Prompt tokens that the provider had cached; null if it does not report them. */
  cachedTokens: number | null;
  /** False for the provider's own figures. */
  estimated: boolean;
}

/** For callers that want to know the usage. */
export interface Metered {
  /**
   * Called once per provider call, including failed and cut ones, before the reply's iteration or promise ends. The
   * embedded twin has no usage and never calls it.
   */
  onUsage?: (usage: TokenUsage) => void;
}

/** A reply written without a language model. */
export interface WrittenReply {
  text: string;
  /** Ids of the passages it is taken from. */
  knowledge: string[];
}

/** Everything an adapter may need to write one reply. */
export interface ReplyRequest extends Metered {
  /** Requested model id; the adapter decides whether it serves it. */
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
  /** Words of this reply that the visitor already has; the reply continues after them. */
  continueAfter: string;
  /** The embedded twin's reply, if it answers; without it, the reply is made from the request alone. */
  written?: WrittenReply;
  /** What `written` begins with when a model failed or said nothing. */
  afterFailure?: { failed: string; empty: string };
  /** True if nothing is shown before the end, so that a stream that dies may be replaced in full. */
  buffered?: boolean;
  temperature?: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  maxTokens?: number;
}

/** What an adapter yields: text deltas (including pause markers), then exactly one end. */
export type ReplyChunk =
  | { kind: 'delta'; text: string }
  | {
      kind: 'end';
      /** Model id that answered in the end. */
      model: string;
      provider: string;
      /** Ids of the passages used. */
      knowledge: string[];
      /** False if the stream stopped before its natural end (it died, stalled, or was never marked as finished). */
      complete: boolean;
      /** Notes worth a session event: a fallback, a replaced model, a bad response. */
      notes: ProviderNote[];
    };

/**
 * Writes replies of the twin. The port of all language models; its adapters are openai-compatible and the embedded
 * twin, and the fallback chain wraps others.
 */
export interface LanguageModel {
  /**
   * Streams one reply. Throws {@link ProviderError} only before the first delta; later failures are an end with
   * `complete: false` (for a buffered request, an adapter may throw until the end). Aborting the signal ends the
   * iteration without an error and closes the provider's connection.
   */
  reply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyChunk>;
}
