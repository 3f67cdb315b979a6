import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { sessions } from './schema.ts';

/**
 * One figure of a conversation: name, key, and two numbers that add up (`features/analytics/figures.ts` says which).
 */
export type StoredFigure = [name: string, key: string, count: number, sum: number];

/**
 * What is counted of a kept conversation that is over. A trigger adds it to the totals, and takes it out again when the
 * row changes or goes: with the conversation.
 */
export const sessionFigures = pgTable(
  'session_figures',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The session's own: totals are by it. */
    startedAt: moment('started_at').notNull(),
    figures: jsonb('figures').$type<StoredFigure[]>().notNull(),
  },
  (table) => [index('session_figures_started_at').on(table.startedAt)],
);

const counted = () => ({
  name: text('name').notNull(),
  key: text('key').notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
  sum: bigint('sum', { mode: 'number' }).notNull(),
});

/**
 * What has changed in the totals since they were last added up: rows are only added, so that nobody waits for anybody.
 * The true figure is both tables together.
 */
export const figureChanges = pgTable('figure_changes', {
  /** The quarter of an hour in which the conversation started, in UTC. */
  start: moment('start').notNull(),
  ...counted(),
});

/**
 * Sums over conversations by when they started, in stretches of several lengths, so that a long range is a few rows.
 */
export const figureTotals = pgTable(
  'figure_totals',
  {
    /** Length of the stretch in minutes: 15 (only what is shown by the hour), 60 or 1440. */
    step: smallint('step').notNull(),
    /** Its beginning, in UTC. */
    start: moment('start').notNull(),
    ...counted(),
  },
  (table) => [primaryKey({ columns: [table.name, table.step, table.start, table.key] })],
);

/** Conversations that are to be counted, or counted anew: over, and changed since. Each goes when it is counted. */
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

/** Questions that the twin had no answer to, or answered beside the point. They are the visitor's words, and go with the conversation. */
export const unansweredQuestions = pgTable(
  'unanswered_questions',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The visitor's utterance. */
    seq: integer('seq').notNull(),
    question: text('question').notNull(),
    /** Questions that mean the same have the same. */
    key: uuid('key').notNull(),
    /** One of the contract's `MISS_CAUSES`. */
    cause: text('cause').notNull().default('unknown'),
    /** The asker's final score. */
    score: integer('score').notNull(),
    /** When the conversation started: ranges are by it. */
    startedAt: moment('started_at').notNull(),
    /** When it was asked. */
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.seq] }),
    index('unanswered_questions_started_at').on(table.startedAt, table.key, table.score, table.at),
    index('unanswered_questions_key').on(table.key, table.at),
  ],
);

/** What one model at one provider spoke or heard in a conversation. */
export const speechUse = pgTable(
  'speech_use',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['voice', 'transcription'] }).notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    /** Characters spoken, or milliseconds heard. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.kind, table.provider, table.model] })],
);
