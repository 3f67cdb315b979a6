import type { AdminActionItem, Page } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { fromMicroseconds, momentAndId, pageOf, readCursor, toMicroseconds } from './cursor.ts';

type ItemRow = Omit<AdminActionItem, 'created_at'> & { created_at: Date };

const COLUMNS = `id, session_id, visitor_id, title, description, priority, owner, category, tags, due_date::text, seq, status,
  created_at`;

const presentItem = (row: ItemRow): AdminActionItem => ({ ...row, created_at: row.created_at.toISOString() });

/** What is to be done after one conversation, the most urgent first. */
export async function readItemsOf(pool: Pool, sessionId: string): Promise<AdminActionItem[]> {
  const { rows } = await pool.query<ItemRow>({
    name: 'dashboard_items_of_session',
    text: `SELECT ${COLUMNS} FROM action_items WHERE session_id = $1
           ORDER BY array_position(ARRAY['high', 'medium', 'low'], priority), created_at, id`,
    values: [sessionId],
  });
  return rows.map(presentItem);
}

/** Which action items a page shows; null stands for any. */
export interface ItemsQuery {
  status: 'open' | 'done' | null;
  priority: 'high' | 'medium' | 'low' | null;
  /** Only what a visitor asked of a person. */
  isAsked: boolean;
  cursor: string | null;
  limit: number;
}

/** SQL: the items that the index `action_items_asked` holds. */
const OF_A_PERSON = `(key IN ('${CALL_REQUEST_KEY}', '${COMPLAINT_KEY}')) IS TRUE`;

/** A page of all action items, the newest first. @throws AppError `invalid_request` for a cursor of another list */
export async function listItems(pool: Pool, query: ItemsQuery): Promise<Page<AdminActionItem>> {
  const after = readCursor(momentAndId, query.cursor);
  const { rows } = await pool.query<ItemRow & { place: string }>(
    `SELECT ${COLUMNS}, ${toMicroseconds('created_at')} AS place FROM action_items
     WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR priority = $2)
       ${query.isAsked ? `AND ${OF_A_PERSON}` : ''}
       AND ($3::text IS NULL OR (created_at, id) < (${fromMicroseconds('$3')}, $4::uuid))
     ORDER BY created_at DESC, id DESC LIMIT $5`,
    [query.status, query.priority, after?.[0] ?? null, after?.[1] ?? null, query.limit + 1],
  );
  const page = pageOf(rows, query.limit, ({ place, id }) => [place, id]);
  return { ...page, items: page.items.map(({ place: _, ...row }) => presentItem(row)) };
}

/** Ticks an action item off, or opens it again; null when there is none. */
export async function setItemStatus(pool: Pool, id: string, status: 'open' | 'done'): Promise<AdminActionItem | null> {
  const { rows } = await pool.query<ItemRow>({
    name: 'dashboard_set_item_status',
    text: `UPDATE action_items SET status = $2 WHERE id = $1 RETURNING ${COLUMNS}`,
    values: [id, status],
  });
  return rows[0] ? presentItem(rows[0]) : null;
}
