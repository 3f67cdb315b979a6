import type { Pool } from 'pg';
import { IN_READING_WINDOW } from '../reading-window.ts';
import type { ModelReading } from './reading.ts';
import type { PlacedLine } from './transcript.ts';

/** Reads a session's newest saved reading; null when there is none. */
export async function readReading(pool: Pool, sessionId: string): Promise<ModelReading | null> {
  const { rows } = await pool.query<{ reading: ModelReading }>({
    name: 'newest_reading',
    text: `SELECT reading FROM extracts WHERE session_id = $1 AND reading IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    values: [sessionId],
  });
  return rows[0]?.reading ?? null;
}

/**
 * Reads the lines of a running session ({@link IN_READING_WINDOW}), oldest first; null when it has ended or is gone.
 */
export async function readRunning(pool: Pool, sessionId: string): Promise<PlacedLine[] | null> {
  if (!(await isRunning(pool, sessionId))) return null;
  const { rows } = await pool.query<PlacedLine>({
    name: 'lines_to_analyse',
    text: `SELECT seq, speaker, text FROM utterances WHERE session_id = $1 AND ${IN_READING_WINDOW} ORDER BY seq`,
    values: [sessionId],
  });
  return rows;
}

/** Whether a session exists and has not ended. */
export async function isRunning(pool: Pool, sessionId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'session_is_running',
    text: 'SELECT 1 FROM sessions WHERE id = $1 AND ended_at IS NULL',
    values: [sessionId],
  });
  return rowCount === 1;
}
