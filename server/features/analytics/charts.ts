import {
  type BusyHours,
  type CalibrationBand,
  FUNNEL_STEPS,
  type FunnelStep,
  LATENCY_STAGES,
  type LatencyRow,
  type LatencyStage,
  type ScoreBand,
  type Term,
  type TimePoint,
} from '@understudy/contract/analytics';
import type { Pool } from 'pg';
import { type DateRange, dayBounds, hourBounds, offsetsBetween, withOffset } from '../dashboard/index.ts';
import { isRunningLead, LINKED_VISITORS } from '../leads/index.ts';
import { FIGURES, termKey } from './figures.ts';
import { percentile } from './histogram.ts';
import { readFigures, readHoursOfWeek, readSeries } from './totals.ts';

/** Open leads are summed by the quarter-hour. */
const QUARTER_MS = 15 * 60_000;
/** 95 % of a normal distribution lies within this many standard deviations of its mean. */
const Z_95 = 1.959964;
/** Spans of up to this many days are shown by the hour. */
const MAX_DAYS_BY_THE_HOUR = 2;
/** Terms shown. */
const MAX_TERMS = 12;
/** The name of the daily total of page loads. */
const VISITS = 'visits';
/** Lower bounds of the score bands. */
const BANDS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const;
/** The upper bound of a band, inclusive. */
const bandEnd = (from: number): number => (from === 90 ? 100 : from + 9);

/** SQL: what is the same for all visitors who are one lead `l`. */
const LEAD = 'coalesce(k.person, l.email_normalised, l.visitor_id::text)';
/** SQL: the number of won and lost leads by band, last seen from $1 to $2. */
const DECIDED_LEADS = `SELECT least(lead_score / 10, 9) * 10 AS band,
    count(*) FILTER (WHERE status = 'won')::int AS won, count(*) FILTER (WHERE status = 'lost')::int AS lost
  FROM (
    SELECT DISTINCT ON (${LEAD}) lead_score, status
    FROM leads l LEFT JOIN (${LINKED_VISITORS}) AS k ON k.visitor_id = l.visitor_id
    WHERE status IN ('won', 'lost') AND last_seen_at >= $1 AND last_seen_at < $2 AND NOT ${isRunningLead('l')}
    ORDER BY ${LEAD}, last_seen_at DESC
  ) AS one GROUP BY 1`;

/**
 * The 95 % confidence interval of a rate, given `won` of `all` (Wilson's interval, which also holds for small numbers
 * and extreme rates).
 * @returns bounds from 0 to 1
 */
export function wilson(won: number, all: number): [low: number, high: number] {
  const rate = won / all;
  const z2 = Z_95 ** 2;
  const middle = rate + z2 / (2 * all);
  const reach = Z_95 * Math.sqrt((rate * (1 - rate)) / all + z2 / (4 * all * all));
  const within = (value: number) => Math.min(1, Math.max(0, value / (1 + z2 / all)));
  return [won === 0 ? 0 : within(middle - reach), won === all ? 1 : within(middle + reach)];
}

/**
 * The outcome of leads last seen in the span, by final score. Among won and lost leads, visitors who left the same
 * address, or whom the owner merged, are one lead, counted where they were last seen; among open leads, each visitor
 * counts.
 */
export async function readCalibration(pool: Pool, span: DateRange): Promise<CalibrationBand[]> {
  const [decided, open] = await Promise.all([
    pool.query<{ band: number; won: number; lost: number }>(DECIDED_LEADS, [new Date(span.start), new Date(span.end)]),
    readFigures(pool, [FIGURES.openLead], { from: span.start - (span.start % QUARTER_MS), to: span.end }),
  ]);
  const outcomes = new Map(decided.rows.map((row) => [row.band, row]));
  const undecided = new Map(open.map(({ key, count }) => [Number(key), count]));
  return BANDS.map((from) => {
    const { won = 0, lost = 0 } = outcomes.get(from) ?? {};
    const all = won + lost;
    const [low, high] = all > 0 ? wilson(won, all) : [null, null];
    const rate = all > 0 ? won / all : null;
    return { from, to: bandEnd(from), won, lost, open: undecided.get(from) ?? 0, rate, low, high };
  });
}

/** The span as figures are read. */
const range = ({ start, end }: DateRange) => ({ from: start, to: end });

