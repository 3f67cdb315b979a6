import type { BookedMeeting } from '@understudy/contract/bookings';
import type { Language } from '@understudy/contract/languages';
import type { Extract } from '@understudy/contract/leads';
import type { Twin } from '@understudy/contract/twin';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import type { KeptTrace } from '../../platform/database/schema.ts';
import type { DailyTotals } from '../../platform/limits/daily-totals.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { LanguageModels } from '../../providers/language-model/create-language-model.ts';
import type { ProviderNote, ReplyRequest } from '../../providers/language-model/port.ts';
import type { Understand, Understanding } from '../understanding/index.ts';
import type { Authenticator } from './authenticate.ts';
import type { HistoryCache, PlacedVisitorLine } from './history.ts';
import type { TurnKind } from './store.ts';
import type { TokenBudgets } from './token-budgets.ts';
import type {
  AnalysisStep,
  BookingReply,
  Draft,
  RecalledMemories,
  ReplyInput,
  Turn,
  TurnInMode,
  VisitorContext,
} from './turn.ts';
import type { RunningTurn, TurnEvent, TurnQueue } from './turn-queue.ts';

/** A turn with a spoken reply. */
export interface SpokenTurn {
  sessionId: string;
  turnId: string;
  modeId: string;
  /** How fast, as a factor of the voice's own pace; 1 by default. */
  pace?: number;
  signal: AbortSignal;
}

/** Speaks replies. */
export interface ReplySpeech {
  /** Whether replies may be spoken today. */
  mayBeSpoken(): boolean;
  /** Loads the voice ahead of its first use. */
  warm(): void;
  /** Ends all speech of the session. */
  silence(sessionId: string): void;
  /** Registers speech of a session, for `silence`. @returns a function that removes it again */
  enter(sessionId: string, abort: AbortController): () => void;
  /** Speaks a reply while it is written: one `audio` event per sentence, in order. */
  voiceFor(
    turn: SpokenTurn,
    send: (event: 'audio', data: unknown) => void,
  ): { hear(event: TurnEvent): void; finish(): Promise<void> };
  /** A whole reply as the parts of one WAV file; null if none of it can be spoken. */
  speakReply(turn: SpokenTurn, segments: AgentReplyAnswer['segments']): Promise<Buffer[] | null>;
}

/** A turn whose words are read, and the visitor's lines up to it. */
interface TurnToRead {
  sessionId: string;
  turnId: string;
  seq: number;
  mode: string;
  newestFirst: Iterable<PlacedVisitorLine>;
}

/** Analyses running conversations. */
interface TurnAnalyses {
  /** Reads a turn's words. */
  readTurn(turn: TurnToRead): Promise<AnalysisStep>;
  /** The same without changing what is known: the visitor may go on speaking. */
  foresee(turn: TurnToRead): Promise<AnalysisStep & { isCallRefused: boolean }>;
  /** What is understood of a running conversation; null if it is not in memory. */
  extractOf(sessionId: string): Extract | null;
  /** What is stored of a conversation. */
  storedExtract(sessionId: string): Promise<Extract | null>;
  /** Whether words have refused a call that was requested. */
  isCallRefused(sessionId: string): boolean;
  /** Drops the session's cached analysis; the next turn reads it from the database. */
  forget(sessionId: string): void;
}

/** Remembers visitors, and recalls what a turn may use. */
interface TurnMemory {
  recall(turn: TurnInMode, line: Understanding | null, signal: AbortSignal): Promise<RecalledMemories>;
  /**
   * Reads the visitor's newest lines for memories, in the background.
   *
   * @param turn.erasures how often messages of the conversation had been erased when they were read
   */
  enqueue(turn: TurnInMode & { erasures: number }, newestFirst: Iterable<PlacedVisitorLine>): void;
}

/** A show's part of one turn. */
export interface ShowTurn {
  /** How fast the reply is spoken, as a factor. */
  pace: number;
  /** Puts the show's orders into the request for the reply. */
  direct(recalled: ReplyInput): void;
  /** Saves what the turn was to the show, once its reply is written. */
  finish(draft: Pick<Draft, 'raw' | 'provider'>): Promise<void>;
}

