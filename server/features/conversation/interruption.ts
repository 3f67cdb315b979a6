import type { Segment } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import type { Queries } from '../../platform/database/queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** The heard part of a reply that was interrupted. */
export interface Interruption {
  sessionId: string;
  turnId: string;
  /** The turn's expected current text; the update is skipped if another writer has changed it. */
  before: string;
  /** The text that was heard, with pause markers, and as segments. */
  text: string;
  segments: readonly Segment[];
  event: { kind: string; payload: unknown };
}

/**
 * Reduces a reply to what was heard, in one transaction: later segments are deleted, the last one is marked as
 * interrupted, and the utterances that follow are renumbered so that the sequence has no gap.
 * @returns false if the turn's text has changed meanwhile, or the session no longer exists
 */
export function savePlayedOnly(pool: Pool, cut: Interruption): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // Lock the session first, as everywhere else, to avoid deadlocks.
    await client.query('SELECT id FROM sessions WHERE id = $1 FOR NO KEY UPDATE', [cut.sessionId]);
    const turn = await client.query(
      `UPDATE turns SET text = $4, status = 'interrupted' WHERE session_id = $1 AND turn_id = $2 AND text = $3
       AND status <> 'running'`,
      [cut.sessionId, cut.turnId, cut.before, cut.text],
    );
    if (turn.rowCount === 0) return false;
    await cutUtterances(client, cut);
    await client.query('INSERT INTO events (session_id, kind, payload) VALUES ($1, $2, $3)', [
      cut.sessionId,
      cut.event.kind,
      JSON.stringify(cut.event.payload),
    ]);
    return true;
  });
}

async function cutUtterances(client: Queries, cut: Interruption): Promise<void> {
  const texts = cut.segments.map((segment) => segment.text);
  const removed = await client.query<{ seq: number }>(
    `DELETE FROM utterances WHERE session_id = $1 AND turn_id = $2 AND speaker = 'agent' AND segment_index >= $3
     RETURNING seq`,
    [cut.sessionId, cut.turnId, texts.length],
  );
  await client.query(
    `UPDATE utterances SET text = ($3::text[])[segment_index + 1], total_segments = cardinality($3::text[]),
       interrupted = segment_index + 1 = cardinality($3::text[])
     WHERE session_id = $1 AND turn_id = $2 AND speaker = 'agent'`,
    [cut.sessionId, cut.turnId, texts],
  );
  if (removed.rows.length === 0) return;
  const last = Math.max(...removed.rows.map(({ seq }) => seq));
  // In two steps, because each new number must be free when it is assigned.
  await client.query('UPDATE utterances SET seq = -1 - seq WHERE session_id = $1 AND seq > $2', [cut.sessionId, last]);
  await client.query('UPDATE utterances SET seq = -1 - seq - $2::int WHERE session_id = $1 AND seq < 0', [
    cut.sessionId,
    removed.rows.length,
  ]);
  await client.query('UPDATE sessions SET next_seq = next_seq - $2::int WHERE id = $1', [
    cut.sessionId,
    removed.rows.length,
  ]);
}
