import {
  type Emotion,
  ENERGY_MAX,
  ENERGY_START,
  ENGAGEMENT_MAX,
  ENGAGEMENT_START,
  MODE_HISTORY_MAX,
  SHOW_MODE_DEFAULT,
  type ShowMode,
} from '@understudy/contract/constants';
import { contentWords } from '../../../platform/text/words.ts';
import type { DebateSide } from './debates.ts';

/** Who changed the mode. */
export type ModeChanger = 'start' | 'engine' | 'visitor' | 'director';

/** A line of conversation about one topic (section 3). */
export interface Thread {
  id: string;
  topic: string;
  startedAt: number;
  /** Lines of visitor and twin in it. */
  messages: number;
  status: 'active' | 'paused';
  /** 0 for a thread that branched off nothing, at most THREAD_DEPTH_MAX. */
  depth: number;
  /** Ids of the threads that branched off it. */
  branches: string[];
  /** The turn in which it was begun or taken up again. */
  turn: number;
}

/** Something said that is worth returning to (section 3), and what became of it. */
export interface Callback {
  id: string;
  /** What the visitor said, as it may be quoted: 'the plant that nobody waters'. */
  setup: string;
  /** The line it stood in. */
  context: string;
  timestamp: number;
  /** The turn in which it was said. */
  turn: number;
  used: boolean;
  /** 1 to CALLBACK_QUALITY_MAX. */
  quality: number;
  /** CALLBACK_LIFE_MS after `timestamp`. */
  expiresAt: number;
  /** Whether the audience liked it, from its reaction to the line that used it; null until then. */
  outcome: 'landed' | 'flat' | null;
}

/** A part of the show worth keeping (section 3). */
export interface Moment {
  id: string;
  timestamp: number;
  type: 'laugh' | 'callback' | 'story' | 'saved';
  content: string;
  /** Whose words they are; missing in moments from before it was noted. */
  speaker?: 'visitor' | 'twin';
  context: string;
  audienceReaction: 'laughed' | 'engaged' | 'quiet' | null;
  tags: string[];
  /** The turn in whose transcript it stands; null for a moment before any turn. */
  turnId: string | null;
}

/** A subject of the show, and how far it was followed: 1 to 10. */
export interface Theme {
  topic: string;
  depth: number;
}

/** A game being played. */
export interface GameState {
  id: string;
  /** The round that was asked, from 0. */
  round: number;
  /** Rounds answered right, and rounds played. */
  right: number;
  played: number;
  /** Lines since the round was asked that did not answer it. */
  missed: number;
}

/** A motion that is being debated. */
export interface DebateState {
  id: string;
  /** The twin's side; null before the visitor has taken one. */
  side: DebateSide | null;
  /** Arguments that the twin has made. */
  reasons: number;
  /** Lines of the visitor since the sides were taken. */
  exchanges: number;
  /** Lines in a row that were about something else. */
  off: number;
}

/**
 * Everything a show knows, as plain JSON: a row of `shows`, so that any instance can take the next turn. Times are
 * milliseconds since the epoch.
 */
export interface ShowState {
  /** State of the random numbers: the same state and events always give the same show. */
  seed: number;
  /** The time of the latest event. */
  clock: number;
  episode: number;
  active: boolean;
  startedAt: number;
  endedAt: number | null;
  mode: ShowMode;
  segmentStartedAt: number;
  /** Oldest first; `turn` is the number of lines before it. */
  modes: { mode: ShowMode; at: number; by: ModeChanger; turn?: number }[];
  emotion: Emotion;
  energy: number;
  engagement: number;
  /** Readings of the audience's lines, oldest first. */
  responses: { at: number; engagement: number; laughed: boolean; asked: boolean }[];
  threads: Thread[];
  callbacks: Callback[];
  callbackUsedAt: number | null;
  /** The callback that the latest reply used, until the audience has reacted. */
  callbackOpen: string | null;
  moments: Moment[];
  themes: Theme[];
  /** Themes of the episode before. */
  earlier: Theme[];
  game: GameState | null;
  /** Missing in shows from before there were debates. */
  debate?: DebateState | null;
  /** Ids of written material that was told, oldest first. */
  told: string[];
  /** The director's private hint for the next reply. */
  hint: string | null;
  /** What was ordered by hand for the next reply. */
  ordered: { segueFrom: ShowMode | null; callback: string | null };
  /** The twin's newest line, for moments. */
  newestLine: string;
  /** Whether the twin's newest line offers topics of the knowledge; missing before it could. */
  offersTopics?: boolean;
  /** Words of the twin's newest lines, oldest first; missing in shows from before they were kept. */
  ownWords?: string[];
  /** The question in which the twin's newest line ended; null for none. */
  question?: string | null;
  /** When the twin's newest line was saved. */
  saidAt: number | null;
  demoUsedAt: number | null;
  demos: { id: string; at: number }[];
  /** Demos that the latest reply used, until the audience has reacted. */
  demosOpen: string[];
  /** The show was stopped, and its last words are still to be said. */
  isClosing: boolean;
  turns: number;
  /** The last turn of a sober stretch, after something serious was said; 0 before. */
  soberUntil: number;
  /** Words of what was serious: nothing that holds them comes back. */
  hushed: string[];
  lastTurnId: string | null;
  /** When the show memory was last saved. */
  savedAt: number;
  nextId: number;
}

