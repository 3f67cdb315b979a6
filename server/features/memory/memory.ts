/** What kind of thing is remembered: who they are, how they like it, what is open, who said they would do what. */
export const MEMORY_KINDS = ['fact', 'preference', 'thread', 'promise'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Something to be remembered about a visitor, as it was read from one of their lines. */
export interface Remembered {
  kind: MemoryKind;
  /** What it is about: of two memories about one subject the newer replaces the older. */
  subject: string;
  /** A fact in the third person ('Is called Maria') or a quote ('Said: “I run a bakery”'). The visitor may read it. */
  text: string;
  /** 0 to 1. */
  importance: number;
  /** The visitor's utterance from which it came. */
  seq: number;
  expiresAt: Date;
}

/** One of the visitor's lines, as memories are read from it. */
export interface VisitorUtterance {
  /** Its place in the session. */
  seq: number;
  text: string;
  /** The twin's words before it, where there were any. */
  before?: string | null;
  /** When it was said. */
  at: Date;
}
