import type { UnansweredQuestion } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import type { DateRange } from '../dashboard/index.ts';

/** Questions shown. */
const MAX_QUESTIONS = 50;

/**
 * Questions that the twin did not answer, or not to the point. Sorted by how many leads asked them, then by how often
 * they were asked, then newest first. Texts are read only for the questions shown. A question that the knowledge
 * answers by now keeps its place and is marked, because visitors did ask it.
 *
 * @param answerNow the title of the passage that answers a question today, or null
 */
export async function readQuestions(
  pool: Pool,
  { start, end }: DateRange,
  answerNow: (question: string) => Promise<string | null>,
): Promise<UnansweredQuestion[]> {
  const { rows } = await pool.query<Omit<UnansweredQuestion, 'at' | 'answered_by'> & { asked_at: Date }>(
    `WITH meant AS (
       SELECT key, count(*)::int AS times, (count(*) FILTER (WHERE score >= ${HIGH_QUALITY_LEAD_SCORE}))::int AS leads,
         max(score) AS best_score, max(at) AS asked_at
       FROM unanswered_questions WHERE started_at >= $1 AND started_at < $2
       GROUP BY key ORDER BY leads DESC, times DESC, asked_at DESC, key LIMIT ${MAX_QUESTIONS}
     )
     SELECT n.question, n.cause, m.times, m.leads, m.best_score, n.session_id, n.seq, m.asked_at
     FROM meant m CROSS JOIN LATERAL (
       SELECT question, cause, session_id, seq FROM unanswered_questions q
       WHERE q.key = m.key AND q.at = m.asked_at AND q.started_at >= $1 AND q.started_at < $2 ORDER BY session_id
         LIMIT 1
     ) AS n ORDER BY m.leads DESC, m.times DESC, m.asked_at DESC, m.key`,
    [new Date(start), new Date(end)],
  );
  return Promise.all(
    rows.map(async ({ asked_at, ...row }) => ({
      ...row,
      at: asked_at.toISOString(),
      answered_by: await answerNow(row.question),
    })),
  );
}
