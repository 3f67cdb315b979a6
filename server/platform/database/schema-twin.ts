/** Edits of the twin's texts. */
import { bigint, boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Every edit of the twin's texts, applied over the folder's files. Append-only; the newest edit of a file applies. */
export const twinTexts = pgTable(
  'twin_texts',
  {
    /** In commit order, because an insert locks the table against other inserts. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Path inside the twin's folder. */
    file: text('file').notNull(),
    /** From 1, without gaps. */
    version: integer('version').notNull(),
    /** Null if the edit restores the folder's file, or removes it. */
    text: text('text'),
    removed: boolean('removed').notNull().default(false),
    savedAt: moment('saved_at').notNull().defaultNow(),
    /** The name at that time, because the edit outlives the account. */
    savedBy: text('saved_by').notNull(),
    /** SHA-256 of the folder's file at that time, in hex; null if there was none. */
    folderHash: text('folder_hash'),
  },
  (table) => [uniqueIndex('twin_texts_file_version').on(table.file, table.version)],
);
