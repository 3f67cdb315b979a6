import { bigint, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { sessions } from './schema.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Columns with the figures of sessions with consent that have ended, by intent and the hour in which they started. */
const counted = () => ({
  /** The start of the hour, in UTC. */
  hour: moment('hour').notNull(),
  /** '' without a particular intent. */
  intent: text('intent').notNull(),
  sessions: integer('sessions').notNull(),
  /** Conversations with a score of at least HIGH_QUALITY_LEAD_SCORE. */
  highQuality: integer('high_quality').notNull(),
  /** Conversations in which a call to action was chosen. */
  ctas: integer('ctas').notNull(),
  /** Total duration, from start to end. */
  durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
});

/** Sums, so that figures for ninety days need not read a million conversations. */
export const sessionTotals = pgTable('session_totals', counted(), (table) => [
  primaryKey({ columns: [table.hour, table.intent] }),
]);

/**
 * Changes to the sums since the last roll-up. Append-only, by a trigger on `sessions`, so that conversations ending at
 * the same time never wait for each other. The actual figure is the sum of both tables.
 */
export const sessionTotalChanges = pgTable('session_total_changes', counted());

/** The text of an ended conversation, for the transcript search; written after it ends, never during a turn. */
export const transcripts = pgTable('transcripts', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  startedAt: moment('started_at').notNull(),
  words: tsvector('words').notNull(),
});
