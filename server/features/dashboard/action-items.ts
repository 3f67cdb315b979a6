import {
  type AdminActionItem,
  DUE_GROUPS,
  type DueGroup,
  type ItemsInbox,
  type Page,
} from '@understudy/contract/admin';
import {
  actionItemBody,
  actionItemFilter,
  actionItemsQuery,
  actionItemsStatusBody,
} from '@understudy/contract/admin-calls';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { z } from 'zod';
import { fromMicroseconds, microseconds, pageOf, readCursor, toMicroseconds } from '../../platform/database/cursor.ts';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import { dayAt } from '../../platform/zones.ts';
import type { AdminScope } from '../accounts/index.ts';
import { LINKED_ADDRESSES, LINKED_VISITORS } from '../leads/index.ts';
import { readSetting } from '../settings/index.ts';

type ItemRow = Omit<AdminActionItem, 'created_at'> & { created_at: Date };

const NO_ITEM = 'There is no such action item any more.';

const COLUMNS = `id, session_id, visitor_id, title, description, priority, owner, category, tags, due_date::text, seq,
  status, created_at,
  coalesce((SELECT l.name FROM leads l WHERE l.visitor_id = action_items.visitor_id),
    (SELECT s.contact_name FROM sessions s WHERE s.id = session_id)) AS contact_name,
  (SELECT l.company FROM leads l WHERE l.visitor_id = action_items.visitor_id) AS company,
  (SELECT jsonb_build_object('id', u.id, 'email', u.email) FROM users u WHERE u.id = assignee_id) AS assignee`;

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

/** The newest action items of people, open ones first. */
export async function readItemsOfVisitors(
  pool: Pool,
  visitors: readonly string[],
  limit: number,
): Promise<AdminActionItem[]> {
  const { rows } = await pool.query<ItemRow>(
    `SELECT ${COLUMNS} FROM action_items WHERE visitor_id = ANY ($1::uuid[])
     ORDER BY status = 'done', created_at DESC, id DESC LIMIT $2`,
    [visitors, limit],
  );
  return rows.map(presentItem);
}

/** Filters for action items; null matches any. */
interface ItemFilter {
  status: 'open' | 'done' | null;
  priority: 'high' | 'medium' | 'low' | null;
  category: string | null;
  /** Whose they are: a person's id, or `none` for nobody in particular. */
  assignee: string | null;
  sessionId: string | null;
  due: DueGroup | null;
}

interface ItemsQuery extends ItemFilter {
  /** Whether to list only those that wait for the owner: handoff requests, and items of high priority. */
  onlyWaiting: boolean;
  /** By due day, the earliest first and those without a day last, instead of the newest first. */
  byDueDay: boolean;
  cursor: string | null;
  limit: number;
}

/** SQL: the item waits for the owner. The same condition as that of the index `action_items_asked`. */
const WAITING = `(key IN ('${CALL_REQUEST_KEY}', '${COMPLAINT_KEY}') OR priority = 'high') IS TRUE`;

/** The keyset of an item: its time, its id, and whether it is sorted after all others. */
const itemKeyset = z.tuple([microseconds, z.guid(), z.boolean()]);

/** SQL: the visitor's own address, of item `a` with its lead `l` and session `s`. */
const ADDRESS = `coalesce(l.email_normalised, lower(s.email), lower(s.call_request ->> 'email'))`;

/**
 * SQL: the open calls with their lead; visitors who left the same address of their own, or whom the owner merged, are
 * one lead. Lists show only a lead's newest call, and completing that completes all of them.
 */
const OPEN_CALLS = `SELECT a.id, a.created_at,
    coalesce(k.person, ka.person, ${ADDRESS}, a.visitor_id::text) AS lead
  FROM action_items a LEFT JOIN leads l ON l.visitor_id = a.visitor_id LEFT JOIN sessions s ON s.id = a.session_id
    LEFT JOIN (${LINKED_VISITORS}) AS k ON k.visitor_id = a.visitor_id
    LEFT JOIN (${LINKED_ADDRESSES}) AS ka ON ka.address = ${ADDRESS}
  WHERE a.status = 'open' AND ${WAITING} AND a.key = '${CALL_REQUEST_KEY}'`;

