/**
 * Response types of `GET /api/admin/analytics`; no runtime library. Figures cover a {@link CountedSpan}; those known
 * only when a conversation ends (pains, topics, questions, latency, cost) leave out running conversations. Durations
 * end in `_ms`.
 */
import type { CountedSpan } from './admin.ts';
import type { Intent } from './leads.ts';

/** The answer's fields and the values of `?chart=`; each answers one question. */
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

/** Most days in one answer: a year, leap years included. */
export const ANALYTICS_DAYS_MAX = 366;

/** Conversations that started on one day, or in one hour for spans of one or two days. */
export interface TimePoint {
  /** ISO 8601 with the zone's offset. */
  start: string;
  sessions: number;
  /** Leads with a score of at least HIGH_QUALITY_LEAD_SCORE. */
  leads: number;
  /** Only intents that occurred; 'none' counts conversations about nothing in particular. */
  intents: Partial<Record<Intent | 'none', number>>;
}

/**
 * Steps of the funnel. Each is a subset of the one before, except 'cta', which needs no contact. 'visited' counts page
 * loads without any identifier, by UTC day whatever the time zone.
 */
export const FUNNEL_STEPS = ['visited', 'started', 'three_turns', 'contact', 'cta', 'booked'] as const;
export interface FunnelStep {
  step: (typeof FUNNEL_STEPS)[number];
  /** Null when not counted yet: bookings do not exist. */
  count: number | null;
}

/** Final scores from `from` to `to`, both included. */
export interface ScoreBand {
  from: number;
  to: number;
  sessions: number;
}

/**
 * Outcomes of the leads of one score band that were last seen in the span. Leads neither won nor lost are counted
 * separately. Among decided leads, visitors who left the same address count as one.
 */
export interface CalibrationBand {
  from: number;
  to: number;
  won: number;
  lost: number;
  open: number;
  /** Share of decided leads that were won, 0 to 1; null if none is decided. */
  rate: number | null;
  /** Bounds of the 95 % confidence interval of the rate (Wilson); null if none is decided. */
  low: number | null;
  high: number | null;
}

export interface Term {
  term: string;
  sessions: number;
}

/**
 * Why a question is listed: the twin had no answer, the visitor rejected the answer, or asked the same again
 * afterwards.
 */
export const MISS_CAUSES = ['unknown', 'rejected', 'asked_again'] as const;
export type MissCause = (typeof MISS_CAUSES)[number];

/** A question the twin left unanswered or answered beside the point. Questions with the same meaning are grouped. */
export interface UnansweredQuestion {
  /** In the newest visitor's words. */
  question: string;
  times: number;
  /** Askers with a score of at least HIGH_QUALITY_LEAD_SCORE. */
  leads: number;
  best_score: number;
  /** Cause of the newest occurrence. */
  cause: MissCause;
  /** Session of the newest occurrence. */
  session_id: string;
  seq: number;
  at: string;
  /** Title of the knowledge passage that answers it by now; null if none does. */
  answered_by: string | null;
}

/** Percentiles of one stage at one provider, read from a histogram whose buckets are at most a tenth wide. */
export interface LatencyRow {
  stage: LatencyStage;
  /**
   * Who transcribed, wrote or spoke: a provider, 'browser' if no provider of the server did, 'several' within one
   * conversation.
   */
  provider: string;
  times: number;
  p50_ms: number;
  p90_ms: number;
  p99_ms: number;
}
/**
 * `reply`: the whole reply. The other stages belong to spoken turns and count from the end of the visitor's speech:
 * words sent, transcribed, first word, first sound, heard.
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

/** Usage of one model at one provider, and its cost by the price table. */
export interface CostRow {
  provider: string;
  model: string;
  kind: 'chat' | 'voice' | 'transcription';
  /** Tokens read and written, characters spoken, seconds heard; 0 for kinds that do not apply. */
  prompt_tokens: number;
  completion_tokens: number;
  /**
   * Prompt tokens served from the provider's cache, as far as the provider reports them. Many charge less for these.
   */
  cached_tokens: number;
  characters: number;
  seconds: number;
  /** Whether part of the usage is estimated because the provider reported no figures. */
  estimated: boolean;
  /** In the price table's currency; null if the table has no price for the model. */
  cost: number | null;
}
export interface Cost {
  /** ISO 4217. */
  currency: string;
  /** Total of everything that has a price. */
  total: number;
  sessions: number;
  /** Null without sessions. */
  per_session: number | null;
  rows: CostRow[];
}

/** Sessions by weekday (0: Monday) and hour of their start, in the consultant's time zone. */
export type BusyHours = number[][];

/** The answer; with `?chart=`, only the requested field. */
export interface Analytics {
  span: CountedSpan;
  over_time?: TimePoint[];
  funnel?: FunnelStep[];
  scores?: ScoreBand[];
  calibration?: CalibrationBand[];
  /** The twelve found in most sessions. */
  pains?: Term[];
  topics?: Term[];
  /** At most fifty, those asked by most leads first. */
  unanswered?: UnansweredQuestion[];
  latency?: LatencyRow[];
  cost?: Cost;
  hours?: BusyHours;
}
