import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { sessions } from './schema.ts';
import { users } from './schema-admin.ts';

/**
 * Who answers in a conversation besides the twin, now or before; at most one person at a time. The row begins when
 * somebody watches the conversation, asks to join it or is asked for, and is reused.
 */
export const takeovers = pgTable(
  'takeovers',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['none', 'wanted', 'asked', 'active', 'over'] })
      .notNull()
      .default('none'),
    /** Counts the changes. */
    version: integer('version').notNull().default(1),
    /** When the state began. */
    since: moment('since').notNull().defaultNow(),
    /** Why it is over; null otherwise. */
    reason: text('reason'),
    /** Who asks to join, or has joined; null for nobody, and once their account is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** How the visitor is told who that is. */
    personName: text('person_name'),
    personRole: text('person_role'),
    /** When that person's page was last heard of. */
    lastSeenAt: moment('last_seen_at'),
    /** When the visitor agreed that a person joins: once for the whole conversation. */
    agreedAt: moment('agreed_at'),
    /** The first line after that: all that a person sees of a conversation that is not kept. */
    agreedFrom: integer('agreed_from'),
    /** When the visitor said no; null if they have not, or asked for a person since. */
    declinedAt: moment('declined_at'),
    /** Whether the twin has yet to tell the visitor that nobody came. */
    messageDue: boolean('message_due').notNull().default(false),
    /** What the twin's next reply is to carry. */
    hint: text('hint'),
    hintOutcome: text('hint_outcome'),
    /** Until when saved lines are announced, because somebody watches. */
    watchedUntil: moment('watched_until'),
  },
  (table) => [
    check('takeovers_state', sql`${table.state} in ('none', 'wanted', 'asked', 'active', 'over')`),
    // Few rows are open at a time: those that a person or a visitor waits for.
    index('takeovers_open').on(table.state).where(sql`state in ('wanted', 'asked', 'active')`),
  ],
);

/** When each administrator's dashboard was last open. */
export const openDashboards = pgTable('open_dashboards', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seenAt: moment('seen_at').notNull().defaultNow(),
});
