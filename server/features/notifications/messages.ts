import type { Pool } from 'pg';

/** A hot lead as it is told; what was understood since it became hot is in it. */
export interface HotLead {
  type: 'lead.hot';
  /** Of the message, the same each time it is sent. */
  id: string;
  session_id: string;
  lead_score: number;
  /** Only where the visitor told it. */
  contact_name?: string;
  reasons: string[];
  /** The conversation's page in the dashboard. */
  url: string;
  /** When the score was reached, ISO 8601. */
  at: string;
}

/** What is to be told; null where it was told already, or the conversation is gone or not kept. */
export async function readHotLead(
  pool: Pool,
  id: string,
  pageOf: (sessionId: string) => string,
): Promise<HotLead | null> {
  const { rows } = await pool.query<{
    session_id: string;
    lead_score: number;
    contact_name: string | null;
    reasons: string[] | null;
    created_at: Date;
  }>(
    `SELECT m.session_id, m.lead_score, s.contact_name, m.created_at,
       (SELECT e.reasons FROM extracts e WHERE e.session_id = s.id ORDER BY e.id DESC LIMIT 1) AS reasons
     FROM webhook_messages m JOIN sessions s ON s.id = m.session_id
     WHERE m.id = $1 AND m.delivered_at IS NULL AND s.consent`,
    [id],
  );
  const row = rows[0];
  if (!row) return null;
  return {
    type: 'lead.hot',
    id,
    session_id: row.session_id,
    lead_score: row.lead_score,
    ...(row.contact_name ? { contact_name: row.contact_name } : {}),
    reasons: row.reasons ?? [],
    url: pageOf(row.session_id),
    at: row.created_at.toISOString(),
  };
}

/** Marks a message as told: it is never sent again. */
export async function markTold(pool: Pool, id: string): Promise<void> {
  await pool.query('UPDATE webhook_messages SET delivered_at = now() WHERE id = $1', [id]);
}

/** How the newest sending went. */
export interface WebhookOutcome {
  at: string;
  ok: boolean;
  problem: string | null;
}

/** Keeps how a sending went, for the settings page. */
export async function keepOutcome(pool: Pool, ok: boolean, problem: string | null): Promise<void> {
  await pool.query(
    `INSERT INTO last_runs (name, detail) VALUES ('webhook', $1)
     ON CONFLICT (name) DO UPDATE SET at = now(), detail = excluded.detail`,
    [JSON.stringify({ ok, problem })],
  );
}

/** Null where nothing was ever sent. */
export async function readOutcome(pool: Pool): Promise<WebhookOutcome | null> {
  const { rows } = await pool.query<{ at: Date; detail: { ok: boolean; problem: string | null } }>(
    "SELECT at, detail FROM last_runs WHERE name = 'webhook'",
  );
  return rows[0] ? { at: rows[0].at.toISOString(), ...rows[0].detail } : null;
}
