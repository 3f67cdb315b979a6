import type { CalibrationBand } from '@understudy/contract/analytics';
import type { Pool } from 'pg';
import type { DateRange } from '../dashboard/index.ts';
import { BANDS, bandEnd } from './charts.ts';
import { FIGURES } from './figures.ts';
import { readFigures } from './totals.ts';

/** Open leads are summed per quarter of an hour. */
const QUARTER_MS = 15 * 60_000;
/** 95 % of a normal distribution lies within this many standard deviations of its mean. */
const Z_95 = 1.959964;

/**
 * The 95 % confidence interval of a rate, given `won` of `all` (Wilson's interval, which also holds for small numbers
 * and extreme rates). @returns bounds from 0 to 1
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
 * The outcome of leads last seen in the span, by final score. Decided leads: visitors who left the same address are
 * one lead, counted where they were seen last. Open leads: each visitor counts.
 */
export async function readCalibration(pool: Pool, span: DateRange): Promise<CalibrationBand[]> {
  const [decided, open] = await Promise.all([
    pool.query<{ band: number; won: number; lost: number }>(DECIDED, [new Date(span.start), new Date(span.end)]),
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

const DECIDED = `SELECT least(lead_score / 10, 9) * 10 AS band, count(*) FILTER (WHERE status = 'won')::int AS won,
    count(*) FILTER (WHERE status = 'lost')::int AS lost
  FROM (
    SELECT DISTINCT ON (coalesce(email_normalised, visitor_id::text)) lead_score, status FROM leads
    WHERE status IN ('won', 'lost') AND last_seen_at >= $1 AND last_seen_at < $2
    ORDER BY coalesce(email_normalised, visitor_id::text), last_seen_at DESC
  ) AS one GROUP BY 1`;
