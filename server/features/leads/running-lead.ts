/**
 * Leads of visitors whose first conversation still runs. Nothing makes such a row but the owner, who sets a status, a
 * tag or an assignee: it holds that alone. What is known of the visitor stands in the conversation until its end.
 */
import type { Queries } from '../../platform/database/transaction.ts';

/** SQL: lead `l` is such a row. */
export const isRunningLead = (l: string): string => `(${l}.conversations = 0 AND EXISTS (
  SELECT FROM sessions r WHERE r.visitor_id = ${l}.visitor_id AND r.consent AND r.ended_at IS NULL))`;

/** Makes such rows for those of the visitors who have no lead, and of whom a conversation is kept. */
export async function keepLeads(db: Queries, visitors: readonly string[]): Promise<void> {
  await db.query(
    `INSERT INTO leads (visitor_id, first_seen_at, last_seen_at)
     SELECT visitor_id, min(started_at), max(last_active_at) FROM sessions
     WHERE visitor_id = ANY ($1::uuid[]) AND consent GROUP BY visitor_id ORDER BY visitor_id
     ON CONFLICT DO NOTHING`,
    [visitors],
  );
}
