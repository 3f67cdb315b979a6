import type { Page } from '@understudy/contract/admin';
import type { DeadLetter } from '@understudy/contract/settings';
import type { Pool } from 'pg';

/**
 * Makes a message a dead letter until it is delivered: either its retries ran for a day, or `problem` says why it
 * cannot be sent.
 */
export async function giveUp(pool: Pool, id: string, problem: string | null = null): Promise<void> {
  await pool.query(
    `UPDATE webhook_messages SET gave_up_at = now(), problem = coalesce($2, problem)
     WHERE id = $1 AND delivered_at IS NULL`,
    [id, problem],
  );
}

/**
 * Makes dead letters of messages that nothing tries to send any more: those that older releases gave up without
 * marking them, and those whose last attempt ended when the server died.
 *
 * @param job the name of the job that sends them
 */
export async function giveUpLost(pool: Pool, job: string): Promise<void> {
  // A single statement sees a request either before or after its handover to the job runner, never in between.
  await pool.query(
    `UPDATE webhook_messages m
     SET gave_up_at = now(), problem = coalesce(problem, 'sending stopped unexpectedly')
     WHERE delivered_at IS NULL AND gave_up_at IS NULL
       AND NOT EXISTS (SELECT FROM job_requests r WHERE r.name = $1 AND r.key = m.id::text)
       AND NOT EXISTS (SELECT FROM jobs.job j
                       WHERE j.name = $1 AND j.data ->> 'key' = m.id::text AND j.state < 'completed')`,
    [job],
  );
}

/**
 * Claims a dead letter for sending: `claimed` by this caller, already `taken` by another, or `none` with this id.
 * @param forMs how long the claim lasts, in milliseconds
 */
export async function claimDeadLetter(pool: Pool, id: string, forMs: number): Promise<'claimed' | 'taken' | 'none'> {
  const { rowCount } = await pool.query(
    `UPDATE webhook_messages m SET sending_until = now() + $2 * interval '1 ms'
     FROM sessions s
     WHERE m.id = $1 AND s.id = m.session_id AND s.consent AND m.gave_up_at IS NOT NULL
       AND (m.sending_until IS NULL OR m.sending_until <= now())`,
    [id, forMs],
  );
  if (rowCount === 1) return 'claimed';
  const found = await pool.query('SELECT FROM webhook_messages WHERE id = $1 AND sending_until > now()', [id]);
  return found.rowCount === 1 ? 'taken' : 'none';
}

/** A page of dead letters, newest first. @param after the id of the last one on the previous page */
export async function listDeadLetters(pool: Pool, after: string | null, limit: number): Promise<Page<DeadLetter>> {
  const { rows } = await pool.query<
    Omit<DeadLetter, 'created_at' | 'gave_up_at'> & Record<'created_at' | 'gave_up_at', Date>
  >(
    `SELECT m.id, m.session_id, m.reason, m.lead_score, s.contact_name, m.created_at, m.gave_up_at, m.attempts,
       coalesce(m.problem, '') AS problem
     FROM webhook_messages m JOIN sessions s ON s.id = m.session_id
     WHERE m.gave_up_at IS NOT NULL AND s.consent AND ($1::uuid IS NULL OR m.id < $1)
     ORDER BY m.id DESC LIMIT $2`,
    [after, limit + 1],
  );
  const items = rows.slice(0, limit).map(({ created_at, gave_up_at, ...letter }) => ({
    ...letter,
    created_at: created_at.toISOString(),
    gave_up_at: gave_up_at.toISOString(),
  }));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
