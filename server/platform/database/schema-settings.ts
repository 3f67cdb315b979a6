/** What follows from the owner's settings. */
import { NOTICE_REASONS } from '@understudy/contract/admin';
import { bigint, boolean, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';
import { sessions } from './schema.ts';

/**
 * Every retention that was ever set, from when on it held. What is set now never keeps something for longer than was
 * promised when it was said.
 */
export const retentionPromises = pgTable('retention_promises', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  since: moment('since').notNull().defaultNow(),
  /** Days by kind of data, null for ever. */
  value: jsonb('value').$type<Record<string, number | null>>().notNull(),
});

/** What became, the last time, of what happens by itself; one row a thing. */
export const lastRuns = pgTable('last_runs', {
  name: text('name').primaryKey(),
  at: moment('at').notNull().defaultNow(),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
});

/** A conversation that is worth a message and is told to WEBHOOK_URL. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: NOTICE_REASONS }).notNull().default('score'),
    /** The score that was crossed, 0 where that is not the reason, and the one that was reached. */
    threshold: integer('threshold').notNull(),
    leadScore: integer('lead_score').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the other side said that it has it: it is never sent again. */
    deliveredAt: moment('delivered_at'),
    /** How often it was sent, what went wrong the last time, and when it was given up: a dead letter. */
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    gaveUpAt: moment('gave_up_at'),
    /** Until when somebody is sending a dead letter again, and nobody else may. */
    sendingUntil: moment('sending_until'),
  },
  (table) => [unique('webhook_messages_session_reason').on(table.sessionId, table.reason, table.threshold)],
);

/** The language model that was connected in the dashboard; at most one row. */
export const connectedModel = pgTable('connected_model', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  /** Another with each change, by which instances notice it. */
  id: uuid('id').notNull(),
  provider: text('provider').$type<'custom' | 'groq' | 'openai'>().notNull(),
  baseUrl: text('base_url').notNull(),
  model: text('model').notNull(),
  /** Sealed with the installation's key for this row and this address; null where the server wants no key. */
  sealedKey: bytea('sealed_key'),
  connectedAt: moment('connected_at').notNull().defaultNow(),
  connectedBy: text('connected_by').notNull(),
});