/** Sessions started per day, or per hour for spans of one or two days; empty days and hours are included. */
export async function readOverTime(pool: Pool, span: DateRange): Promise<TimePoint[]> {
  const { from, to, time_zone: zone, start, end } = span;
  const days = dayBounds(zone, from, to);
  const bounds = days.length - 1 <= MAX_DAYS_BY_THE_HOUR ? hourBounds(zone, start, end) : days;
  const points = bounds.slice(0, -1).map((bound): TimePoint => {
    return { start: withOffset(zone, bound), sessions: 0, leads: 0, intents: {} };
  });
  for (const { at, key, count, sum } of await readSeries(pool, FIGURES.sessions, bounds)) {
    const point = points[at];
    if (!point) continue;
    point.sessions += count;
    point.leads += sum;
    point.intents[key as keyof TimePoint['intents']] = count;
  }
  return points;
}

/** The number of sessions by day of the week (Monday first) and hour. */
export async function readHours(pool: Pool, { start, end, time_zone: zone }: DateRange): Promise<BusyHours> {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { hour, count } of await readHoursOfWeek(pool, FIGURES.start, offsetsBetween(zone, start, end))) {
    const day = week[Math.floor(hour / 24)];
    if (day) day[hour % 24] = count;
  }
  return week;
}

/**
 * The funnel from page loads to calls to action. Page loads are counted without any identifier, in UTC days whatever
 * the time zone, and stay when conversations are deleted. Each later step is a subset of the one before; 'cta' does
 * not require contact details, and 'booked' is null while there are no bookings.
 */
export async function readFunnel(pool: Pool, span: DateRange): Promise<FunnelStep[]> {
  const [figures, visited] = await Promise.all([
    readFigures(pool, [FIGURES.sessions, FIGURES.funnel], range(span)),
    pool.query<{ count: number }>(
      'SELECT coalesce(sum(count), 0)::float8 AS count FROM daily_totals WHERE name = $1 AND day BETWEEN $2 AND $3',
      [VISITS, span.from, span.to],
    ),
  ]);
  const counts = new Map<string, number>([['visited', visited.rows[0]?.count ?? 0]]);
  for (const { name, key, count } of figures) {
    const step = name === FIGURES.sessions ? 'started' : key;
    counts.set(step, (counts.get(step) ?? 0) + count);
  }
  return FUNNEL_STEPS.map((step) => ({ step, count: counts.get(step) ?? (step === 'booked' ? null : 0) }));
}

/** The distribution of final scores. */
export async function readScores(pool: Pool, span: DateRange): Promise<ScoreBand[]> {
  const counts = new Map<number, number>();
  for (const { key, count } of await readFigures(pool, [FIGURES.score], range(span))) counts.set(Number(key), count);
  return BANDS.map((from) => ({ from, to: bandEnd(from), sessions: counts.get(from) ?? 0 }));
}

/** The terms that occur in most conversations, each in its most frequent spelling. */
export async function readTerms(pool: Pool, name: 'pain' | 'topic', span: DateRange): Promise<Term[]> {
  const terms = new Map<string, { sessions: number; spellings: [spelling: string, count: number][] }>();
  for (const { key: spelling, count } of await readFigures(pool, [name], range(span))) {
    const term = terms.get(termKey(spelling)) ?? { sessions: 0, spellings: [] };
    terms.set(termKey(spelling), term);
    term.sessions += count;
    term.spellings.push([spelling, count]);
  }
  return [...terms.values()]
    .map(({ sessions, spellings }) => {
      const [most] = spellings.sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1));
      return { term: most?.[0] ?? '', sessions };
    })
    .sort((one, other) => other.sessions - one.sessions || (one.term < other.term ? -1 : 1))
    .slice(0, MAX_TERMS);
}

/** Where the time of turns is spent, by stage and provider. */
export async function readLatency(pool: Pool, span: DateRange): Promise<LatencyRow[]> {
  const histograms = new Map<string, Map<number, number>>();
  for (const { key, count } of await readFigures(pool, [FIGURES.latency], range(span))) {
    const [stage = '', provider = '', step = ''] = key.split('\t');
    const id = `${stage}\t${provider}`;
    const histogram = histograms.get(id) ?? new Map<number, number>();
    histograms.set(id, histogram.set(Number(step), count));
  }
  const place = (stage: LatencyStage) => LATENCY_STAGES.indexOf(stage);
  return [...histograms]
    .map(([id, counts]): LatencyRow => {
      const [stage = '', provider = ''] = id.split('\t');
      return {
        stage: stage as LatencyStage,
        provider,
        times: [...counts.values()].reduce((sum, count) => sum + count, 0),
        p50_ms: percentile(counts, 0.5),
        p90_ms: percentile(counts, 0.9),
        p99_ms: percentile(counts, 0.99),
      };
    })
    .sort((one, other) => place(one.stage) - place(other.stage) || other.times - one.times);
}
