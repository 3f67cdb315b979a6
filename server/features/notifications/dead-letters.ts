import type { Page } from '@understudy/contract/admin';
import type { DeadLetter } from '@understudy/contract/settings';
import type { Pool } from 'pg';

/** Marks a message that was sent for a day and never taken: a dead letter, which stays until somebody sends it again. */
export async function giveUp(pool: Pool, id: string): Promise<void> {
  await pool.query('UPDATE webhook_messages SET gave_up_at = now() WHERE id = $1 AND delivered_at IS NULL', [id]);
}

/** Whether a message is a dead letter of a conversation that is kept. */
export async function isDeadLetter(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM webhook_messages m JOIN sessions s ON s.id = m.session_id
     WHERE m.id = $1 AND m.gave_up_at IS NOT NULL AND s.consent`,
    [id],
  );
  return rowCount === 1;
}

/** A page of the dead letters, the newest message first. @param after the last of the page before */
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
