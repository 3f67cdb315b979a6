import type { QuestionSlot } from '@understudy/contract/manner';
import type { ModeId } from '@understudy/contract/twin';

/** One line of a scene: what the visitor says (null: silence), and what the reply must be. */
export interface SceneLine {
  v: string | null;
  /** A switch of the mode in mid-conversation. */
  mode?: ModeId;
  /** Passage that the reply must rest on. */
  knows?: string;
  knowsNothing?: boolean;
  says?: RegExp | RegExp[];
  never?: RegExp;
  asks?: boolean;
  /** What this line tells of the visitor; from here on it must not be asked. */
  tells?: QuestionSlot[];
}

/** A conversation. */
export interface Scene {
  title: string;
  mode: ModeId;
  /** False when the visitor types before the greeting came. */
  greeted?: boolean;
  /** Whether the visitor agreed that the conversation is kept; unknown when left out. */
  kept?: boolean;
  lines: SceneLine[];
}
