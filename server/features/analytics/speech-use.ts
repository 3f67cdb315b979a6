import type { Pool } from 'pg';
import type { SpeechUsed } from './figures.ts';

/** What conversations spoke and heard: counted in memory, kept every so often, beside the turns and never in one. */
export interface SpeechUse {
  add(sessionId: string, used: SpeechUsed): void;
  /** Keeps what is counted so far. Never rejects: what could not be kept is tried again. */
  flush(): Promise<void>;
  /** Stops the timer and keeps what is left. */
  close(): Promise<void>;
}

/** Sessions that are gone, or are not kept in the end, take their rows with them. One that is over is counted anew. */
const KEEP = `WITH n AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS n (session_id uuid, kind text, provider text, model text,
      amount bigint)
  ), s AS (
    SELECT id, consent AND ended_at IS NOT NULL AS over FROM sessions
    WHERE id IN (SELECT session_id FROM n) ORDER BY id FOR KEY SHARE
  ), c AS (
    INSERT INTO uncounted_sessions (session_id) SELECT id FROM s WHERE over ON CONFLICT DO NOTHING
  )
  INSERT INTO speech_use AS u (session_id, kind, provider, model, amount)
  SELECT n.session_id, n.kind, n.provider, n.model, n.amount FROM n JOIN s ON s.id = n.session_id
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (session_id, kind, provider, model) DO UPDATE SET amount = u.amount + excluded.amount`;

/**
 * Counts from now on, and keeps what it has counted until it is closed.
 * @param flushMs how often what was counted goes to the database
 */
export function createSpeechUse(pool: Pool, flushMs: number): SpeechUse {
  let counted = new Map<string, SpeechUsed & { session_id: string }>();
  let running: Promise<void> = Promise.resolve();

  const count = (used: SpeechUsed & { session_id: string }) => {
    const key = JSON.stringify([used.session_id, used.kind, used.provider, used.model]);
    const known = counted.get(key);
    counted.set(key, { ...used, amount: (known?.amount ?? 0) + used.amount });
  };
  const write = async () => {
    if (counted.size === 0) return;
    const rows = [...counted.values()];
    counted = new Map();
    try {
      await pool.query({ name: 'keep_speech_use', text: KEEP, values: [JSON.stringify(rows)] });
    } catch {
      // Whoever asks the database for something is told how it is; here nothing is lost by waiting.
      for (const row of rows) count(row);
    }
  };
  const flush = () => {
    running = running.then(write);
    return running;
  };
  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();

  return {
    add: (sessionId, used) => count({ ...used, amount: Math.round(used.amount), session_id: sessionId }),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
