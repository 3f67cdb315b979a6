import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, timeOrderedUuid } from './columns.ts';

/**
 * Which visitors the owner takes for one person, beyond the rule that visitors with the same address are one. A merge
 * joins the persons of two visitors, a part keeps one visitor out of that rule. Nothing else changes with either, so
 * that both can be undone.
 */
export const personLinks = pgTable(
  'person_links',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    kind: text('kind', { enum: ['merged', 'parted'] }).notNull(),
    /** Of a merge: a visitor of the person into whom the other was merged. */
    visitorId: uuid('visitor_id').notNull(),
    /** Of a merge: a visitor of the person who was merged; null for a part. */
    otherId: uuid('other_id'),
    madeAt: moment('made_at').notNull().defaultNow(),
    /** The name at that time, because the link outlives the account. */
    madeBy: text('made_by').notNull(),
  },
  (table) => [
    index('person_links_visitor_id').on(table.visitorId),
    index('person_links_other_id').on(table.otherId),
    uniqueIndex('person_links_parted').on(table.visitorId).where(sql`kind = 'parted'`),
    check('person_links_two', sql`(kind = 'merged') = (other_id IS NOT NULL) AND other_id IS DISTINCT FROM visitor_id`),
  ],
);