/** The shows that conversations may be. */
export interface TurnShows {
  /**
   * The show's part of a turn; null for a turn outside of a show.
   *
   * @param line the visitor's words, understood; null for a greeting or follow-up
   * @param interrupted whether they cut off the reply before
   */
  begin(turn: TurnInMode, line: Understanding | null, interrupted: boolean): Promise<ShowTurn | null>;
  /** Whether the last words of a show that was stopped are still to come; they are always due. */
  isClosing(sessionId: string): Promise<boolean>;
}

/** What a person of the team adds to one turn of the twin. */
export interface TakeoverTurn {
  /** Notes what became of it, once the reply is written. */
  finish(draft: Pick<Draft, 'provider' | 'complete'>): Promise<void>;
}

/** The people who may take conversations over. */
export interface TurnTakeovers {
  /** Puts a person's private hint, or what the visitor is to be told, into a turn's request; null for neither. */
  begin(turn: TurnInMode, recalled: ReplyInput): Promise<TakeoverTurn | null>;
  /**
   * What a turn without a visitor's words would be: `due` if the twin has yet to say that nobody came, `waiting` while
   * the visitor waits for a person, and the twin says nothing.
   */
  unprompted(sessionId: string): Promise<'due' | 'waiting' | null>;
  /** Tells those who watch a conversation that it is over. */
  ended(sessionId: string): Promise<void>;
}

/** Bookings that are made, moved and canceled in words. */
export interface TurnBookings {
  /**
   * What a line means for bookings, done where it agrees to something; null for a line about something else.
   *
   * @param known what is understood of the visitor, these words included
   */
  begin(turn: TurnInMode, line: Understanding | null, known: Extract | null): Promise<BookingReply | null>;
  /** Whether the visitor has a booked meeting ahead. */
  hasMeeting(sessionId: string): Promise<boolean>;
  /** The meeting ahead that was booked in a conversation, the one that changed last; null if none. */
  meetingOf(sessionId: string): Promise<BookedMeeting | null>;
}

/** A consent sentence as a visitor read it. */
export interface AgreedSentence {
  version: string;
  language: Language;
  text: string;
}

/** The consent sentences that visitors read. */
export interface ConsentTerms {
  /** The current one in a language; null while it must not be shown, because the retention is unknown. */
  promised(language?: Language): AgreedSentence | null;
  /** Reads the retention from the database. */
  refresh(): Promise<void>;
  /** The one that visitors were shown under this version; null if there never was any in this language. */
  shown(version: string, language?: Language): Promise<AgreedSentence | null>;
}

/** What conversations need of the rest of the product. */
export interface ConversationDeps {
  pool: Pool;
  twin(): Twin;
  settings: OwnerSettings;
  limits: Pick<Limits, 'take'>;
  totals: Pick<DailyTotals, 'add'>;
  languageModel: Pick<LanguageModels, 'reply' | 'mostTokens' | 'defaultModel' | 'knows'>;
  budgets: TokenBudgets;
  authenticator: Authenticator;
  understand: Understand;
  /** Reads what the twin said in the background: the visitor's next line is understood in its context. */
  readAhead(said: string): void;
  analyses: TurnAnalyses;
  memory: TurnMemory;
  speech: ReplySpeech;
  shows: TurnShows;
  bookings: TurnBookings;
  takeovers: TurnTakeovers;
  consent: ConsentTerms;
  /** Everything the writer needs: prompt, history, passages, and what would be useful to learn. */
  recall(turn: TurnInMode, lines: ReplyRequest['history'], known: VisitorContext): Promise<ReplyInput>;
  /** Starts work that was requested in a commit at once, instead of at the next poll. */
  nudgeJobs(): void;
  /** Measures a turn that is over. */
  onTurn?(turn: MeasuredTurn): void;
}

/** A turn that is over, as it is measured. It holds nothing of what was said. */
export interface MeasuredTurn {
  kind: TurnKind;
  /** `person`: left to a person who has taken over. */
  outcome: 'done' | 'interrupted' | 'partial' | 'failed' | 'person';
  /** What the reply was written by; null if it did not come to that. */
  provider: string | null;
  /** Milliseconds from the turn's beginning to the end of each stage that it reached, and to its own. */
  stages: KeptTrace['stages'];
  endMs: number;
  /** What happened at the providers. */
  notes: readonly ProviderNote[];
}

/** {@link ConversationDeps} with the state of running conversations. */
export interface ConversationParts extends ConversationDeps {
  history: HistoryCache;
  turnQueue: TurnQueue;
  converse(turn: Turn, running: RunningTurn): Promise<AgentReplyAnswer>;
}
