import type { RequestedCall } from '@understudy/contract/leads';
import type { HostPage } from '@understudy/contract/widget';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';

/** The condition for sessions in the dashboard's indexes. */
const LISTED_AND_ENDED = sql`consent and ended_at is not null`;

/** A visitor of the twin, recognised only by a secret in their browser. */
export const visitors = pgTable('visitors', {
  visitorId: uuid('visitor_id').primaryKey(),
  /** SHA-256 of the visitor's secret; the secret itself is never stored. */
  secretHash: bytea('secret_hash').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  seenAt: moment('seen_at').notNull().defaultNow(),
});

/** The consent sentences that visitors agreed to, word for word. */
export const consentTexts = pgTable('consent_texts', {
  /** SHA-256 of the text. */
  hash: bytea('hash').primaryKey(),
  text: text('text').notNull(),
});

/** One visitor's conversation, from 'Start Conversation' to its end. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    visitorId: uuid('visitor_id').notNull(),
    /** SHA-256 of the session's secret; the secret itself is never stored. */
    secretHash: bytea('secret_hash').notNull(),
    consent: boolean('consent').notNull(),
    consentVersion: text('consent_version').notNull(),
    /** The language of the sentence that the visitor agreed to; null without consent, and before it was recorded. */
    consentLanguage: text('consent_language'),
    consentHash: bytea('consent_hash').references(() => consentTexts.hash),
    mode: text('mode').notNull(),
    /** The `seq` of this session's next utterance; assigned under the row's lock. */
    nextSeq: integer('next_seq').notNull().default(0),
    /**
     * Time of the newest utterance, assigned like {@link nextSeq}, so that times never go backwards. Segments are one
     * second apart, so it may be ahead of the clock.
     */
    newestLineAt: moment('newest_line_at'),
    /** How often messages of it were erased. What was read from it before an erasure is not saved after it. */
    erasures: integer('erasures').notNull().default(0),
    startedAt: moment('started_at').notNull().defaultNow(),
    lastActiveAt: moment('last_active_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    endReason: text('end_reason'),
    /** The newest call to action that the visitor chose. */
    ctaChosen: text('cta_chosen'),
    /** When the visitor's page was closed, unless it has returned since. */
    leftAt: moment('left_at'),
    /** The call that the visitor asked for. Every turn reads it, so that the twin knows of it. */
    callRequest: jsonb('call_request').$type<RequestedCall>(),
    /** The page on which the widget stood when the conversation began; only with consent. */
    hostPage: jsonb('host_page').$type<HostPage>(),
    /** The visitor's name as they gave it, and their own address and number. */
    contactName: text('contact_name'),
    email: text('email'),
    phone: text('phone'),
    /** From the newest analysis, 0 to 100. */
    leadScore: integer('lead_score').notNull().default(0),
    /** The conversation's intent at its end; null while it runs. */
    finalIntent: text('final_intent'),
    /**
     * Score and length in whole minutes of an ended conversation, for the dashboard's indexes. The score of a running
     * conversation changes with each turn, and an index on it would make each turn write to every index of the row.
     */
    finalScore: integer('final_score').generatedAlwaysAs(sql`CASE WHEN ended_at IS NOT NULL THEN lead_score END`),
    minutes: integer('minutes').generatedAlwaysAs(
      sql.raw(
        'CASE WHEN ended_at IS NOT NULL ' +
          'THEN greatest(0, round(extract(epoch from ended_at - started_at) / 60))::int END',
      ),
    ),
  },
  (table) => [
    index('sessions_visitor_id').on(table.visitorId),
    // The sweep for idle sessions queries `started_at < t and last_active_at < t`, where the second implies the first.
    // An index on last_active_at itself would make each turn's update write to every index of the row.
    index('sessions_open_started_at').on(table.startedAt).where(sql`ended_at is null`),
    // For the dashboard's lists of ended conversations, one index per order. Running ones are few, and are sorted on
    // the fly.
    index('sessions_by_date').on(table.startedAt, table.id).where(LISTED_AND_ENDED),
    index('sessions_by_score').on(table.finalScore, table.startedAt, table.id).where(LISTED_AND_ENDED),
    index('sessions_by_minutes').on(table.minutes, table.startedAt, table.id).where(LISTED_AND_ENDED),
    index('sessions_by_intent_date').on(table.finalIntent, table.startedAt, table.id).where(LISTED_AND_ENDED),
    index('sessions_by_intent_score')
      .on(table.finalIntent, table.finalScore, table.startedAt, table.id)
      .where(LISTED_AND_ENDED),
    index('sessions_by_intent_minutes')
      .on(table.finalIntent, table.minutes, table.startedAt, table.id)
      .where(LISTED_AND_ENDED),
  ],
);

/** Usage of one provider call; `estimated` unless the figures come from the provider. */
export interface KeptUsage {
  provider: string;
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  /** Prompt tokens that the provider had cached; absent if it does not report them. */
  cached_tokens?: number;
  estimated: boolean;
}

/**
 * What a reply was based on, in ids, titles and figures: passages and memories themselves are stored elsewhere, and are
 * looked up when somebody asks. Lists are short.
 */