/** The SQL conditions of a filter, and their parameters. @param today in the owner's zone, `2026-12-01` */
function whereOf(filter: ItemFilter, today: string): { where: string[]; values: unknown[] } {
  const values: unknown[] = [today];
  const value = (given: unknown) => `$${values.push(given)}`;
  const { status, priority, category, assignee, sessionId, due } = filter;
  const where = [
    ...(status ? [`status = ${value(status)}`] : []),
    ...(priority ? [`priority = ${value(priority)}`] : []),
    ...(category ? [`category = ${value(category)}`] : []),
    ...(assignee === 'none' ? ['assignee_id IS NULL'] : assignee ? [`assignee_id = ${value(assignee)}::uuid`] : []),
    ...(sessionId ? [`session_id = ${value(sessionId)}::uuid`] : []),
    ...(due ? [`${DUE_GROUP} = ${value(due)}`] : []),
    // So that the parameter is used, and has a type.
    '$1::date IS NOT NULL',
  ];
  return { where, values };
}

/** SQL: the group of an item's due day; $1 is today. Weeks end on Sunday. */
const DUE_GROUP = `CASE WHEN due_date IS NULL THEN 'none' WHEN due_date < $1::date THEN 'overdue'
  WHEN due_date = $1::date THEN 'today' WHEN due_date <= $1::date + (7 - extract(isodow FROM $1::date)::int) THEN 'week'
  ELSE 'later' END`;

/** SQL: open calls that a newer one of the same lead stands for. */
const OLDER_CALLS = `WITH older AS MATERIALIZED (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY lead ORDER BY created_at DESC, id DESC) AS nth
      FROM (${OPEN_CALLS}) AS c) AS n WHERE nth > 1
  )`;

/** The keyset of an item in the order of due days: its day, or null, and its id. */
const dueKeyset = z.tuple([z.iso.date().nullable(), z.guid()]);

/**
 * A page of action items, newest first or by due day; of several calls of a lead, only the newest. Of those that wait
 * for the owner, items of low priority, such as a call that a vendor wants, come last.
 *
 * @param today in the owner's zone, `2026-12-01`
 * @throws AppError `invalid_request` for a cursor of another list
 */
async function listItems(pool: Pool, query: ItemsQuery, today: string): Promise<Page<AdminActionItem>> {
  const { where, values } = whereOf(query, today);
  const value = (given: unknown) => `$${values.push(given)}`;
  const isLast = query.onlyWaiting ? `(priority = 'low')` : 'false';
  const newest = `${query.onlyWaiting ? `${isLast}, ` : ''}created_at DESC, id DESC`;
  const order = query.byDueDay ? 'due_date NULLS LAST, id' : newest;
  if (query.onlyWaiting) where.push(WAITING);
  if (query.byDueDay) {
    const after = readCursor(dueKeyset, query.cursor);
    if (after) {
      const [day, id] = [`${value(after[0])}::date`, `${value(after[1])}::uuid`];
      where.push(
        after[0] === null
          ? `due_date IS NULL AND ${day} IS NULL AND id > ${id}`
          : `((due_date, id) > (${day}, ${id}) OR due_date IS NULL)`,
      );
    }
  } else {
    const after = readCursor(itemKeyset, query.cursor);
    if (after) {
      const [at, id, last] = [fromMicroseconds(value(after[0])), `${value(after[1])}::uuid`, value(after[2])];
      where.push(`(${isLast} > ${last} OR ${isLast} = ${last} AND (created_at, id) < (${at}, ${id}))`);
    }
  }
  const { rows } = await pool.query<ItemRow & { cursor_at: string; is_last: boolean }>(
    `${OLDER_CALLS}
     SELECT ${COLUMNS}, ${toMicroseconds('created_at')} AS cursor_at, ${isLast} AS is_last FROM action_items
     WHERE ${where.join(' AND ')} AND id NOT IN (SELECT id FROM older)
     ORDER BY ${order} LIMIT ${value(query.limit + 1)}`,
    values,
  );
  const page = pageOf(rows, query.limit, ({ cursor_at, id, is_last: last, due_date: day }) =>
    query.byDueDay ? [day, id] : [cursor_at, id, last],
  );
  return { ...page, items: page.items.map(({ cursor_at: _, is_last: _last, ...row }) => presentItem(row)) };
}

