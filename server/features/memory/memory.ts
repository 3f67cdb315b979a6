/** Kinds of memories: who visitors are, what they prefer, what is open, and who promised what. */
export const MEMORY_KINDS = ['fact', 'preference', 'thread', 'promise'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** A memory extracted from a visitor's line. */
export interface Remembered {
  kind: MemoryKind;
  /** What it is about; a newer memory about the same subject replaces an older one. */
  subject: string;
  /**
   * A fact in the third person ('Is called Maria') or a quote ('Said: “I run a bakery”'). The visitor may read it.
   */
  text: string;
  /** 0 to 1. */
  importance: number;
  /** The sequence number of the visitor's utterance that it comes from. */
  seq: number;
  expiresAt: Date;
}

/** A visitor's line from which memories are extracted. */
export interface VisitorUtterance {
  /** Its sequence number in the session. */
  seq: number;
  text: string;
  /** What the twin said before it, if anything. */
  before?: string | null;
  at: Date;
}
