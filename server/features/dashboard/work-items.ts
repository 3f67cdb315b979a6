import type { AdminActionItem, LeadStatus, Page, WaitlistEntry } from '@understudy/contract/admin';
import { actionItemBody, actionItemsQuery, leadBody, waitlistQuery } from '@understudy/contract/admin-calls';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { z } from 'zod';
import {
  fromMicroseconds,
  microseconds,
  momentAndId,
  pageOf,
  readCursor,
  toMicroseconds,
} from '../../platform/database/cursor.ts';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';

type ItemRow = Omit<AdminActionItem, 'created_at'> & { created_at: Date };

const NO_ITEM = 'There is no such action item any more.';
const NO_LEAD = 'Nothing is kept of this visitor.';

const COLUMNS = `id, session_id, visitor_id, title, description, priority, owner, category, tags, due_date::text, seq,
  status, created_at,
  coalesce((SELECT l.name FROM leads l WHERE l.visitor_id = action_items.visitor_id),
    (SELECT s.contact_name FROM sessions s WHERE s.id = session_id)) AS contact_name,
  (SELECT l.company FROM leads l WHERE l.visitor_id = action_items.visitor_id) AS company`;

/** An action item in the wire's shape. */
const presentItem = (row: ItemRow): AdminActionItem => ({ ...row, created_at: row.created_at.toISOString() });

/** The action items of a conversation, most urgent first. */
export async function readItemsOf(pool: Pool, sessionId: string): Promise<AdminActionItem[]> {
  const { rows } = await pool.query<ItemRow>({
    name: 'dashboard_items_of_session',
    text: `SELECT ${COLUMNS} FROM action_items WHERE session_id = $1
           ORDER BY array_position(ARRAY['high', 'medium', 'low'], priority), created_at, id`,
    values: [sessionId],
  });
  return rows.map(presentItem);
}

/** Filters for action items; null matches any. */
interface ItemsQuery {
  status: 'open' | 'done' | null;
  priority: 'high' | 'medium' | 'low' | null;
  /** Whether to list only those that wait for the owner: handoff requests, and items of high priority. */
  onlyWaiting: boolean;
  cursor: string | null;
  limit: number;
}

/** SQL: the item waits for the owner. The same condition as that of the index `action_items_asked`. */
const WAITING = `(key IN ('${CALL_REQUEST_KEY}', '${COMPLAINT_KEY}') OR priority = 'high') IS TRUE`;

/** The keyset of an item: its time, its id, and whether it is sorted after all others. */
const itemKeyset = z.tuple([microseconds, z.guid(), z.boolean()]);

/**
 * SQL: the open calls with their lead; visitors who left the same address of their own are one lead. Lists show only a
 * lead's newest call, and completing that completes all of them.
 */
const OPEN_CALLS = `SELECT a.id, a.created_at,
    coalesce(l.email_normalised, lower(s.email), lower(s.call_request ->> 'email'), a.visitor_id::text) AS lead
  FROM action_items a LEFT JOIN leads l ON l.visitor_id = a.visitor_id LEFT JOIN sessions s ON s.id = a.session_id
  WHERE a.status = 'open' AND ${WAITING} AND a.key = '${CALL_REQUEST_KEY}'`;

/**
 * A page of action items, newest first; of several calls of a lead, only the newest. Of those that wait for the owner,
 * items of low priority, such as a call that a vendor wants, come last.
 * @throws AppError `invalid_request` for a cursor of another list
 */
async function listItems(pool: Pool, query: ItemsQuery): Promise<Page<AdminActionItem>> {
  const after = readCursor(itemKeyset, query.cursor);
  const isLast = query.onlyWaiting ? `(priority = 'low')` : 'false';
  const { rows } = await pool.query<ItemRow & { cursor_at: string; is_last: boolean }>(
    `WITH older AS MATERIALIZED (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY lead ORDER BY created_at DESC, id DESC) AS nth
         FROM (${OPEN_CALLS}) AS c) AS n WHERE nth > 1
     )
     SELECT ${COLUMNS}, ${toMicroseconds('created_at')} AS cursor_at, ${isLast} AS is_last FROM action_items
     WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR priority = $2)
       ${query.onlyWaiting ? `AND ${WAITING}` : ''} AND id NOT IN (SELECT id FROM older)
       AND ($3::text IS NULL OR ${isLast} > $6
         OR ${isLast} = $6 AND (created_at, id) < (${fromMicroseconds('$3')}, $4::uuid))
     ORDER BY ${query.onlyWaiting ? `${isLast}, ` : ''}created_at DESC, id DESC LIMIT $5`,
    [query.status, query.priority, after?.[0] ?? null, after?.[1] ?? null, query.limit + 1, after?.[2] ?? false],
  );
  const page = pageOf(rows, query.limit, ({ cursor_at, id, is_last: last }) => [cursor_at, id, last]);
  return { ...page, items: page.items.map(({ cursor_at: _, is_last: _last, ...row }) => presentItem(row)) };
}

/**
 * Completes or reopens an action item. Completing a call completes the lead's other calls too; reopening it reopens
 * those that were completed with it.
 * @returns the item; null if there is none
 */
async function setItemStatus(pool: Queries, id: string, status: 'open' | 'done'): Promise<AdminActionItem | null> {
  const { rows } = await pool.query<ItemRow>({
    name: 'dashboard_set_item_status',
    text: `WITH c AS (${OPEN_CALLS}), changed AS (
             SELECT $1::uuid AS id
             UNION SELECT o.id FROM c JOIN c AS o ON o.lead = c.lead WHERE c.id = $1 AND $2 = 'done'
             UNION SELECT id FROM action_items WHERE $2 = 'open' AND status = 'done' AND ${WAITING}
               AND done_with = (SELECT done_with FROM action_items WHERE id = $1)
           )
           UPDATE action_items SET status = $2,
             done_with = CASE WHEN $2 = 'open' THEN NULL WHEN status = 'open' THEN $1 ELSE done_with END
           WHERE id IN (SELECT id FROM changed) RETURNING ${COLUMNS}`,
    values: [id, status],
  });
  const changed = rows.find((row) => row.id === id);
  return changed ? presentItem(changed) : null;
}

/** Completes an action item, as by its link in a mail. */
export const completeItem = (db: Queries, id: string) => setItemStatus(db, id, 'done');

/**
 * Sets the status of a lead, for all visitors who left the same address of their own. A visitor whose first
 * conversation is still running has no lead yet, and gets one.
 * @returns the previous status; null if nothing is kept of that visitor
 */
async function setLeadStatus(db: Queries, visitorId: string, status: LeadStatus): Promise<LeadStatus | null> {
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

/** Mounts the routes of action items, of the outcomes of leads, and of the waitlist. */
export function mountWork({ http, pool, actorOf }: AdminScope): void {
  http.get('/action-items', async (request): Promise<Page<AdminActionItem>> => {
    const { status, priority, kind, cursor, limit } = parseBody(actionItemsQuery, request.query);
    const any = <Value extends string>(asked: Value | 'all') => (asked === 'all' ? null : (asked as Value));
    return listItems(pool, {
      status: any<'open' | 'done'>(status),
      priority: any<'high' | 'medium' | 'low'>(priority),
      onlyWaiting: kind === 'asked',
      cursor,
      limit,
    });
  });

  http.patch('/action-items/:id', async (request): Promise<AdminActionItem> => {
    const id = idOf(request, 'id', NO_ITEM);
    const { status } = parseBody(actionItemBody, request.body);
    return orNotFound(await setItemStatus(pool, id, status), NO_ITEM);
  });

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
