import type { LeadStatus, Page, WaitlistEntry } from '@understudy/contract/admin';
import { leadBody, waitlistQuery } from '@understudy/contract/admin-calls';
import type { Pool } from 'pg';
import { fromMicroseconds, momentAndId, pageOf, readCursor, toMicroseconds } from '../../platform/database/cursor.ts';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { keepLeads, visitorsOfPerson } from '../leads/index.ts';

const NO_LEAD = 'Nothing is kept of this visitor.';

/**
 * Sets the status of a lead, for all visitors of the person. A visitor whose first conversation still runs gets a row
 * for it.
 * @returns the previous status; null if nothing is kept of that visitor
 */
async function setLeadStatus(db: Queries, visitorId: string, status: LeadStatus): Promise<LeadStatus | null> {
  const visitors = await visitorsOfPerson(db, visitorId);
  await keepLeads(db, visitors);
  const { rows } = await db.query<{ visitor_id: string; before: LeadStatus }>({
    name: 'dashboard_set_lead_status',
    text: `UPDATE leads l SET status = $2, status_at = now()
           FROM (SELECT visitor_id, status AS before FROM leads WHERE visitor_id = ANY ($1::uuid[])
             ORDER BY visitor_id FOR UPDATE) AS b
           WHERE l.visitor_id = b.visitor_id RETURNING l.visitor_id, b.before`,
    values: [visitors, status],
  });
  return rows.find((row) => row.visitor_id === visitorId)?.before ?? null;
}

/**
 * A page of the waitlist, newest first.
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function listWaitlist(pool: Pool, cursor: string | null, limit: number): Promise<Page<WaitlistEntry>> {
  const after = readCursor(momentAndId, cursor);
  const { rows } = await pool.query<Omit<WaitlistEntry, 'created_at'> & { created_at: Date; cursor_at: string }>(
    `SELECT id, email, name, created_at, ${toMicroseconds('created_at')} AS cursor_at FROM waitlist
     WHERE $1::text IS NULL OR (created_at, id) < (${fromMicroseconds('$1')}, $2::uuid)
     ORDER BY created_at DESC, id DESC LIMIT $3`,
    [after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  const page = pageOf(rows, limit, ({ cursor_at, id }) => [cursor_at, id]);
  const present = ({ cursor_at: _, created_at, ...entry }: (typeof rows)[number]) => ({
    ...entry,
    created_at: created_at.toISOString(),
  });
  return { ...page, items: page.items.map(present) };
}

/** The number of entries on the waitlist. */
export async function countWaitlist(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM waitlist');
  return rows[0]?.count ?? 0;
}

/** Mounts the routes of the outcomes of leads, and of the waitlist. */
export function mountWork({ http, pool, actorOf }: AdminScope): void {
  http.patch('/leads/:visitor_id', async (request): Promise<{ visitor_id: string; status: LeadStatus }> => {
    const visitor_id = idOf(request, 'visitor_id', NO_LEAD);
    const { status } = parseBody(leadBody, request.body);
    await inTransaction(pool, async (client) => {
      const before = orNotFound(await setLeadStatus(client, visitor_id, status), NO_LEAD);
      if (before !== status)
        await audit(client, actorOf(request), 'lead_status_changed', { visitor_id, from: before, to: status });
    });
    return { visitor_id, status };
  });

  http.get('/waitlist', async (request): Promise<Page<WaitlistEntry>> => {
    const { cursor, limit } = parseBody(waitlistQuery, request.query);
    return listWaitlist(pool, cursor, limit);
  });
}
