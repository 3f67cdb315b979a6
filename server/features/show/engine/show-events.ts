import type { Emotion, ShowBeat, ShowMode } from '@understudy/contract/constants';
import type { AudienceLine, LineParts } from './audience-line.ts';
import type { DebateMove } from './debates.ts';
import type { ErasedTurns } from './erased-turns.ts';
import type { GameMove } from './games.ts';
import type { Callback, ShowState } from './show-state.ts';
import type { ThreadMove } from './threads.ts';

/** What the performer has to do in the next reply. */
export interface PerformOrder extends LineParts {
  mode: ShowMode;
  emotion: Emotion;
  energy: number;
  engagement: number;
  /** Sampling temperature of a language model. */
  temperature: number;
  /** Speaking rate. */
  wordsPerMinute: number;
  /** First words of the show. */
  isOpening: boolean;
  /** In the first words of a later episode: what the one before was about; null otherwise. */
  returnsTo: string | null;
  episode: number;
  /** Last words of the show. */
  isClosing: boolean;
  /** Nothing here is for laughs: the plain reply is the right one. */
  isSerious: boolean;
  /** Whether it is so only because something serious was said shortly before. */
  isSober: boolean;
  /** Whether the audience asks about something that the twin itself has told. */
  asksBack: boolean;
  /** Whether it may choose one of the topics that the twin has just offered. */
  choosesTopic: boolean;
  /** The question in which the twin's line before it ended; null for none. */
  question: string | null;
  beat: ShowBeat | null;
  /** How long the reply waits, so that laughter can have its time; in milliseconds. */
  holdMs: number;
  /** The mode that the show has just left, which is said on air; null while it stays. */
  segueFrom: ShowMode | null;
  /** The callback that the reply uses; an ordered one cannot wait for a better moment. */
  callback: (Pick<Callback, 'id' | 'setup' | 'context'> & { isOrdered: boolean }) | null;
  /** Something worth returning to that the audience has just said for the first time. */
  echo: string | null;
  thread: ThreadMove | null;
  game: GameMove | null;
  debate: DebateMove | null;
  /** The director's private hint, to be worked in without a word about it. */
  hint: string | null;
  /** Whether the reply ends by turning to the audience. */
  asks: boolean;
  /** Ids of written material told before, oldest first. */
  told: readonly string[];
  /** For the choice among written lines. */
  seed: number;
}

/** What happened, with the time at which it did. */
export type ShowEvent = { at: number } & (
  | { kind: 'heard'; line: AudienceLine }
  | { kind: 'silence' }
  | { kind: 'opened' }
  | {
      kind: 'said';
      turnId: string;
      text: string;
      callback: string | null;
      told: readonly string[];
      demos: string[];
      /** Whether the reply offers topics of the knowledge. */
      offersTopics?: boolean;
      /** What its order told it to do; what was ordered meanwhile is for the next reply. */
      order: Pick<PerformOrder, 'segueFrom' | 'hint'>;
    }
  | { kind: 'mode'; mode: ShowMode; by: 'visitor' | 'director' }
  | { kind: 'energy'; delta: number }
  | { kind: 'engagement'; value: number }
  | { kind: 'reset' }
  /** The quote and its turn, which the twin did say; null for its newest line. */
  | { kind: 'moment'; content: string | null; turnId?: string }
  | { kind: 'use-callback'; id: string | null }
  | { kind: 'callback'; setup: string; context: string; quality: number }
  | { kind: 'hint'; text: string }
  /** What waits for the next reply is taken back. */
  | { kind: 'drop-hint' }
  | { kind: 'drop-callback' }
  | { kind: 'start' }
  | { kind: 'stop' }
  | { kind: 'erased'; turns: ErasedTurns }
);

/** A message about the show, in the names of section 7. */
export interface ShowMessage {
  type:
    | 'mode-change'
    | 'moment-registered'
    | 'callback-available'
    | 'podcast-started'
    | 'podcast-stopped'
    | 'response-processed';
  data: Record<string, unknown>;
}

/** A step of the show. */
export interface ShowStep {
  state: ShowState;
  /** For the events `heard`, `silence` and `opened`. */
  order: PerformOrder | null;
  messages: ShowMessage[];
  /** Whether the show memory is due to be saved. */
  isSaveDue: boolean;
  /** What the audience made of the demos used before, 0 to 1. */
  learn: { id: string; reward: number }[];
}

/** Adds a message to those of a step. */
export type Tell = (type: ShowMessage['type'], data: Record<string, unknown>) => void;
