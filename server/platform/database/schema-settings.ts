/** Tables that depend on the owner's settings. */
import { NOTICE_REASONS } from '@understudy/contract/admin';
import { bigint, boolean, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';
import { sessions } from './schema.ts';

/**
 * Every retention ever set, with the time from which it applied. A later setting never keeps data longer than was
 * promised when the visitor gave it.
 */
export const retentionPromises = pgTable('retention_promises', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  since: moment('since').notNull().defaultNow(),
  /** Days by kind of data; null for unlimited. */
  value: jsonb('value').$type<Record<string, number | null>>().notNull(),
});

/** The last run of each background task; one row per task. */
export const lastRuns = pgTable('last_runs', {
  name: text('name').primaryKey(),
  at: moment('at').notNull().defaultNow(),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
});

/** A message to WEBHOOK_URL about a notable conversation. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: NOTICE_REASONS }).notNull().default('score'),
    /** The score threshold that was crossed (0 if that is not the reason), and the score reached. */
    threshold: integer('threshold').notNull(),
    leadScore: integer('lead_score').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the receiver confirmed it: it is never sent again. */
    deliveredAt: moment('delivered_at'),
    /** The number of attempts, the last error, and when it was given up and became a dead letter. */
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    gaveUpAt: moment('gave_up_at'),
    /** Lease of whoever is resending a dead letter; nobody else may until then. */
    sendingUntil: moment('sending_until'),
  },
  (table) => [unique('webhook_messages_session_reason').on(table.sessionId, table.reason, table.threshold)],
);

/** The language model connected in the dashboard; at most one row. */
export const connectedModel = pgTable('connected_model', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  /** Changes with every edit, so that instances notice it. */
  id: uuid('id').notNull(),
  provider: text('provider').$type<'custom' | 'groq' | 'openai'>().notNull(),
  baseUrl: text('base_url').notNull(),
  model: text('model').notNull(),
  /** Sealed with the installation's key for this row and address; null if the server needs no key. */
  sealedKey: bytea('sealed_key'),
  connectedAt: moment('connected_at').notNull().defaultNow(),
  connectedBy: text('connected_by').notNull(),
});
