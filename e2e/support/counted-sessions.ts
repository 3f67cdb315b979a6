import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { questionReader } from '../../server/features/analytics/analytics.ts';
import { countLeftovers } from '../../server/features/analytics/count-session.ts';
import { loadTwin } from '../../server/features/twin/load-twin.ts';
import { SAMPLE_TWIN_DIR } from '../../server/testing/sample-twin.ts';
import { understand } from '../../server/testing/understand.ts';
import { keepSession } from './kept-sessions.ts';

const GROQ = { provider: 'groq', model: 'openai/gpt-oss-120b', estimated: false };
const OPENING = ['Hello.', 'Hello.', 'We have too many meetings.', 'Who calls them?', 'I do.'];

/** Stores one afternoon's conversations: eight finished ones, three of them with leads, and one unanswered question. */
export async function countAfternoon(pool: Pool): Promise<{ askedIn: string }> {
  const scores = [92, 81, 74, 55, 31, 31, 8, 0];
  const ids: { id: string; visitorId: string }[] = [];
  for (const [index, score] of scores.entries()) {
    const kept = await keepSession(pool, {
      score,
      intent: score >= 70 ? 'consulting_inquiry' : score > 0 ? 'advice_request' : null,
      cta: index < 2 ? 'book_call' : null,
      email: index < 3 ? `lead-${index}@example.org` : null,
      minutesAgo: 200 + index,
      lines: score > 0 ? [...OPENING, 'Then begin there.'] : ['Hello.', 'Hello.'],
      summary: score > 0 ? 'Meetings.' : null,
    });
    ids.push(kept);
    await pool.query(`UPDATE extracts SET pain_points = '{too many meetings}' WHERE session_id = $1`, [kept.id]);
    await pool.query(`UPDATE summaries SET topics = '{delegation}' WHERE session_id = $1`, [kept.id]);
  }
  const [first, second, third] = ids;
  if (!first || !second || !third) throw new Error('There are no sessions.');
  await answer(pool, first.id, 'Where can I park my car?', 'I do not know where one parks there.');
  await decide(pool, first.visitorId, 'won');
  await decide(pool, second.visitorId, 'won');
  await decide(pool, third.visitorId, 'lost');
  await pool.query(
    `INSERT INTO daily_totals (day, name, count) VALUES ((now() AT TIME ZONE 'utc')::date, 'visits', 16)
     ON CONFLICT (day, name) DO UPDATE SET count = 16`,
  );
  await countLeftovers(pool, questionReader(await loadTwin(SAMPLE_TWIN_DIR), understand), { olderThanMs: 0 });
  return { askedIn: first.id };
}

/** Adds a conversation's last exchange: a question, answered by a provider within two seconds. */
async function answer(pool: Pool, id: string, question: string, reply: string): Promise<void> {
  const turn = randomUUID();
  await pool.query(
    `INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
     SELECT id, next_seq, $2::uuid, 'visitor', $3, started_at + interval '5 minutes' FROM sessions WHERE id = $1
     UNION ALL SELECT id, next_seq + 1, $2::uuid, 'agent', $4, started_at + interval '302 seconds' FROM sessions WHERE id = $1`,
    [id, turn, question, reply],
  );
  await pool.query(
    `INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, model, provider, status, text, usage, created_at, finished_at)
     SELECT id, $2::uuid, 'message', 'mentor', $3, $3, 'groq', 'done', $4, $5, started_at, started_at + interval '2 seconds'
     FROM sessions WHERE id = $1`,
    [id, turn, GROQ.model, reply, JSON.stringify([{ ...GROQ, prompt_tokens: 2000, completion_tokens: 100 }])],
  );
  await pool.query('UPDATE sessions SET next_seq = next_seq + 2 WHERE id = $1', [id]);
}

const decide = (pool: Pool, visitorId: string, status: 'won' | 'lost') =>
  pool.query('UPDATE leads SET status = $2 WHERE visitor_id = $1', [visitorId, status]);
