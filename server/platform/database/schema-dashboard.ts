import { bigint, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { sessions } from './schema.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** What is counted of kept conversations that are over, by the hour in which they started and what they were about. */
const counted = () => ({
  /** The full hour, in UTC. */
  hour: moment('hour').notNull(),
  /** '' where it was about nothing in particular. */
  intent: text('intent').notNull(),
  sessions: integer('sessions').notNull(),
  /** Those with a score of HIGH_QUALITY_LEAD_SCORE and more. */
  highQuality: integer('high_quality').notNull(),
  /** Those in which a call to action was chosen. */
  ctas: integer('ctas').notNull(),
  /** From start to end, of all of them together. */
  durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
});

/** Sums, so that the figures of ninety days do not take reading a million conversations. */
export const sessionTotals = pgTable('session_totals', counted(), (table) => [
  primaryKey({ columns: [table.hour, table.intent] }),
]);

/**
 * What has changed in the sums since they were last added up: rows are only added, by a trigger on `sessions`, so that
 * conversations that end at the same time never wait for one another. The true figure is both tables together.
 */
export const sessionTotalChanges = pgTable('session_total_changes', counted());

/** The words of a conversation that is over, for the search in transcripts; made after its end, never during a turn. */
export const transcripts = pgTable('transcripts', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  startedAt: moment('started_at').notNull(),
  words: tsvector('words').notNull(),
});
