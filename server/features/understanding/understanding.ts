import type { Intent } from '@understudy/contract/leads';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';

/** What a line does; it may have several acts. Defined with examples in `bench/lines/README.md`. */
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

/** A value in a line that is the visitor's own: not somebody else's, denied or merely supposed. */
export interface Entity {
  type: 'person' | 'company' | 'role' | 'email' | 'budget' | 'timeline' | 'pain';
  /** Normalized, such as an address that was spelt out with 'at' and 'dot'. */
  value: string;
  /** UTF-16 offsets of the words that state it. */
  from: number;
  to: number;
  /** Confidence, 0 to 1. */
  probability: number;
}

/** What one sentence of a line means. */
export interface Sentence {
  text: string;
  /** UTF-16 offsets. */
  from: number;
  to: number;
  /** Null when no encoder could be loaded. */
  vector: SentenceVector | null;
  /** Whether it asks for information. */
  asks: boolean;
  /** Probability that it asks about each subject. */
  about: Readonly<Record<Subject, number>>;
  /**
   * Whether it states something about the visitor. Read by itself, since the twin's words before it do not make it less
   * true.
   */
  informs: boolean;
  /** Whether it gives orders to the machine. */
  injects: boolean;
  /** What it asks to be done. Each request of a line belongs to one of its sentences, which can be quoted. */
  requests: ReadonlySet<Request>;
  /** Rows of tables/signs.yaml that hold in it, such as `no-money`; only `supposed` when it only supposes. */
  signs: ReadonlySet<string>;
}

/** The context in which a line is read. */
export interface LineContext {
  /** What the twin said before it; null at the beginning. */
  before: string | null;
}

/** What a visitor's line means. Each line is read once, and everything else in the program uses the result. */
export interface Understanding {
  /** As the visitor wrote it. */
  text: string;
  /** The text with one word for the consultant, whatever their name. */
  plain: string;
  context: LineContext;
  /** ISO 639-1 code; 'en' unless there is evidence for another language. */
  language: string;
  sentences: readonly Sentence[];
  /** Of the whole line; null when no encoder could be loaded. */
  vector: SentenceVector | null;
  /** Of what the twin said before it. */
  beforeVector: SentenceVector | null;
  acts: ReadonlySet<Act>;
  subjects: ReadonlySet<Subject>;
  requests: ReadonlySet<Request>;
  flags: ReadonlySet<Flag>;
  /** Rows of the phrase tables that occur. */
  hints: ReadonlySet<string>;
  /** Probability of each act, subject, request and flag. */
  probabilities: Readonly<Record<Act | Subject | Request | Flag, number>>;
  /** Probability of each subject given this line alone, whatever the twin said before it. */
  aboutAlone: Readonly<Record<Subject, number>>;
  /** Probability of each intent given this line alone; the rest, up to 1, is 'no intent'. */
  intents: Readonly<Record<Intent, number>>;
  entities: readonly Entity[];
}

/** Reads a line in its context. Calls with the same line and context share one reading. */
export type Understand = (line: string, context: LineContext) => Promise<Understanding>;

/** Intents of somebody who has work to give. */
const WORK: readonly Intent[] = ['purchase_intent', 'consulting_inquiry', 'speaking_request'];
/** Minimum probability of these intents together. */
const MIN_WORK_PROBABILITY = 0.6;

/** Flags of emergencies, and the probability from which a line surely tells of one. */
export const URGENT_FLAGS = ['selfharm', 'selfharm_other', 'medical', 'danger'] as const;
const SURE_EMERGENCY = 0.8;

/** Whether a line may tell of an emergency, or of somebody who wants to die, without certainty. */
export const mayBeEmergency = ({ flags, probabilities }: Pick<Understanding, 'flags' | 'probabilities'>): boolean =>
  URGENT_FLAGS.some((flag) => flags.has(flag)) && URGENT_FLAGS.every((flag) => probabilities[flag] < SURE_EMERGENCY);

/** Whether a line is about work that the visitor has to give. */
export const isAboutWork = ({ intents }: Pick<Understanding, 'intents'>): boolean =>
  WORK.reduce((sum, intent) => sum + intents[intent], 0) > MIN_WORK_PROBABILITY;

/** Prefix of the line that the page sends when a visitor clicks a topic button. */
const ASKING_ABOUT = 'Tell me about ';

/**
 * The line that a topic button sends.
 *
 * @param called the topic's name within a sentence
 */
export const askingAbout = (called: string): string => ASKING_ABOUT + called;

/** Whether a line may come from a topic button. */
export const isChoice = (line: string): boolean => line.startsWith(ASKING_ABOUT);
