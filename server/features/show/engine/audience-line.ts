import { ENGAGEMENT_MAX, type ShowMode } from '@understudy/contract/constants';
import type { DebateSide, Stance } from './debates.ts';

/** Something in a line that is worth returning to. */
export interface Setup {
  text: string;
  /** 1 to CALLBACK_QUALITY_MAX. */
  quality: number;
}

/** A piece that somebody asks for. */
export type WantedPiece = 'joke' | 'story' | 'any';

/** What the engine needs of a visitor's line, read from its `Understanding` by `read-audience.ts`. */
export interface AudienceLine {
  text: string;
  words: number;
  /** Between the twin's line and this one; null when unknown. */
  latencyMs: number | null;
  laughed: boolean;
  asked: boolean;
  /** Asks about the consultant's work: it gets its answer, whatever the show is at. */
  asksBusiness: boolean;
  /** So surely that what comes near an answer, or that it is not known, is said. */
  surelyBusiness: boolean;
  /** Asks what something means rather than for a fact. */
  ponders: boolean;
  /** What it asks the twin to perform; null if it does not. */
  wants: WantedPiece | null;
  /** Tells or states something, so that the reply is about that. */
  tells: boolean;
  agreed: boolean;
  /** Says no, or that there is none, or does not know. */
  declines: boolean;
  disagreed: boolean;
  complimented: boolean;
  heckled: boolean;
  /** Complains that the reply before did not answer, made no sense, or came again. */
  complained: boolean;
  /** Asks for one of two. */
  offersChoice: boolean;
  /** Did not follow what the twin said. */
  puzzled: boolean;
  /** A short question that may be an answer to the twin's: 'A piano delivery man?' */
  isGuess: boolean;
  /** It cut the twin's line off. */
  interrupted: boolean;
  /** Grief, danger, illness: nothing here is for laughs. */
  isSerious: boolean;
  /** Serious only because it may tell of an emergency, which is not certain. */
  mayBeEmergency: boolean;
  /** Holds a special category of personal data: serious too, unless it is an argument on a motion. */
  isDelicate: boolean;
  /** Says that it is all right, or that they want to go on. */
  lightens: boolean;
  /** Holds a secret or something about a person that must not come back: nothing of it is kept in the show. */
  isPrivate: boolean;
  /** The topic of a new thread; null where none begins. */
  branch: string | null;
  /** Asks to go back: to a topic, or with '' to whatever was left; null where it does not. */
  resume: string | null;
  /** The choice in a game, from 1; null for none. */
  choice: number | null;
  wantsGame: boolean;
  /** Wants the answer told. */
  givesUp: boolean;
  endsGame: boolean;
  /** The mode that it asks for; null for none. */
  wantsMode: ShowMode | null;
  /** The side of a motion that it names ('against'); null for none. */
  takesSide: DebateSide | null;
  /** Gives in to the other side, or wants the last word on a motion; null for neither. */
  restsDebate: 'conceded' | 'even' | null;
  /** How it stands to each motion that may be debated; empty outside of debates. */
  stances: readonly Stance[];
  /** Wants the show to end. */
  leaves: boolean;
  /** Tells of their company, budget or time, or leaves an address: that gets the plain reply. */
  isLead: boolean;
  /** What the visitor is called. */
  names: string[];
  setups: Setup[];
}

/** What a reply has to know of the line before it, as it is without one. */
export const NO_LINE = {
  mayBeEmergency: false,
  asked: false,
  asksBusiness: false,
  surelyBusiness: false,
  wants: null as WantedPiece | null,
  wantsMode: null as ShowMode | null,
  tells: false,
  isLead: false,
  complained: false,
  offersChoice: false,
  puzzled: false,
  declines: false,
};
export type LineParts = typeof NO_LINE;

/** These parts of a line. */
export const partsOf = (line: AudienceLine): LineParts =>
  Object.fromEntries(Object.keys(NO_LINE).map((key) => [key, line[key as keyof LineParts]])) as LineParts;

/** Whether a line asks for a certain piece, whatever is being played or argued. */
export const wantsPiece = ({ wants }: AudienceLine): boolean => wants === 'joke' || wants === 'story';

/** Whether a line goes back to a thread, and not to a mode. */
export const goesBack = ({ resume, wantsMode }: AudienceLine): boolean => resume !== null && wantsMode === null;

/** The first characters of a text, without half of a pair: the database refuses those. */
export const firstChars = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Words from which a line tells something, and a quote is one: one or two are an answer or a reaction. */
export const MIN_TOLD_WORDS = 3;
/** Characters of the shortest thing that a show returns to. */
export const MIN_SETUP_CHARS = 4;

/** A silence: the reading of a turn in which the audience said nothing. */
export const SILENCE_ENGAGEMENT = 2;

/** Latencies of a quick and of a slow reply, in milliseconds. */
const QUICK_MS = 8_000;
const SLOW_MS = 30_000;
/** Weight of the newest reading in the show's engagement. */
const NEWEST_WEIGHT = 0.4;

/**
 * How engaged a line shows its author to be, 0 to ENGAGEMENT_MAX: its length, how quickly it came, laughter, questions
 * and interruptions.
 */
export function engagementOf(line: AudienceLine): number {
  let reading = 3.5 + Math.min(3, line.words / 8);
  if (line.laughed) reading += 3;
  if (line.asked) reading += 1;
  if (line.complimented) reading += 1;
  if (line.interrupted) reading += 0.5;
  if (line.branch !== null || line.resume !== null) reading += 1;
  if (line.words <= 2 && !line.laughed) reading -= 1.5;
  if (line.heckled || line.complained) reading -= 2;
  if (line.latencyMs !== null && line.latencyMs <= QUICK_MS) reading += 0.5;
  if (line.latencyMs !== null && line.latencyMs >= SLOW_MS) reading -= 1;
  return Math.min(ENGAGEMENT_MAX, Math.max(0, reading));
}

/** The show's engagement after a reading: the newest counts for {@link NEWEST_WEIGHT}. */
export const engagementAfter = (before: number, reading: number): number => before + NEWEST_WEIGHT * (reading - before);
