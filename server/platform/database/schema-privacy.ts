import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';
import { sessions, visitors } from './schema.ts';

/**
 * A conversation that must be kept, whatever retention or its visitor say. The foreign key refuses every deletion of
 * it, also one that does not know of holds.
 */
export const legalHolds = pgTable('legal_holds', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'restrict' }),
  /** Why, in the admin's words. */
  reason: text('reason').notNull(),
  placedAt: moment('placed_at').notNull().defaultNow(),
  /** The name at that time, because the hold outlives the account. */
  placedBy: text('placed_by').notNull(),
  /** The receipt of the erasure that waits for the hold to be lifted; null if none does. */
  waitingErasure: text('waiting_erasure'),
});

/** A visitor's own correction of a fact. It wins over what is read from conversations that began before it. */
export const visitorCorrections = pgTable(
  'visitor_corrections',
  {
    visitorId: uuid('visitor_id')
      .notNull()
      .references(() => visitors.visitorId, { onDelete: 'cascade' }),
    field: text('field', { enum: ['name', 'email', 'phone', 'company', 'role'] }).notNull(),
    /** Null if the fact was taken away. */
    value: text('value'),
    correctedAt: moment('corrected_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.visitorId, table.field] })],
);

/** The ledger of erasures: what was erased when, and how much. Of whom, only keyed hashes are known. */
export const erasures = pgTable('erasures', {
  /** The number on the visitor's receipt. */
  number: text('number').primaryKey(),
  scope: text('scope').notNull(),
  /** Rows by kind. */
  counts: jsonb('counts').$type<Record<string, number>>().notNull(),
  /** Conversations that wait for their legal hold to be lifted. */
  postponed: integer('postponed').notNull().default(0),
  at: moment('at').notNull().defaultNow(),
});

/** What each erasure erased, as HMAC-SHA-256 of its id or address: enough to erase it again after a restore. */
export const erasedHashes = pgTable(
  'erased_hashes',
  {
    number: text('number')
      .notNull()
      .references(() => erasures.number, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['visitor', 'session', 'message', 'memory', 'address'] }).notNull(),
    hash: bytea('hash').notNull(),
    /** Of a message: the hash of its conversation. */
    within: bytea('within'),
  },
  (table) => [primaryKey({ columns: [table.number, table.kind, table.hash] })],
);

/** Links to the desk that were mailed to an address, and the desks opened with them. */
export const deskLinks = pgTable(
  'desk_links',
  {
    /** SHA-256 of the token. */
    tokenHash: bytea('token_hash').primaryKey(),
    /** `link` opens a desk once; `desk` is a desk that is open. */
    kind: text('kind', { enum: ['link', 'desk'] }).notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('desk_links_email').on(table.email)],
);
