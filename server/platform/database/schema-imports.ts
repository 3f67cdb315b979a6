import type { ImportNote } from '@understudy/contract/imports';
import type { ReadProblem } from '@understudy/contract/read-problems';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';

/** A source whose text becomes knowledge of the twin. */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    kind: text('kind', { enum: ['text', 'file', 'page', 'site'] }).notNull(),
    /** The title of a pasted text, a file's name, or an address. */
    source: text('source').notNull(),
    /** Recognizes a later import of the same source. */
    sourceKey: text('source_key').notNull(),
    /** What is to be read: the text or file; null for addresses, and once it was read. */
    input: bytea('input'),
    /** The addresses to fetch; null for texts and files. */
    urls: jsonb('urls').$type<string[]>(),
    state: text('state', { enum: ['reading', 'ready', 'failed', 'canceled', 'applied'] })
      .notNull()
      .default('reading'),
    /** Pages read, and pages to read. */
    done: integer('done').notNull().default(0),
    total: integer('total'),
    problem: jsonb('problem').$type<ReadProblem>(),
    notes: jsonb('notes').$type<ImportNote[]>().notNull().default([]),
    createdAt: moment('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
    appliedAt: moment('applied_at'),
    /** The text of the twin that it was added to, or an earlier import of its source; and the version that it made. */
    file: text('file'),
    fileVersion: integer('file_version'),
    /** Lease of the instance that reads it, and how often one began. */
    readingUntil: moment('reading_until'),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('imports_created_at').on(table.createdAt),
    index('imports_source_key').on(table.sourceKey, table.appliedAt),
    check('imports_state', sql`${table.state} in ('reading', 'ready', 'failed', 'canceled', 'applied')`),
  ],
);

/** A passage found in a source, or one that an earlier import brought and that the source no longer has. */
export const importPassages = pgTable(
  'import_passages',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    asks: jsonb('asks').$type<string[]>().notNull(),
    /** As in the source. */
    source: text('source').notNull(),
    page: integer('page'),
    url: text('url'),
    change: text('change', { enum: ['new', 'changed', 'unchanged', 'gone'] }).notNull(),
    oldTitle: text('old_title'),
    oldText: text('old_text'),
    decision: text('decision', { enum: ['proposed', 'taken', 'dropped'] }).notNull(),
    /** The passage of the knowledge that stands for it; null if there is none. */
    passageId: text('passage_id'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
);