/** Ids of told material that are kept. */
export const MAX_TOLD = 300;

/** A show that begins now. @param earlier themes of the episode before, deepest first, and its number */
export function startShow(at: number, seed: number, { episode = 1, earlier = [] as Theme[] } = {}): ShowState {
  return {
    seed: seed >>> 0,
    clock: at,
    episode,
    active: true,
    startedAt: at,
    endedAt: null,
    mode: SHOW_MODE_DEFAULT,
    segmentStartedAt: at,
    modes: [{ mode: SHOW_MODE_DEFAULT, at, by: 'start' }],
    emotion: 'playful',
    energy: ENERGY_START,
    engagement: ENGAGEMENT_START,
    responses: [],
    threads: [],
    callbacks: [],
    callbackUsedAt: null,
    callbackOpen: null,
    moments: [],
    themes: [],
    earlier,
    game: null,
    debate: null,
    told: [],
    hint: null,
    ordered: { segueFrom: null, callback: null },
    newestLine: '',
    question: null,
    saidAt: null,
    demoUsedAt: null,
    demos: [],
    demosOpen: [],
    isClosing: false,
    turns: 0,
    soberUntil: 0,
    hushed: [],
    lastTurnId: null,
    savedAt: at,
    nextId: 1,
  };
}

/** Whether a text holds a word of what must not come back. */
export const isHushed = ({ hushed }: Pick<ShowState, 'hushed'>, text: string): boolean =>
  contentWords(text).some((word) => hushed.includes(word));

/** Whether something serious was said a few turns ago. */
export const isSober = ({ turns, soberUntil }: Pick<ShowState, 'turns' | 'soberUntil'>): boolean =>
  soberUntil > 0 && turns <= soberUntil;

/** A new id within a show. */
export function newId(state: Pick<ShowState, 'nextId'>, kind: string): string {
  state.nextId += 1;
  return `${kind}-${state.nextId - 1}`;
}

/** Adds to a list that keeps its newest `max` members. */
export function pushNewest<Value>(list: Value[], value: Value, max: number): void {
  list.push(value);
  if (list.length > max) list.splice(0, list.length - max);
}

const within = (value: number, max: number): number => Math.round(Math.min(max, Math.max(0, value)) * 10) / 10;

/** Sets the energy, from 0 to ENERGY_MAX, to a tenth. */
export function setEnergy(state: ShowState, value: number): void {
  state.energy = within(value, ENERGY_MAX);
}

/** Sets the engagement, from 0 to ENGAGEMENT_MAX, to a tenth. */
export function setEngagement(state: ShowState, value: number): void {
  state.engagement = within(value, ENGAGEMENT_MAX);
}

/** Changes the mode: the segment restarts, and the next reply says so on air. No change to the same mode. */
export function changeMode(state: ShowState, mode: ShowMode, by: ModeChanger): boolean {
  if (mode === state.mode) return false;
  state.ordered.segueFrom ??= state.mode;
  state.mode = mode;
  state.segmentStartedAt = state.clock;
  pushNewest(state.modes, { mode, at: state.clock, by, turn: state.turns }, MODE_HISTORY_MAX);
  return true;
}

/** A clock that goes back by more than this was set; less is the difference between two machines. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Time goes on. A clock that was set back moves all times of the show with it, so that durations stay what they were.
 */
export function moveClock(state: ShowState, at: number): void {
  const back = state.clock - at;
  if (back > CLOCK_SKEW_MS) {
    for (const key of ['startedAt', 'segmentStartedAt', 'savedAt'] as const) state[key] -= back;
    for (const key of ['endedAt', 'callbackUsedAt', 'saidAt', 'demoUsedAt'] as const) {
      if (state[key] !== null) state[key] -= back;
    }
    for (const one of [...state.demos, ...state.modes, ...state.responses]) one.at -= back;
    for (const one of [...state.callbacks, ...state.moments]) one.timestamp -= back;
    for (const one of state.callbacks) one.expiresAt -= back;
    for (const one of state.threads) one.startedAt -= back;
    state.clock = at;
  } else state.clock = Math.max(state.clock, at);
}
