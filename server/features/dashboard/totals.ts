import type { Stats, StatsAnswer } from '@understudy/contract/admin';
import { statsQuery } from '@understudy/contract/admin-calls';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { Intent } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { rollUp } from '../../platform/database/rollup.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import type { AdminScope } from '../accounts/index.ts';
import { spanFor } from './local-days.ts';

const HOUR_MS = 3_600_000;
/** Advisory lock of the roll-up. The number is arbitrary. */
const ROLL_UP_LOCK = 7_265_014_378;

/** Sums over the sessions of one intent. */
interface Sums {
  /** '' for none. */
  intent: string;
  sessions: number;
  /** How many of the sessions have ended, and so have a duration. */
  ended: number;
  high_quality: number;
  ctas: number;
  duration_ms: number;
}

/**
 * SQL: sums by intent since a moment ($1; the next full hour is $2). Whole hours come from the roll-up plus pending
 * changes, the rest of the first hour and the running sessions from the sessions themselves.
 */
const SUMS = `SELECT intent, sum(sessions)::int AS sessions, sum(ended)::int AS ended,
    sum(high_quality)::int AS high_quality, sum(ctas)::int AS ctas, sum(duration_ms)::float8 AS duration_ms
  FROM (
    SELECT intent, sessions, sessions AS ended, high_quality, ctas, duration_ms FROM session_totals WHERE hour >= $2
    UNION ALL
    SELECT intent, sessions, sessions, high_quality, ctas, duration_ms FROM session_total_changes WHERE hour >= $2
    UNION ALL
    SELECT coalesce(final_intent, ''), 1, 1, (lead_score >= ${HIGH_QUALITY_LEAD_SCORE})::int,
      (cta_chosen IS NOT NULL)::int, greatest(0, extract(epoch from ended_at - started_at) * 1000)::bigint
    FROM sessions WHERE consent AND ended_at IS NOT NULL AND started_at >= $1 AND started_at < $2
    UNION ALL
    SELECT '', 1, 0, (lead_score >= ${HIGH_QUALITY_LEAD_SCORE})::int, (cta_chosen IS NOT NULL)::int, 0
    FROM sessions WHERE consent AND ended_at IS NULL AND started_at >= $1
  ) AS part GROUP BY intent HAVING sum(sessions) > 0`;

/** Sums since a moment. */
async function readSums(pool: Pool, from: Date): Promise<Sums[]> {
  const nextHour = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  return (await pool.query<Sums>({ name: 'dashboard_sums', text: SUMS, values: [from, nextHour] })).rows;
}

/** The figures of the four cards (section 9). @param from the earliest start, inclusive */
export async function readStats(pool: Pool, from: Date): Promise<Stats> {
  const sums = await readSums(pool, from);
  const total = (of: Exclude<keyof Sums, 'intent'>) => sums.reduce((sum, row) => sum + row[of], 0);
  const sessions = total('sessions');
  const ended = total('ended');
  return {
    totalSessions: sessions,
    highQualityLeads: total('high_quality'),
    avgSessionTime: `${ended === 0 ? 0 : Math.round(total('duration_ms') / ended / 60_000)}m`,
    conversionRate: `${sessions === 0 ? 0 : Math.round((100 * total('ctas')) / sessions)}%`,
  };
}

/** The number of sessions since a moment, for one intent or all, and the intents that occur. */
export async function readCounts(
  pool: Pool,
  from: Date,
  intent: Intent | null,
): Promise<{ total: number; intents: Intent[] }> {
  const sums = await readSums(pool, from);
  const counted = sums.filter((row) => intent === null || row.intent === intent);
  return {
    total: counted.reduce((sum, row) => sum + row.sessions, 0),
    intents: sums.flatMap((row) => (row.intent === '' ? [] : [row.intent as Intent])),
  };
}

/** Adds pending changes to the sums. Safe to run at any time, twice, and on several instances. */
export async function rollUpTotals(pool: Pool): Promise<void> {
  await rollUp(pool, ROLL_UP_LOCK, async (client) => {
    await client.query(
      `WITH c AS (DELETE FROM session_total_changes RETURNING *)
       INSERT INTO session_totals AS t (hour, intent, sessions, high_quality, ctas, duration_ms)
       SELECT hour, intent, sum(sessions), sum(high_quality), sum(ctas), sum(duration_ms) FROM c GROUP BY hour, intent
       ON CONFLICT (hour, intent) DO UPDATE SET sessions = t.sessions + excluded.sessions,
         high_quality = t.high_quality + excluded.high_quality, ctas = t.ctas + excluded.ctas,
         duration_ms = t.duration_ms + excluded.duration_ms`,
    );
    await client.query('DELETE FROM session_totals WHERE sessions = 0');
  });
}

/** Mounts the figures of the cards. */
export function mountStats({ http, pool, now }: AdminScope): void {
  http.get('/stats', async (request): Promise<StatsAnswer> => {
    const { start, end: _, ...span } = await spanFor({ pool, now }, parseBody(statsQuery, request.query));
    return { ...(await readStats(pool, new Date(start))), span };
  });
}
