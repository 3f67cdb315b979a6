import type { Pool } from 'pg';

/**
 * Keeps one event of a session. A clicked call to action is also noted on the session itself: the newest choice stands
 * (contract: `cta_clicked` sets `cta_chosen`).
 *
 * @param event.payload JSON text
 */
export async function keepEvent(
  pool: Pool,
  event: { sessionId: string; kind: string; payload: string },
): Promise<void> {
  await pool.query(
    `WITH e AS (INSERT INTO events (session_id, kind, payload) VALUES ($1, $2, $3::jsonb))
     UPDATE sessions SET cta_chosen = left(coalesce($3::jsonb ->> 'cta', $3::jsonb ->> 'choice', 'unknown'), 100)
     WHERE id = $1 AND $2 = 'cta_clicked'`,
    [event.sessionId, event.kind, event.payload],
  );
}
