import type { Entities, LeadSignal } from '@understudy/contract/leads';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';
import { sessions } from './schema.ts';
import { users } from './schema-admin.ts';

/** A session, with which the row is deleted. */
const sessionId = () =>
  uuid('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' });

/** What was understood of a conversation after one of the visitor's messages. */
export const extracts = pgTable(
  'extracts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: sessionId(),
    /** The newest of the visitor's utterances that was read. */
    seq: integer('seq').notNull(),
    /** `embedded`: by rules; `merged`: with a language model's reading; `visitor`: as the visitor has corrected it. */
    analyser: text('analyser', { enum: ['embedded', 'merged', 'visitor'] }).notNull(),
    intent: text('intent'),
    confidence: real('confidence').notNull(),
    leadScore: integer('lead_score').notNull(),
    company: text('company'),
    contactInfo: text('contact_info'),
    painPoints: text('pain_points').array().notNull(),
    followupActions: text('followup_actions').array().notNull(),
    entities: jsonb('entities').$type<Entities>().notNull(),
    reasons: text('reasons').array().notNull(),
    nextBestQuestion: text('next_best_question'),
    offer: text('offer', { enum: ['asked', 'score'] }),
    /** Values that a language model pointed at, checked against the visitor's words; null if no model was asked. */
    reading: jsonb('reading'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('extracts_session_seq').on(table.sessionId, table.seq, table.analyser)],
);

/** The evidence log that a session's score is computed from. Append-only. */
export const leadSignals = pgTable(
  'lead_signals',
  {
    sessionId: sessionId(),
    /** Position in the log, from 0. */
    n: integer('n').notNull(),
    rule: text('rule').$type<LeadSignal['rule']>().notNull(),
    points: integer('points').notNull(),
    /** The quote: characters `from_char` to `to_char` of the visitor's utterance with this `seq`. */
    seq: integer('seq').notNull(),
    quote: text('quote').notNull(),
    fromChar: integer('from_char').notNull(),
    toChar: integer('to_char').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.n] })],
);

/** A task for the owner after a conversation. It outlives the transcript it came from. */
export const actionItems = pgTable(
  'action_items',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    visitorId: uuid('visitor_id').notNull(),
    /** Identifies the item within its session. */
    key: text('key').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    priority: text('priority', { enum: ['high', 'medium', 'low'] }).notNull(),
    owner: text('owner', { enum: ['you', 'visitor'] }).notNull(),
    category: text('category').notNull(),
    tags: text('tags').array().notNull(),
    dueDate: date('due_date', { mode: 'string' }),
    /** The utterance it came from. */
    seq: integer('seq'),
    status: text('status', { enum: ['open', 'done'] })
      .notNull()
      .default('open'),
    /** The item that was completed together with this one; reopening one reopens both. */
    doneWith: uuid('done_with'),
    /** Who of the owner's people does it; null for nobody in particular. */
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('action_items_session_key').on(table.sessionId, table.key),
    index('action_items_visitor_id').on(table.visitorId),
    index('action_items_created_at').on(table.createdAt),
    index('action_items_status_created_at').on(table.status, table.createdAt, table.id),
    // The inbox, which lists open items by their due days.
    index('action_items_open_due').on(table.dueDate, table.id).where(sql`status = 'open'`),
    index('action_items_assignee_id').on(table.assigneeId),
    // Items waiting for the owner, one in several of all, which each visit of the Overview reads. The condition is "is
    // true" so that no other statement uses this index: a lookup of one session's call would scan all waiting items.
    index('action_items_asked')
      .on(table.status, table.createdAt, table.id)
      .where(sql`(key IN ('request:call', 'request:answer') OR priority = 'high') IS TRUE`),
  ],
);

/** The summary of an ended conversation; written once. */
export const summaries = pgTable('summaries', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  executiveSummary: text('executive_summary').notNull(),
  actionItems: jsonb('action_items').$type<{ text: string; owner: string; priority: string }[]>().notNull(),
  topics: text('topics').array().notNull(),
  openQuestions: text('open_questions').array().notNull(),
  sentiment: text('sentiment', { enum: ['positive', 'neutral', 'negative'] }).notNull(),
  /** `embedded`, or a model's id. */
  writer: text('writer').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** A visitor's identity over all their stored conversations. It outlives the transcripts. */
export const leads = pgTable(
  'leads',
  {
    visitorId: uuid('visitor_id').primaryKey(),
    name: text('name'),
    email: text('email'),
    /** Visitors who left the same address of their own are one lead. */
    emailNormalised: text('email_normalised'),
    phone: text('phone'),
    company: text('company'),
    role: text('role'),
    intent: text('intent'),
    leadScore: integer('lead_score').notNull().default(0),
    conversations: integer('conversations').notNull().default(0),
    /** The outcome, set by the owner. */
    status: text('status', { enum: ['new', 'contacted', 'qualified', 'won', 'lost'] })
      .notNull()
      .default('new'),
    statusAt: moment('status_at'),
    /** The owner's words for whom they deal with. */
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    /** Who of the owner's people looks after them, and since when. */
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    assignedAt: moment('assigned_at'),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
  },
  (table) => [
    index('leads_email_normalised').on(table.emailNormalised),
    // The report on how scores turned out reads decided leads only, of which there are few.
    /** The tags of people seen of late, which are offered for others. */
    index('leads_tagged').on(table.lastSeenAt).where(sql`tags <> '{}'`),
    index('leads_decided').on(table.lastSeenAt).where(sql`status in ('won', 'lost')`),
    // The list of people, one index per order.
    index('leads_by_last_seen').on(table.lastSeenAt, table.visitorId),
    index('leads_by_score').on(table.leadScore, table.lastSeenAt, table.visitorId),
  ],
);

/** What the twin remembers about a visitor who agreed to it. */
export const memories = pgTable(
  'memories',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    visitorId: uuid('visitor_id').notNull(),
    kind: text('kind', { enum: ['fact', 'preference', 'thread', 'promise'] }).notNull(),
    /** The topic: a newer memory on the same subject replaces the older one. */
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** 0 to 1. */
    importance: real('importance').notNull(),
    /** The direction of a vector of 384 numbers, one byte each. */
    embedding: bytea('embedding').notNull(),
    /** The embedder that made it; vectors of different embedders are not compared. */
    embedder: text('embedder').notNull(),
    /** The conversation and utterance it came from. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    seq: integer('seq'),
    /** Whether the visitor corrected it: their own words are not replaced by what is read from a conversation. */
    corrected: boolean('corrected').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('memories_visitor_subject').on(table.visitorId, table.subject),
    index('memories_expires_at').on(table.expiresAt),
    index('memories_session_id').on(table.sessionId),
  ],
);

/**
 * How far a conversation has been read for memories, so that what the visitor had forgotten is not read again. Deleted
 * with the conversation.
 */
export const memoryMarks = pgTable('memory_marks', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** The newest utterance that was read. */
  seq: integer('seq').notNull(),
});

/**
 * Jobs requested in the same commit as the rows they concern, and handed to the job runner afterwards: a job can
 * neither get lost nor run for something that was never stored.
 */
export const jobRequests = pgTable(
  'job_requests',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    /**
     * What the job is for, such as a session's id. Requests with the same key that arrive before it begins run once.
     */
    key: text('key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('job_requests_name_key').on(table.name, table.key)],
);
