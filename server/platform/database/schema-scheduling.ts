import type { ReadProblem } from '@understudy/contract/read-problems';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';
import { consentTexts, sessions } from './schema.ts';

/**
 * Meetings that visitors booked. Moving one changes its row and its `sequence`. A constraint of the migration lets no
 * two confirmed ones overlap, buffers included.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    /** Null once the conversation is no longer kept. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    visitorId: uuid('visitor_id').notNull(),
    status: text('status').$type<'confirmed' | 'cancelled'>().notNull().default('confirmed'),
    /** Counts the changes, as iCalendar's SEQUENCE does. */
    sequence: integer('sequence').notNull().default(0),
    /** Id of the kind of meeting, and what the calendar said of it then. */
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    /** Where it takes place: words, or the address of a video call. */
    place: text('place'),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** With the buffers before and after. */
    blockedFrom: moment('blocked_from').notNull(),
    blockedTo: moment('blocked_to').notNull(),
    /** The zone in which the visitor booked it. */
    zone: text('zone').notNull(),
    /** The language in which they did. */
    language: text('language').notNull(),
    /** The locale by whose habits they read times; null if their page did not say. */
    locale: text('locale'),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The number to call, for a meeting by phone. */
    phone: text('phone'),
    note: text('note'),
    /** The sentence that they agreed to. */
    consentHash: bytea('consent_hash')
      .notNull()
      .references(() => consentTexts.hash),
    createdAt: moment('created_at').notNull().defaultNow(),
    movedAt: moment('moved_at'),
    cancelledAt: moment('cancelled_at'),
    cancelledBy: text('cancelled_by').$type<'visitor' | 'owner'>(),
    /** The change that the owner's calendar server has; null if it has none. */
    writtenSequence: integer('written_sequence'),
    /** Why the last attempt to write it there failed. */
    writeProblem: jsonb('write_problem').$type<ReadProblem>(),
  },
  (table) => [
    index('bookings_starts_at').on(table.startsAt, table.id),
    index('bookings_visitor_id').on(table.visitorId),
    index('bookings_session_id').on(table.sessionId),
    check('bookings_ends_later', sql`ends_at > starts_at AND blocked_from <= starts_at AND blocked_to >= ends_at`),
  ],
);

/** What a conversation is about to book, move or cancel: the next line may agree to it. */
export const bookingTalks = pgTable('booking_talks', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** `BookingTalk` of `features/scheduling/talk`. */
  state: jsonb('state').$type<Record<string, unknown>>().notNull(),
});

/** Calendars that say when the consultant is busy, and the one that bookings are written to. */
export const calendarSources = pgTable(
  'calendar_sources',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    kind: text('kind').$type<'folder' | 'address' | 'caldav' | 'file'>().notNull(),
    /** The source as `calendar.yaml` names it; null for those of the settings, whose address is sealed. */
    named: text('named'),
    /** What to call it, without what is secret. */
    label: text('label').notNull(),
    /** Address, user and password, or the uploaded file, sealed with the installation's key for this row. */
    sealed: bytea('sealed'),
    /** Whether bookings are written to it; at most one is. */
    writes: boolean('writes').notNull().default(false),
    readAt: moment('read_at'),
    /** The last time that it could be read. */
    okAt: moment('ok_at'),
    problem: jsonb('problem').$type<ReadProblem>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [unique('calendar_sources_named').on(table.named)],
);

/** When the consultant is busy, by the last good reading of a source; nothing else of its events is kept. */
export const busyTimes = pgTable(
  'busy_times',
  {
    sourceId: uuid('source_id')
      .notNull()
      .references(() => calendarSources.id, { onDelete: 'cascade' }),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('busy_times_source').on(table.sourceId), index('busy_times_ends_at').on(table.endsAt)],
);

/** The secret address of all bookings: its token is derived from this number and a secret. */
export const calendarFeed = pgTable('calendar_feed', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  version: integer('version').notNull(),
});
