import { HOT_LEAD_SCORE } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { SLOW_TRANSACTION, slowQuery } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DigestFigures } from './templates/mail-data.ts';

/** Leads that a digest names. */
const MAX_LEADS = 5;

/** SQL: a moment lies within the week ($1 to $2) in the owner's zone ($3). */
const inWeek = (moment: string) =>
  `${moment} >= $1::date::timestamp AT TIME ZONE $3 AND ${moment} < $2::date::timestamp AT TIME ZONE $3`;

/** SQL: the figures. The last two are of the moment, whatever the week. */
const FIGURES = `SELECT
    (SELECT count(*)::int FROM sessions WHERE consent AND ${inWeek('started_at')}) AS conversations,
    (SELECT count(*)::int FROM sessions
     WHERE consent AND lead_score >= ${HOT_LEAD_SCORE} AND ${inWeek('started_at')}) AS hot,
    (SELECT count(*)::int FROM action_items WHERE ${inWeek('created_at')}) AS "newItems",
    (SELECT count(*)::int FROM action_items WHERE status = 'open') AS "openItems",
    (SELECT count(*)::int FROM action_items
     WHERE status = 'open' AND due_date < (now() AT TIME ZONE $3)::date) AS "overdueItems"`;

/** SQL: the most promising conversations. */
const BEST = `SELECT s.id AS "sessionId", s.lead_score AS score, coalesce(l.name, s.contact_name) AS name, l.company
  FROM sessions s LEFT JOIN leads l ON l.visitor_id = s.visitor_id
  WHERE s.consent AND s.lead_score > 0 AND ${inWeek('s.started_at')}
  ORDER BY s.lead_score DESC, s.started_at DESC LIMIT ${MAX_LEADS}`;

/**
 * Reads the figures of a week.
 *
 * @param week days, `2026-12-01`; `to` is not included
 * @param zone the owner's, an IANA name
 */
export function readDigest(pool: Pool, week: { from: string; to: string }, zone: string): Promise<DigestFigures> {
  return inTransaction(pool, async (client) => {
    await client.query(SLOW_TRANSACTION);
    const values = [week.from, week.to, zone];
    const { rows } = await slowQuery<Omit<DigestFigures, 'best'>>(client, FIGURES, values);
    const best = await slowQuery<DigestFigures['best'][number]>(client, BEST, values);
    const [figures] = rows;
    if (!figures) throw new Error('The database gave no figures.');
    return { ...figures, best: best.rows };
  });
}
