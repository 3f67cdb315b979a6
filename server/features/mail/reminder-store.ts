import type { PoolClient } from 'pg';
import type { Queries } from '../../platform/database/transaction.ts';
import type { DueItem } from './templates/mail-data.ts';
import type { Snooze } from './working-hours.ts';

/** Items of which nobody was reminded for this many days after they were due are left to the inbox and the digest. */
const LATEST_DAYS = 7;
/** Reminders that are made, or told, in one transaction. */
const MAX_AT_ONCE = 20_000;

/** SQL: by priority, the most urgent first. */
const BY_PRIORITY = `array_position(ARRAY['high', 'medium', 'low'], a.priority)`;

/** The items of reminders that still wait for their reader, the most urgent first. */
export async function readDueItems(db: Queries, reminderIds: readonly string[]): Promise<DueItem[]> {
  const { rows } = await db.query<DueItem>(
    `SELECT r.id AS "reminderId", a.title, a.due_date::text,
       coalesce((SELECT l.name FROM leads l WHERE l.visitor_id = a.visitor_id),
         (SELECT s.contact_name FROM sessions s WHERE s.id = a.session_id)) AS contact
     FROM reminders r JOIN action_items a ON a.id = r.action_item_id
     WHERE r.id = ANY ($1::uuid[]) AND a.status = 'open' AND r.answered_at IS NULL
     ORDER BY ${BY_PRIORITY}, a.due_date, r.id`,
    [reminderIds],
  );
  return rows;
}

/** Which items may be told now. */
export interface Occasion {
  now: Date;
  /** Today in the owner's zone, `2026-12-01`. */
  today: string;
  /** Whether it is working time. */
  isWorking: boolean;
  /** Whether urgent items that are due today may be told. */
  isUrgentTime: boolean;
}

/** Makes a reminder of each of the owner's open items that is due and was not told for this due day. */
export async function makeReminders(db: Queries, { now, today, isWorking, isUrgentTime }: Occasion): Promise<void> {
  await db.query(
    `INSERT INTO reminders (kind, ref, occasion, action_item_id, visitor_id, due_at)
     SELECT 'action_item', a.id, a.due_date::text, a.id, a.visitor_id, $4 FROM action_items a
     WHERE a.status = 'open' AND a.owner = 'you' AND a.due_date BETWEEN $1::date - ${LATEST_DAYS} AND $1::date
       AND CASE WHEN a.priority = 'high' THEN $3::boolean OR a.due_date < $1::date ELSE $2::boolean END
       AND NOT EXISTS (SELECT FROM reminders r
                       WHERE r.kind = 'action_item' AND r.ref = a.id AND r.occasion = a.due_date::text)
     ORDER BY a.due_date, a.id LIMIT ${MAX_AT_ONCE}
     ON CONFLICT DO NOTHING`,
    [today, isWorking, isUrgentTime, now],
  );
}

/** A reminder of an open item that was just marked as told. */
export interface ToldItem {
  id: string;
  /** Whose item it is, and their address; null for the owners', also if they have left the team. */
  assignee_id: string | null;
  email: string | null;
}

/** Marks due reminders of items as told, and returns those of open items, the most urgent first. */
export async function takeDueItems(db: Queries, now: Date): Promise<ToldItem[]> {
  const { rows } = await db.query<ToldItem>(
    `WITH due AS (
       SELECT id FROM reminders WHERE kind = 'action_item' AND sent_at IS NULL AND due_at <= $1
       ORDER BY due_at, id LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED
     ), told AS (
       UPDATE reminders r SET sent_at = now() FROM due WHERE r.id = due.id RETURNING r.id, r.action_item_id
     ) SELECT t.id, u.id AS assignee_id, u.email FROM told t JOIN action_items a ON a.id = t.action_item_id
       LEFT JOIN users u ON u.id = a.assignee_id AND u.role IN ('owner', 'admin')
     WHERE a.status = 'open' ORDER BY ${BY_PRIORITY}, a.due_date, t.id`,
    [now],
  );
  return rows;
}

