/** What a visitor's line means: read once, by `understand`, and used by everything that needs to know. */
import type { Intent } from '@understudy/contract/leads';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';

/** What a line does; several may hold. Defined with examples in `bench/lines/README.md`. */
export const ACTS = [
  'greet',
  'thank',
  'bye',
  'question',
  'inform',
  'correct',
  'agree',
  'decline',
  'decide',
  'joke',
  'feeling',
  'smalltalk',
  'insult',
  'reject',
  'more',
  'pitch',
  'filler',
] as const;
export type Act = (typeof ACTS)[number];

/** What a question is about. */
export const SUBJECTS = ['knowledge', 'ai', 'visitor', 'talk', 'private', 'chat', 'offtopic'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** What the visitor wants done, for real and now. */
export const REQUESTS = [
  'hire',
  'call',
  'slot',
  'cancel',
  'reminder',
  'person',
  'message',
  'quote',
  'send',
  'complaint',
  'see_data',
  'delete_data',
  'correct_data',
  'withdraw_consent',
  'summary',
] as const;
export type Request = (typeof REQUESTS)[number];

/** What must not go wrong. */
export const FLAGS = [
  'injection',
  'abuse',
  'selfharm',
  'selfharm_other',
  'medical',
  'danger',
  'health',
  'grief',
  'legal',
  'tax',
  'spam',
  'sarcasm',
] as const;
export type Flag = (typeof FLAGS)[number];

/** A value that stands in a line and is the visitor's own: not somebody else's, denied or merely supposed. */
export interface Entity {
  type: 'person' | 'company' | 'role' | 'email' | 'budget' | 'timeline' | 'pain';
  /** In the form in which it is used, such as an address that was spelt out with 'at' and 'dot'. */
  value: string;
  /** UTF-16 offsets of the words that say it. */
  from: number;
  to: number;
  /** How sure, 0 to 1. */
  probability: number;
}

/** A sentence of a line. */
export interface Sentence {
  text: string;
  /** UTF-16 offsets. */
  from: number;
  to: number;
  /** Null where no encoder could be loaded. */
  vector: SentenceVector | null;
  /** Whether it asks for something to be told. */
  asks: boolean;
  /** How probable it is that it asks about each subject. */
  about: Readonly<Record<Subject, number>>;
  /** Whether it states something about the visitor, read by itself: what the twin said before makes it no less true. */
  informs: boolean;
  /** Whether it gives orders to the machine. */
  injects: boolean;
  /** What it asks to be done. What a line asks for stands in one of its sentences, which can be quoted. */
  requests: ReadonlySet<Request>;
  /** Rows of tables/signs.yaml that hold in it, such as `no-money`; `supposed` alone where it only supposes. */
  signs: ReadonlySet<string>;
}

/** What a line is read after. */
export interface LineContext {
  /** What the twin said before it; null at the beginning. */
  before: string | null;
}

/** What one line of a visitor means. */
export interface Understanding {
  text: string;
  /** The same with the consultant called by one word, whoever it is. */
  plain: string;
  context: LineContext;
  /** ISO 639-1 code; 'en' where nothing says otherwise. */
  language: string;
  sentences: readonly Sentence[];
  /** Of the whole line; null where no encoder could be loaded. */
  vector: SentenceVector | null;
  /** Of what the twin said before it. */
  beforeVector: SentenceVector | null;
  acts: ReadonlySet<Act>;
  subjects: ReadonlySet<Subject>;
  requests: ReadonlySet<Request>;
  flags: ReadonlySet<Flag>;
  /** Rows of the phrase tables that occur. */
  hints: ReadonlySet<string>;
  /** How probable each act, subject, request and flag is. */
  probabilities: Readonly<Record<Act | Subject | Request | Flag, number>>;
  /** How probable each intent is if this line were all one knew; what is left to 1 is 'says nothing of it'. */
  intents: Readonly<Record<Intent, number>>;
  entities: readonly Entity[];
}

/** Reads lines. */
export type Understand = (line: string, context: LineContext) => Promise<Understanding>;
