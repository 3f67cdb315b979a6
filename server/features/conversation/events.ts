import type { Pool } from 'pg';

/** One event of a session. */
interface SessionEvent {
  sessionId: string;
  kind: string;
  /** JSON text. */
  payload: string;
}

/** Events that a page sends when it is closed, and when it is shown again afterwards. */
export const PAGE_LEFT = 'page_left';
export const PAGE_RETURNED = 'page_returned';

/**
 * Saves one event of a session. `cta_clicked` also sets the session's `cta_chosen` (the latest one counts); a closed
 * page marks the session until the page returns.
 */
export async function saveEvent(pool: Pool, event: SessionEvent): Promise<void> {
  await pool.query({
    name: 'keep_event',
    text: `WITH e AS (INSERT INTO events (session_id, kind, payload) VALUES ($1, $2, $3::jsonb))
     UPDATE sessions SET
       cta_chosen = CASE WHEN $2 = 'cta_clicked'
         THEN left(coalesce($3::jsonb ->> 'cta', $3::jsonb ->> 'choice', 'unknown'), 100) ELSE cta_chosen END,
       left_at = CASE $2 WHEN '${PAGE_LEFT}' THEN now() WHEN '${PAGE_RETURNED}' THEN NULL ELSE left_at END
     WHERE id = $1 AND $2 IN ('cta_clicked', '${PAGE_LEFT}', '${PAGE_RETURNED}')`,
    values: [event.sessionId, event.kind, event.payload],
  });
}

/** Like {@link saveEvent}, but never rejects: for events that accompany other work, which must not fail with them. */
export async function noteEvent(pool: Pool, event: SessionEvent): Promise<void> {
  await saveEvent(pool, event).catch(() => undefined);
}

/** Deeper than anything that a page sends, and shallower than what overflows a parser's stack. */
const DEPTH_MAX = 32;

/**
 * Serializes an event's payload as JSON that PostgreSQL can store: NUL characters are removed and lone surrogates
 * become U+FFFD, in keys too. Null if it is nested deeper than {@link DEPTH_MAX}.
 */
export function storableJson(value: unknown): string | null {
  try {
    return JSON.stringify(storable(value, 0));
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

function storable(value: unknown, depth: number): unknown {
  if (depth > DEPTH_MAX) throw new TooDeep();
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth + 1)]));
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
