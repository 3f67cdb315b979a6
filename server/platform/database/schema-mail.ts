import type { MailTemplate } from '@understudy/contract/mail';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';
import { sessions } from './schema.ts';
import { actionItems } from './schema-leads.ts';

/** A mail to be sent, or that was sent. Written in the commit of what it is about. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    /** What makes it unique: the same mail is queued once. */
    key: text('key').notNull().unique(),
    template: text('template').$type<MailTemplate>().notNull(),
    recipient: text('recipient').notNull(),
    language: text('language').notNull(),
    /** What the template is filled with, sealed, since it may hold a sign-in link; null once the mail was delivered. */
    sealedData: bytea('sealed_data'),
    /** The conversation and the visitor that it is about; it is deleted with them. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    visitorId: uuid('visitor_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the mail server accepted it: it is never sent again. */
    deliveredAt: moment('delivered_at'),
    /** The number of attempts, the last error, and when it was refused or given up. */
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    gaveUpAt: moment('gave_up_at'),
    /** Until then, only one caller may resend it. */
    sendingUntil: moment('sending_until'),
  },
  (table) => [
    index('outgoing_mails_created_at').on(table.createdAt),
    index('outgoing_mails_recipient').on(sql`lower(${table.recipient})`),
    index('outgoing_mails_visitor_id').on(table.visitorId),
    index('outgoing_mails_session_id').on(table.sessionId),
    index('outgoing_mails_undelivered').on(table.id).where(sql`gave_up_at is not null`),
  ],
);

/** Something to remind somebody of, once. */
export const reminders = pgTable(
  'reminders',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    kind: text('kind', { enum: ['action_item', 'booking'] }).notNull(),
    /** The action item or booking. */
    ref: uuid('ref').notNull(),
    /** Which of its reminders this is, such as the due day; each is made once. */
    occasion: text('occasion').notNull(),
    /** The same as `ref` for an action item, with which the reminder is deleted. */
    actionItemId: uuid('action_item_id').references(() => actionItems.id, { onDelete: 'cascade' }),
    visitorId: uuid('visitor_id'),
    dueAt: moment('due_at').notNull(),
    /** The mail to queue at that time, sealed; null for action items, of which many share a mail. */
    sealedMail: bytea('sealed_mail'),
    /** When its mail was queued: it is never queued again. */
    sentAt: moment('sent_at'),
    /** What its reader did by the link in the mail, which works once. */
    answer: text('answer', { enum: ['done', 'hour', 'tomorrow', 'week'] }),
    answeredAt: moment('answered_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('reminders_occasion').on(table.ref, table.kind, table.occasion),
    index('reminders_due').on(table.dueAt).where(sql`sent_at is null`),
    index('reminders_action_item_id').on(table.actionItemId),
    index('reminders_visitor_id').on(table.visitorId),
  ],
);

/** Addresses, as keyed hashes, that want no more mails of a template. */
export const mailUnsubscribes = pgTable(
  'mail_unsubscribes',
  {
    addressHash: bytea('address_hash').notNull(),
    template: text('template').$type<MailTemplate>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.template] })],
);

/** The mail server connected in the dashboard; at most one row. */
export const connectedMail = pgTable('connected_mail', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  /** Changes with every edit, so that instances notice it. */
  id: uuid('id').notNull(),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  secure: boolean('secure').notNull(),
  userName: text('user_name'),
  /** Sealed with the installation's key for this row and server; null if the server needs no password. */
  sealedPassword: bytea('sealed_password'),
  /** The sender: `Name <address>`. */
  sender: text('sender').notNull(),
  connectedAt: moment('connected_at').notNull().defaultNow(),
  connectedBy: text('connected_by').notNull(),
});
