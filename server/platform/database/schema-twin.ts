/** What was edited of the twin's texts. */
import { bigint, boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Every edit of a text of the twin, over the folder's files. Rows are only added; the newest of a file holds. */
export const twinTexts = pgTable(
  'twin_texts',
  {
    /** In the order of the commits: whoever adds one holds the table against others who would. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Path inside the twin's folder. */
    file: text('file').notNull(),
    /** From 1, without gaps. */
    version: integer('version').notNull(),
    /** Null: as the folder has it, or removed. */
    text: text('text'),
    removed: boolean('removed').notNull().default(false),
    savedAt: moment('saved_at').notNull().defaultNow(),
    /** As it was then: it outlives the account. */
    savedBy: text('saved_by').notNull(),
    /** SHA-256 of the folder's file at that time, in hex; null where it had none. */
    folderHash: text('folder_hash'),
  },
  (table) => [uniqueIndex('twin_texts_file_version').on(table.file, table.version)],
);
