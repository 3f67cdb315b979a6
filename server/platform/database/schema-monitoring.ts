import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, timeOrderedUuid } from './columns.ts';

/** The servers that share this database, and what each last said of itself. */
export const instances = pgTable('instances', {
  /** Of this run of the server. */
  id: uuid('id').primaryKey(),
  host: text('host').notNull(),
  version: text('version').notNull(),
  startedAt: moment('started_at').notNull(),
  seenAt: moment('seen_at').notNull().defaultNow(),
  /** What it knows of its providers, jobs, disks and budgets. */
  report: jsonb('report').notNull(),
});

/** Current problems. The key is the same on every instance, so that a problem is one alarm. */
export const alarms = pgTable('alarms', {
  key: text('key').primaryKey(),
  id: uuid('id').notNull().unique().default(timeOrderedUuid),
  /** As it was last seen. */
  detail: jsonb('detail').notNull(),
  badSince: moment('bad_since').notNull(),
  /** When it became an alarm; null while it may be over in a moment. */
  raisedAt: moment('raised_at'),
  /** When owners were told by mail. */
  toldAt: moment('told_at'),
  /** Since when it has been good again; null while it is not. */
  goodSince: moment('good_since'),
});
