/** Types of `GET /api/admin/sessions/{id}/turns/{turn_id}`: what a reply of the twin was based on. */

/** A passage that a search found. */
export interface FoundPassage {
  id: string;
  /** Its title at that time. */
  title: string;
  /** How clearly it stood out from the others, in percent; all passages of the knowledge together have 100. */
  share: number;
  /** Whether the reply used it. For a language model: whether it was named as a source. */
  used: boolean;
  /** The text of the twin that contains it now; null if it was removed or renamed. */
  file: string | null;
}

/** A search of the knowledge, for one question of the message. */
export interface KnowledgeSearch {
  /** What was done with the best passage: said, said as uncertain, offered as a topic, or nothing. */
  decision: 'answer' | 'near' | 'offer' | 'unknown';
  /** The probability that the best passage answers, in percent. */
  sure: number;
  /** Best first, at most four. */
  passages: FoundPassage[];
}

/** The stages of a turn, in order. */
export const TURN_STAGES = ['saved', 'understood', 'recalled', 'first_word', 'written'] as const;
export type TurnStage = (typeof TURN_STAGES)[number];

/** What was recorded of a reply. */
export interface ReplyTrace {
  searches: KnowledgeSearch[];
  /** Facts about the visitor in the prompt; `value` as the analysis of that turn has it, null if it has none. */
  facts: { field: string; value: string | null }[];
  /** Memories that the reply could use, as they read today; null for one that was deleted since. */
  memories: (string | null)[];
  /** What the embedded twin decided to say, by the names of its moves. */
  moves: string[];
  /** Milliseconds from the start of the turn to the end of each stage; null for one that was not reached. */
  stages: Record<TurnStage, number | null>;
}

/** One turn of a session, with what its reply was based on. */
export interface TurnDetail {
  turn_id: string;
  kind: 'message' | 'greeting' | 'followup';
  mode: string;
  /** The model that was asked for, and the one that answered; empty if none did. */
  model_asked: string;
  model: string;
  /** The provider that answered: groq, openai, custom or embedded; empty if none did. */
  provider: string;
  /** The passages that the reply used, or that the language model was given, best first, with their titles today. */
  used: { id: string; title: string; file: string | null }[];
  /** Null for a turn that was answered before this was recorded. */
  trace: ReplyTrace | null;
}
