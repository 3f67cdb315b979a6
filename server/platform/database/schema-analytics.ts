import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { sessions } from './schema.ts';

/** One figure of a conversation: name, key and two additive numbers (described in `features/analytics/figures.ts`). */
export type StoredFigure = [name: string, key: string, count: number, sum: number];

/**
 * Figures of a stored conversation that has ended. A trigger adds them to the totals, and subtracts them when the row
 * changes or is deleted with the conversation.
 */
export const sessionFigures = pgTable(
  'session_figures',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The session's start; totals are grouped by it. */
    startedAt: moment('started_at').notNull(),
    figures: jsonb('figures').$type<StoredFigure[]>().notNull(),
  },
  (table) => [index('session_figures_started_at').on(table.startedAt)],
);

/** Columns of one figure. */
const counted = () => ({
  name: text('name').notNull(),
  key: text('key').notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
  sum: bigint('sum', { mode: 'number' }).notNull(),
});

/**
 * Changes to the totals since the last roll-up. Append-only, so that writers never wait for each other. The actual
 * figure is the sum of both tables.
 */
export const figureChanges = pgTable('figure_changes', {
  /** The quarter-hour in which the conversation started, in UTC. */
  start: moment('start').notNull(),
  ...counted(),
});

/** Sums over conversations by start time, in intervals of several lengths, so that a long range takes few rows. */
export const figureTotals = pgTable(
  'figure_totals',
  {
    /** Length of the interval in minutes: 15 (only for what is shown by the hour), 60 or 1440. */
    step: smallint('step').notNull(),
    /** Start of the interval, in UTC. */
    start: moment('start').notNull(),
    ...counted(),
  },
  (table) => [primaryKey({ columns: [table.name, table.step, table.start, table.key] })],
);

/** Queue of conversations to count or recount: ended, and changed since. Rows are deleted once counted. */
export const uncountedSessions = pgTable(
  'uncounted_sessions',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    since: moment('since').notNull().defaultNow(),
  },
  (table) => [index('uncounted_sessions_since').on(table.since)],
);

/**
 * Questions that the twin could not answer, or answered beside the point. They are the visitor's words, and are deleted
 * with the conversation.
 */
export const unansweredQuestions = pgTable(
  'unanswered_questions',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The visitor's utterance. */
    seq: integer('seq').notNull(),
    question: text('question').notNull(),
    /** Shared by questions that mean the same. */
    key: uuid('key').notNull(),
    /** One of the contract's `MISS_CAUSES`. */
    cause: text('cause').notNull().default('unknown'),
    /** The visitor's final score. */
    score: integer('score').notNull(),
    /** When the conversation started; date ranges use it. */
    startedAt: moment('started_at').notNull(),
    /** When the question was asked. */
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.seq] }),
    index('unanswered_questions_started_at').on(table.startedAt, table.key, table.score, table.at),
    index('unanswered_questions_key').on(table.key, table.at),
  ],
);

/** Speech that one model at one provider synthesised or transcribed in a conversation. */
export const speechUse = pgTable(
  'speech_use',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['voice', 'transcription'] }).notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    /** Characters synthesised, or milliseconds transcribed. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.kind, table.provider, table.model] })],
);
