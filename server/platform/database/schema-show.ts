import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { sessions } from './schema.ts';

/** The show of a conversation: everything it knows, so that any instance can take its next turn. */
export const shows = pgTable('shows', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  visitorId: uuid('visitor_id').notNull(),
  /** `ShowState` of `features/show/engine`. */
  state: jsonb('state').$type<Record<string, unknown>>().notNull(),
  /** Counts changes of `state`. A writer names the version that it read (optimistic locking). */
  version: integer('version').notNull().default(1),
  /** Number of the next of its `show_events`. */
  nextEvent: integer('next_event').notNull().default(1),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Messages to the performers and directors of a show, numbered, so that a reconnected page gets what it missed. */
export const showEvents = pgTable(
  'show_events',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => shows.sessionId, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    type: text('type').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /** Whether only directors receive it. */
    isPrivate: boolean('is_private').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.seq] })],
);

/** What is kept of an episode, for the visitor's next one and for its page; only of conversations with consent. */
export const showMemories = pgTable(
  'show_memories',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    visitorId: uuid('visitor_id').notNull(),
    episodeNumber: integer('episode_number').notNull(),
    /** `ShowMemory` of the contract, without its ids and date. */
    memory: jsonb('memory').$type<Record<string, unknown>>().notNull(),
    startedAt: moment('started_at').notNull(),
    /** The visitor's own rating, 1 to 5. */
    visitorRating: integer('visitor_rating'),
    /** When the visitor agreed that the episode may be published; null while they have not. */
    publishingAgreedAt: moment('publishing_agreed_at'),
    /** The random part of the published page's address; null while it is not published. */
    slug: text('slug'),
    publishedAt: moment('published_at'),
    /** What everybody may read, in each language, masked: as it was when it was published. */
    published: jsonb('published').$type<Record<string, unknown>>(),
  },
  (table) => [
    unique('show_memories_slug').on(table.slug),
    index('show_memories_visitor').on(table.visitorId, table.episodeNumber),
    index('show_memories_started').on(table.startedAt),
  ],
);

/** What demo scripts have been worth before audiences. */
export const demoPerformance = pgTable('demo_performance', {
  demoId: text('demo_id').primaryKey(),
  metrics: jsonb('metrics').$type<{ overall_effectiveness: number; usage_count: number }>().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
