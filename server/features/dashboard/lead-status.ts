import type { LeadStatus } from '@understudy/contract/admin';
import type { Queries } from '../../platform/database/queries.ts';

/**
 * Sets the status of a lead, for all visitors who left the same address of their own. A visitor who is not a lead
 * yet, because their conversation is still running, becomes one.
 *
 * @returns the previous status; null if nothing is kept of that visitor
 */
export async function setLeadStatus(db: Queries, visitorId: string, status: LeadStatus): Promise<LeadStatus | null> {
  const { rows } = await db.query<{ before: LeadStatus }>({
    name: 'dashboard_set_lead_status',
    text: `WITH known AS (
             SELECT $1::uuid AS visitor_id WHERE EXISTS (SELECT FROM leads WHERE visitor_id = $1)
               OR EXISTS (SELECT FROM sessions WHERE visitor_id = $1 AND consent)
           ), same AS (
             SELECT visitor_id FROM known UNION
             SELECT o.visitor_id FROM leads l JOIN leads o ON o.email_normalised = l.email_normalised
               WHERE l.visitor_id = $1
           ), kept AS (
             INSERT INTO leads AS l (visitor_id, status, status_at) SELECT visitor_id, $2, now() FROM same
               ORDER BY visitor_id
             ON CONFLICT (visitor_id) DO UPDATE SET status = excluded.status, status_at = excluded.status_at
           )
           SELECT coalesce((SELECT status FROM leads l WHERE l.visitor_id = known.visitor_id), 'new') AS before
             FROM known`,
    values: [visitorId, status],
  });
  return rows[0]?.before ?? null;
}
