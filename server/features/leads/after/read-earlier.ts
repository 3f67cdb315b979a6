import { CALL_REQUEST_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import type { Earlier } from './earlier.ts';

/**
 * SQL: the visitors who count as one lead with the visitor of session `s` because they left the same address of their
 * own.
 */
const SAME_LEAD = `SELECT s.visitor_id UNION
  SELECT p.visitor_id FROM leads p WHERE p.email_normalised = lower(s.email) UNION
  SELECT p.visitor_id FROM leads l JOIN leads p ON p.email_normalised = l.email_normalised
    WHERE l.visitor_id = s.visitor_id`;

/** SQL: intent items, `a`, created for the lead of session `s` in another conversation, whether ticked off or not. */
export const MADE_BEFORE = `a.key LIKE 'intent:%' AND a.session_id IS DISTINCT FROM s.id
  AND a.visitor_id IN (${SAME_LEAD})`;

/** Reads the keys of those items: each is created once per lead. */
export async function readMadeIntents(pool: Pool, sessionId: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT DISTINCT a.key FROM sessions s, action_items a WHERE s.id = $1 AND s.consent AND ${MADE_BEFORE}`,
    [sessionId],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Reads what was known about a session's visitor before it; null for a first conversation and for one that is not kept.
 */
export async function readEarlier(pool: Pool, sessionId: string): Promise<Earlier | null> {
  const { rows } = await pool.query<Earlier>({
    name: 'read_earlier',
    text: `SELECT p.last_active_at AS at, coalesce(l.name, p.contact_name) AS name, l.role, l.company,
      coalesce(l.email, p.email) AS email,
             coalesce(l.phone, p.phone) AS phone, greatest(p.lead_score, l.lead_score) AS score,
             coalesce(m.open_questions, '{}') AS questions,
             EXISTS (SELECT FROM sessions o JOIN events v ON v.session_id = o.id
               WHERE o.visitor_id = s.visitor_id AND o.consent AND o.started_at < s.started_at
                 AND v.kind IN ('call_asked', 'call_requested'))
               AND NOT EXISTS (SELECT FROM action_items d WHERE d.visitor_id = s.visitor_id
                 AND d.key = '${CALL_REQUEST_KEY}' AND d.status = 'done') AS called,
             coalesce((SELECT jsonb_agg(jsonb_build_object('key', a.key, 'title', a.title, 'owner', a.owner,
                 'due_date', a.due_date) ORDER BY a.created_at, a.id)
               FROM action_items a WHERE a.visitor_id = s.visitor_id AND a.status = 'open'
                 AND a.session_id IS DISTINCT FROM s.id), '[]') AS items
           FROM sessions s JOIN LATERAL (
             SELECT * FROM sessions o WHERE o.visitor_id = s.visitor_id AND o.consent AND o.started_at < s.started_at
             ORDER BY o.started_at DESC LIMIT 1
           ) AS p ON true LEFT JOIN leads l ON l.visitor_id = s.visitor_id LEFT JOIN summaries m ON m.session_id = p.id
           WHERE s.id = $1 AND s.consent AND p.next_seq > 0`,
    values: [sessionId],
  });
  return rows[0] ?? null;
}