/** The inbox: how many items of each due group a filter matches, and what it can filter by. */
async function readInbox(pool: Pool, filter: ItemFilter, today: string): Promise<Omit<ItemsInbox, 'me'>> {
  const { where, values } = whereOf({ ...filter, due: null }, today);
  const { rows: groups } = await pool.query<{ due: DueGroup; count: number }>(
    `${OLDER_CALLS}
     SELECT ${DUE_GROUP} AS due, count(*)::int AS count FROM action_items
     WHERE ${where.join(' AND ')} AND id NOT IN (SELECT id FROM older) GROUP BY 1`,
    values,
  );
  const { rows: categories } = await pool.query<{ category: string }>(
    "SELECT DISTINCT category FROM action_items WHERE status = 'open' ORDER BY category LIMIT 100",
  );
  const { rows: people } = await pool.query<{ id: string; email: string }>(
    "SELECT id, email FROM users WHERE role IN ('owner', 'admin') ORDER BY email",
  );
  const countOf = (due: DueGroup) => groups.find((group) => group.due === due)?.count ?? 0;
  return {
    today,
    counts: Object.fromEntries(DUE_GROUPS.map((due) => [due, countOf(due)])) as Record<DueGroup, number>,
    categories: categories.map(({ category }) => category),
    people,
  };
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

/** What can be changed of an item besides its status; what is left out stays. */
type ItemChange = Pick<z.infer<typeof actionItemBody>, 'due_date' | 'assignee_id'>;

/**
 * Sets an item's due day, or whose it is.
 *
 * @returns the item; null if there is none
 * @throws AppError `invalid_request` if the assignee may not sign in to the dashboard
 */
async function changeItem(db: Queries, id: string, change: ItemChange): Promise<AdminActionItem | null> {
  const { due_date: due, assignee_id: assignee } = change;
  if (assignee) await teamMember(db, assignee, 'assignee_id');
  const { rows } = await db.query<ItemRow>(
    `UPDATE action_items SET due_date = CASE WHEN $2 THEN $3::date ELSE due_date END,
       assignee_id = CASE WHEN $4 THEN $5::uuid ELSE assignee_id END
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, due !== undefined, due ?? null, assignee !== undefined, assignee ?? null],
  );
  return rows[0] ? presentItem(rows[0]) : null;
}

/**
 * The address of somebody of the team.
 *
 * @param field that names them
 * @throws AppError `invalid_request` if they may not sign in to the dashboard
 */
export async function teamMember(db: Queries, userId: string, field: string): Promise<string> {
  const sql = "SELECT email FROM users WHERE id = $1 AND role IN ('owner', 'admin')";
  const { rows } = await db.query<{ email: string }>(sql, [userId]);
  if (!rows[0])
    throw new AppError('invalid_request', `The field "${field}" does not fit: must be somebody of your team.`);
  return rows[0].email;
}

/** Mounts `/action-items`. */
export function mountActionItems({ http, pool, actorOf, now }: AdminScope): void {
  const any = <Value extends string>(asked: Value | 'all') => (asked === 'all' ? null : (asked as Value));
  const filterOf = (query: z.infer<typeof actionItemFilter>, me: string | null): ItemFilter => ({
    status: any<'open' | 'done'>(query.status),
    priority: any<'high' | 'medium' | 'low'>(query.priority),
    category: query.category,
    // Nobody's items are those of a person at this machine who has not signed in.
    assignee: query.assignee === 'me' ? (me ?? 'none') : query.assignee,
    sessionId: query.session_id,
    due: any<DueGroup>(query.due),
  });
  const today = async () => dayAt((await readSetting(pool, 'hours')).time_zone, now().getTime());

  http.get('/action-items', async (request): Promise<Page<AdminActionItem>> => {
    const { kind, order, cursor, limit, ...query } = parseBody(actionItemsQuery, request.query);
    const filter = filterOf(query, actorOf(request).id);
    const more = { onlyWaiting: kind === 'asked', byDueDay: order === 'due', cursor, limit };
    return listItems(pool, { ...filter, ...more }, await today());
  });

  http.get('/action-items/inbox', async (request): Promise<ItemsInbox> => {
    const query = parseBody(actionItemFilter, request.query);
    const me = actorOf(request).id;
    return { ...(await readInbox(pool, filterOf(query, me), await today())), me };
  });

  http.patch('/action-items/:id', async (request): Promise<AdminActionItem> => {
    const id = idOf(request, 'id', NO_ITEM);
    const { status, ...change } = parseBody(actionItemBody, request.body);
    return inTransaction(pool, async (client) => {
      const changed = Object.keys(change).length > 0 ? orNotFound(await changeItem(client, id, change), NO_ITEM) : null;
      return status === undefined && changed ? changed : statusSet(client, id, status ?? 'open');
    });
  });
  const statusSet = async (db: Queries, id: string, status: 'open' | 'done') =>
    orNotFound(await setItemStatus(db, id, status), NO_ITEM);

  http.post('/action-items/status', async (request): Promise<{ items: AdminActionItem[] }> => {
    const { ids, status } = parseBody(actionItemsStatusBody, request.body);
    return inTransaction(pool, async (client) => {
      const items: AdminActionItem[] = [];
      // In one order, so that two people who complete the same items do not wait for each other.
      for (const id of ids.toSorted()) {
        const item = await setItemStatus(client, id, status);
        if (item) items.push(item);
      }
      return { items };
    });
  });
}
