/**
 * What `GET /api/admin/analytics` says, as types without a runtime library. What is counted is a {@link CountedSpan};
 * what can be known only at a conversation's end (pains, topics, questions, latency, cost) leaves out those that still
 * run. Durations end in `_ms`.
 */
import type { CountedSpan } from './admin.ts';
import type { Intent } from './leads.ts';

/** One question each: the answer's fields, and the values of `?chart=`. */
export const CHARTS = [
  'over_time',
  'funnel',
  'scores',
  'calibration',
  'pains',
  'topics',
  'unanswered',
  'latency',
  'cost',
  'hours',
] as const;
export type Chart = (typeof CHARTS)[number];

/** Days of one answer at the most: a year, leap years too. */
export const ANALYTICS_DAYS_MAX = 366;

/** What started on one day; on a span of one or two days in one hour. */
export interface TimePoint {
  /** ISO 8601 with the zone's offset. */
  start: string;
  sessions: number;
  /** Those with a score of HIGH_QUALITY_LEAD_SCORE and more. */
  leads: number;
  /** Only those that occurred; 'none' where it was about nothing in particular. */
  intents: Partial<Record<Intent | 'none', number>>;
}

/**
 * Steps of the funnel, each a part of the one before but for 'cta', which needs no contact. 'visited' is page loads
 * without any identifier, counted by days of UTC whatever the time zone is.
 */
export const FUNNEL_STEPS = ['visited', 'started', 'three_turns', 'contact', 'cta', 'booked'] as const;
export interface FunnelStep {
  step: (typeof FUNNEL_STEPS)[number];
  /** Null: it is not counted yet: bookings do not exist. */
  count: number | null;
}

/** Final scores from `from` to `to`, both included. */
export interface ScoreBand {
  from: number;
  to: number;
  sessions: number;
}

/**
 * How leads of a band turned out who were last seen in the span; leads that are neither won nor lost say nothing yet
 * and are told apart. Visitors who left the same address are one lead of those that are decided.
 */
export interface CalibrationBand {
  from: number;
  to: number;
  won: number;
  lost: number;
  open: number;
  /** Won of those that are decided, 0 to 1; null where none is. */
  rate: number | null;
  /** Where the true rate lies with 95 % certainty (Wilson); null where none is decided. */
  low: number | null;
  high: number | null;
}

export interface Term {
  term: string;
  sessions: number;
}

/**
 * Why a question is listed: the twin had no answer, the visitor rejected the one it gave, or asked the same again after
 * it.
 */
export const MISS_CAUSES = ['unknown', 'rejected', 'asked_again'] as const;
export type MissCause = (typeof MISS_CAUSES)[number];

/** Something that the twin did not answer, or not to the point. Those that mean the same stand together. */
export interface UnansweredQuestion {
  /** As the newest visitor asked it. */
  question: string;
  times: number;
  /** Askers with a score of HIGH_QUALITY_LEAD_SCORE and more. */
  leads: number;
  best_score: number;
  /** Of the newest. */
  cause: MissCause;
  /** Where the newest was asked. */
  session_id: string;
  seq: number;
  at: string;
  /** Title of the passage of the twin's knowledge that has come to answer it since; null where none does. */
  answered_by: string | null;
}

/** Percentiles of one stage at one provider; read from a histogram whose steps are at most a tenth wide. */
export interface LatencyRow {
  stage: LatencyStage;
  /**
   * Who transcribed, wrote or spoke: a provider, 'browser' where none of the server's did, 'several' within one talk.
   */
  provider: string;
  times: number;
  p50_ms: number;
  p90_ms: number;
  p99_ms: number;
}
/**
 * `reply`: the whole reply. The rest of spoken turns, since the end of the visitor's speech: words sent off,
 * transcribed, first word, first sound, heard.
 */
export const LATENCY_STAGES = [
  'reply',
  'utterance_sent',
  'transcribed',
  'first_word',
  'first_audio',
  'playback_start',
] as const;
export type LatencyStage = (typeof LATENCY_STAGES)[number];

/** What one model at one provider used, and what that costs by the price table. */
export interface CostRow {
  provider: string;
  model: string;
  kind: 'chat' | 'voice' | 'transcription';
  /** Tokens read and written; characters spoken; seconds heard. What a kind has not is 0. */
  prompt_tokens: number;
  completion_tokens: number;
  /** Of the tokens read, those that the provider had in its cache, as far as it tells. Many charge less for them. */
  cached_tokens: number;
  characters: number;
  seconds: number;
  /** Some of it was estimated, since the provider told no figures. */
  estimated: boolean;
  /** In the price table's currency; null where the table has no price for it. */
  cost: number | null;
}
export interface Cost {
  /** ISO 4217. */
  currency: string;
  /** Of what has a price. */
  total: number;
  sessions: number;
  /** Null without sessions. */
  per_session: number | null;
  rows: CostRow[];
}

/** Sessions by the day of the week (0: Monday) and the hour in which they started, in the consultant's time zone. */
export type BusyHours = number[][];

/** The answer; with `?chart=` the one field that was asked for. */
export interface Analytics {
  span: CountedSpan;
  over_time?: TimePoint[];
  funnel?: FunnelStep[];
  scores?: ScoreBand[];
  calibration?: CalibrationBand[];
  /** The twelve that most sessions had. */
  pains?: Term[];
  topics?: Term[];
  /** Fifty at the most: those that most leads asked first. */
  unanswered?: UnansweredQuestion[];
  latency?: LatencyRow[];
  cost?: Cost;
  hours?: BusyHours;
}
