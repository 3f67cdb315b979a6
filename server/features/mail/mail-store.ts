import type { Page } from '@understudy/contract/admin';
import type { Language } from '@understudy/contract/languages';
import type { MailTemplate, UndeliveredMail } from '@understudy/contract/mail';
import type { PersonMail } from '@understudy/contract/people';
import type { Pool } from 'pg';
import { type Deliveries, deliveriesOf } from '../../platform/database/deliveries.ts';
import type { Queries } from '../../platform/database/transaction.ts';

/** The job that sends a mail, keyed by the mail's id. */
export const SEND_MAIL_JOB = 'send_mail';

/** A mail that is not delivered yet. */
export interface MailRow {
  id: string;
  key: string;
  template: MailTemplate;
  recipient: string;
  language: Language;
  sealed_data: Buffer | null;
}

/** How mails are marked as delivered, given up and sent again. A delivered mail keeps no data. */
export const mailDeliveries = (pool: Pool): Deliveries =>
  deliveriesOf(pool, 'outgoing_mails', { run: 'mail', onDelivered: 'sealed_data = NULL' });

/** Writes a mail with its job in the caller's transaction. @returns false if one with this key was written before */
export async function insertMail(
  db: Queries,
  mail: Omit<MailRow, 'id'> & { sessionId: string | null; visitorId: string | null },
): Promise<boolean> {
  const { key, template, recipient, language, sealed_data: data, sessionId, visitorId } = mail;
  const { rowCount } = await db.query(
    `WITH m AS (
       INSERT INTO outgoing_mails (key, template, recipient, language, sealed_data, session_id, visitor_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key) DO NOTHING RETURNING id
     ) INSERT INTO job_requests (name, key) SELECT $8, m.id::text FROM m`,
    [key, template, recipient, language, data, sessionId, visitorId, SEND_MAIL_JOB],
  );
  return rowCount === 1;
}

/** Whether a mail of a template about a conversation was queued within so many minutes. */
export async function wasJustQueued(
  db: Queries,
  sessionId: string,
  template: MailTemplate,
  minutes: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM outgoing_mails WHERE session_id = $1 AND template = $2
       AND created_at > now() - $3::int * interval '1 minute' LIMIT 1`,
    [sessionId, template, minutes],
  );
  return rowCount === 1;
}

/** Reads a mail that is to be sent; null if it was delivered, or deleted meanwhile. */
export async function readMail(db: Queries, id: string): Promise<MailRow | null> {
  const { rows } = await db.query<MailRow>(
    `SELECT id, key, template, recipient, language, sealed_data FROM outgoing_mails
     WHERE id = $1 AND delivered_at IS NULL`,
    [id],
  );
  return rows[0] ?? null;
}

/** Deletes a mail that has nothing to say any more. */
export async function dropMail(db: Queries, id: string): Promise<void> {
  await db.query('DELETE FROM outgoing_mails WHERE id = $1', [id]);
}

/** Whether an address, as a keyed hash, wants no more mails of a template. */
export async function isUnsubscribed(db: Queries, hash: Buffer, template: MailTemplate): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM mail_unsubscribes WHERE address_hash = $1 AND template = $2', [
    hash,
    template,
  ]);
  return rowCount !== 0;
}

/** The templates of which an address wants no more mails. */
export async function readUnsubscribes(db: Queries, hash: Buffer): Promise<MailTemplate[]> {
  const { rows } = await db.query<{ template: MailTemplate }>(
    'SELECT template FROM mail_unsubscribes WHERE address_hash = $1 ORDER BY template',
    [hash],
  );
  return rows.map(({ template }) => template);
}

/** Records that an address wants no more mails of a template, and withdraws those under way. */
export async function saveUnsubscribe(
  db: Queries,
  hash: Buffer,
  address: string,
  template: MailTemplate,
): Promise<void> {
  await db.query('INSERT INTO mail_unsubscribes (address_hash, template) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hash,
    template,
  ]);
  await db.query(
    'DELETE FROM outgoing_mails WHERE lower(recipient) = lower($1) AND template = $2 AND delivered_at IS NULL',
    [address, template],
  );
}

/** Lets an address get mails of a template again. @returns false if it gets them already */
export async function deleteUnsubscribe(db: Queries, hash: Buffer, template: MailTemplate): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM mail_unsubscribes WHERE address_hash = $1 AND template = $2', [
    hash,
    template,
  ]);
  return rowCount === 1;
}

/**
 * A page of mails that were refused or given up, newest first.
 *
 * @param after the id of the last one on the previous page; null for the first
 */
export async function listUndelivered(pool: Pool, after: string | null, limit: number): Promise<Page<UndeliveredMail>> {
  const { rows } = await pool.query<
    Omit<UndeliveredMail, 'created_at' | 'gave_up_at'> & Record<'created_at' | 'gave_up_at', Date>
  >(
    `SELECT id, template, recipient, created_at, gave_up_at, attempts, coalesce(problem, '') AS problem
     FROM outgoing_mails WHERE gave_up_at IS NOT NULL AND ($1::uuid IS NULL OR id < $1)
     ORDER BY id DESC LIMIT $2`,
    [after, limit + 1],
  );
  const items = rows.slice(0, limit).map(({ created_at, gave_up_at, ...mail }) => ({
    ...mail,
    created_at: created_at.toISOString(),
    gave_up_at: gave_up_at.toISOString(),
  }));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** SQL: ids of mails to visitors ($1), and to the team about their conversations. Each of the two goes by an index. */
export const MAILS_OF_VISITORS = `SELECT id FROM outgoing_mails WHERE visitor_id = ANY ($1::uuid[])
  UNION SELECT m.id FROM sessions s JOIN outgoing_mails m ON m.session_id = s.id WHERE s.visitor_id = ANY ($1::uuid[])`;

/** The newest mails to people, and to the team about them. */
export async function mailsOfVisitors(pool: Pool, visitors: readonly string[], limit: number): Promise<PersonMail[]> {
  const { rows } = await pool.query<
    Omit<PersonMail, 'created_at' | 'delivered_at' | 'gave_up_at'> & {
      created_at: Date;
      delivered_at: Date | null;
      gave_up_at: Date | null;
    }
  >(
    `SELECT id, template, recipient, session_id, created_at, delivered_at, gave_up_at FROM outgoing_mails
     WHERE id IN (${MAILS_OF_VISITORS}) ORDER BY created_at DESC, id DESC LIMIT $2`,
    [visitors, limit],
  );
  return rows.map(({ created_at, delivered_at, gave_up_at, ...mail }) => ({
    ...mail,
    created_at: created_at.toISOString(),
    delivered_at: delivered_at?.toISOString() ?? null,
    gave_up_at: gave_up_at?.toISOString() ?? null,
  }));
}

/** Deletes an undelivered mail, which nobody sends again. @returns whether there was one */
export async function deleteUndelivered(db: Queries, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM outgoing_mails WHERE id = $1 AND gave_up_at IS NOT NULL', [id]);
  return rowCount === 1;
}
