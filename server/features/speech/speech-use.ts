import type { Pool } from 'pg';

/** Characters spoken or milliseconds heard by one model. */
export interface SpeechUsed {
  kind: 'voice' | 'transcription';
  provider: string;
  model: string;
  amount: number;
}

/** Counts speech used by conversations in memory, and writes it to the database at intervals, outside of turns. */
export interface SpeechUse {
  add(sessionId: string, used: SpeechUsed): void;
  /** Saves what was counted so far. Never rejects; a failed save is retried at the next flush. */
  flush(): Promise<void>;
  /** Stops the timer and saves the rest. */
  close(): Promise<void>;
}

/**
 * Rows of deleted sessions go with them, and so do those of sessions without consent. A finished session is marked to
 * be counted anew.
 */
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
 * Starts counting, until closed.
 * @param flushMs the interval between saves, in milliseconds
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
      // No error needs to be reported: the counts stay in memory until the next flush.
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