export interface KeptTrace {
  /** The searches of the knowledge: one for each question of the message. */
  found: {
    /** Whether the best passage answers surely, answers perhaps, was offered as a topic, or was ignored. */
    decision: 'answer' | 'near' | 'offer' | 'unknown';
    /** Best first, with the probability in percent that it is the best; `sure` is that it answers. */
    passages: { id: string; title: string; share: number }[];
    sure: number;
  }[];
  /** Facts about the visitor in the prompt, by the names of their fields. */
  facts: string[];
  /** Ids of the memories that the reply might use. */
  memories: string[];
  /** The moves of the embedded twin's reply, which a language model's reply has to follow where they bind. */
  moves: string[];
  /** Milliseconds from the turn's beginning to the end of each stage. */
  stages: { saved?: number; understood?: number; recalled?: number; first_word?: number; written?: number };
}

/** One request for a reply of the twin; a repeated request with the same `turn_id` is the same turn. */
export const turns = pgTable(
  'turns',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    turnId: uuid('turn_id').notNull(),
    kind: text('kind', { enum: ['message', 'greeting', 'followup'] }).notNull(),
    mode: text('mode').notNull(),
    modelAsked: text('model_asked').notNull(),
    /** Model and provider that answered in the end. */
    model: text('model'),
    provider: text('provider'),
    status: text('status', { enum: ['running', 'done', 'interrupted', 'partial', 'failed'] })
      .notNull()
      .default('running'),
    performer: boolean('performer').notNull().default(false),
    /** The agent's stored words, with pause markers: segments and the answer to replay are derived from them. */
    text: text('text').notNull().default(''),
    /** Ids of the knowledge passages used in the reply. */
    knowledge: text('knowledge').array().notNull().default(sql`'{}'::text[]`),
    /** Every provider call of this turn, in order; null if there was none. */
    usage: jsonb('usage').$type<KeptUsage[]>(),
    /** What the reply was based on; null for conversations without consent, and for turns of earlier releases. */
    trace: jsonb('trace').$type<KeptTrace>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.turnId] }),
    check('turns_kind', sql`${table.kind} in ('message', 'greeting', 'followup')`),
    check('turns_status', sql`${table.status} in ('running', 'done', 'interrupted', 'partial', 'failed')`),
    // Finds turns still marked running after a crash, without reading all others.
    index('turns_running').on(table.createdAt).where(sql`status = 'running'`),
    // Two instances may be asked for the greeting at once; neither sees the other's until it is written.
    uniqueIndex('turns_one_greeting').on(table.sessionId).where(sql`kind = 'greeting'`),
  ],
);

/** One completion of `{provider}_chat`. Only its usage is stored, not its words. */
export const plainCompletions = pgTable(
  'plain_completions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    usage: jsonb('usage').$type<KeptUsage[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('plain_completions_session_id').on(table.sessionId)],
);

/** A message of the visitor, one segment of the agent's reply, or a line of a person who has taken over. */
export const utterances = pgTable(
  'utterances',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Position in the session, from 0, without gaps. */
    seq: integer('seq').notNull(),
    turnId: uuid('turn_id').notNull(),
    speaker: text('speaker', { enum: ['visitor', 'agent', 'person'] }).notNull(),
    /** The person's name as the visitor was told it; null for the others. */
    author: text('author'),
    text: text('text').notNull(),
    segmentIndex: integer('segment_index').notNull().default(0),
    totalSegments: integer('total_segments').notNull().default(1),
    interrupted: boolean('interrupted').notNull().default(false),
    ts: moment('ts').notNull().defaultNow(),
  },
  (table) => [
    unique('utterances_session_seq').on(table.sessionId, table.seq),
    // A person's line that is sent again is the same line.
    uniqueIndex('utterances_person_line').on(table.sessionId, table.turnId).where(sql`speaker = 'person'`),
    check('utterances_speaker', sql`${table.speaker} in ('visitor', 'agent', 'person')`),
  ],
);

/** An event for the owner to see later; `session_id` is null if it belongs to no session. */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    ts: moment('ts').notNull().defaultNow(),
  },
  (table) => [index('events_session_ts').on(table.sessionId, table.ts)],
);

/** People who asked to be notified; one row per address. */
export const waitlist = pgTable(
  'waitlist',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    /** As it was typed. */
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    name: text('name'),
    signupType: text('signup_type').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('waitlist_email_normalised').on(table.emailNormalised),
    index('waitlist_created_at').on(table.createdAt, table.id),
  ],
);

/** Counts per UTC day that outlive the rows they count: sessions without consent, characters spoken, limits used. */
export const dailyTotals = pgTable(
  'daily_totals',
  {
    day: date('day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
    count: bigint('count', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
);

/** Random keys shared by all instances and known to nobody else; created on first use. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
  /** Whether the value is sealed with the installation's key; false in rows written by an older release. */
  sealed: boolean('sealed').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * Points taken from rate limits if several instances count together, in rate-limiter-flexible's own table shape. Keys
 * are hashed: they do not reveal whom they count. The table is UNLOGGED (migration 0047): a crash of the database
 * empties it, and counting waits for no write to the disk.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Unix time in milliseconds. */
  expire: bigint('expire', { mode: 'number' }),
});