/** A reminder with a mail of its own. */
export interface MailReminder {
  kind: 'booking';
  ref: string;
  occasion: string;
  sealed_mail: Buffer;
}

/** Marks some due reminders with mails of their own as told, and returns them. */
export async function takeDueMails(db: Queries, now: Date, limit: number): Promise<MailReminder[]> {
  const { rows } = await db.query<MailReminder>(
    `WITH due AS (
       SELECT id FROM reminders WHERE sealed_mail IS NOT NULL AND sent_at IS NULL AND due_at <= $1
       ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
     ), told AS (
       SELECT r.id, r.kind, r.ref, r.occasion, r.sealed_mail FROM reminders r JOIN due USING (id)
     ), marked AS (
       UPDATE reminders r SET sent_at = now(), sealed_mail = NULL FROM due WHERE r.id = due.id
     ) SELECT kind, ref, occasion, sealed_mail FROM told`,
    [now, limit],
  );
  return rows;
}

/** Writes a reminder with a mail of its own. A second one of the same occasion replaces one that was not told yet. */
export async function insertMailReminder(
  db: Queries,
  reminder: MailReminder & { dueAt: Date; visitorId: string | null },
): Promise<void> {
  const { kind, ref, occasion, sealed_mail, dueAt, visitorId } = reminder;
  await db.query(
    `INSERT INTO reminders AS r (kind, ref, occasion, visitor_id, due_at, sealed_mail) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind, ref, occasion) DO UPDATE SET due_at = excluded.due_at, sealed_mail = excluded.sealed_mail
       WHERE r.sent_at IS NULL`,
    [kind, ref, occasion, visitorId, dueAt, sealed_mail],
  );
}

/** Deletes reminders that were not told yet. */
export async function deleteReminders(db: Queries, kind: 'booking', ref: string): Promise<void> {
  await db.query('DELETE FROM reminders WHERE kind = $1 AND ref = $2 AND sent_at IS NULL', [kind, ref]);
}

/** Whether an address belongs to somebody who may see action items. */
export async function isOfTeam(db: Queries, address: string): Promise<boolean> {
  const sql = "SELECT FROM users WHERE email = lower($1) AND role IN ('owner', 'admin')";
  return (await db.query(sql, [address])).rowCount === 1;
}

/** A reminder's item and its answer so far. */
export interface RemindedItem {
  item_id: string;
  title: string;
  status: 'open' | 'done';
  answered: boolean;
}

/** Reads a reminder's item; null if it was deleted. @param lock whether to lock the reminder until the commit */
export async function readReminded(db: Queries, id: string, lock: boolean): Promise<RemindedItem | null> {
  const { rows } = await db.query<RemindedItem>(
    `SELECT a.id AS item_id, a.title, a.status, r.answered_at IS NOT NULL AS answered
     FROM reminders r JOIN action_items a ON a.id = r.action_item_id WHERE r.id = $1${lock ? ' FOR UPDATE OF r' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

/** Records the answer to a reminder, and for a snooze, makes the next one. @param until when it is told again */
export async function saveAnswer(
  client: PoolClient,
  id: string,
  answer: { done: true } | { snooze: Snooze; until: Date },
): Promise<void> {
  await client.query('UPDATE reminders SET answer = $2, answered_at = now() WHERE id = $1', [
    id,
    'done' in answer ? 'done' : answer.snooze,
  ]);
  if ('done' in answer) return;
  await client.query(
    `INSERT INTO reminders (kind, ref, occasion, action_item_id, visitor_id, due_at)
     SELECT kind, ref, 'after:' || id, action_item_id, visitor_id, $2 FROM reminders WHERE id = $1
     ON CONFLICT DO NOTHING`,
    [id, answer.until],
  );
}
