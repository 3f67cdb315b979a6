import type { ProviderName } from '@understudy/contract/providers';
import { MESSAGE_REASONS } from '@understudy/contract/settings';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, timeOrderedUuid } from './columns.ts';
import { sessions } from './schema.ts';

/** A person who may sign in to the dashboard. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey().default(timeOrderedUuid),
  /** Lower case. */
  email: text('email').notNull().unique(),
  /** argon2id in its usual text form; null for an invited user who has not chosen a password yet. */
  passwordHash: text('password_hash'),
  role: text('role', { enum: ['viewer', 'admin', 'owner'] })
    .notNull()
    .default('viewer'),
  /** The user has a one-time password, which only lets them choose a new one. */
  mustChangePassword: boolean('must_change_password').notNull().default(false),
  /** When the one-time password expires; null for a password of their own. */
  oneTimeUntil: moment('one_time_until'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  lastSignInAt: moment('last_sign_in_at'),
});

/** A one-time link for setting the first password. */
export const invitations = pgTable('invitations', {
  /** SHA-256 of the link's secret. */
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

/** A sign-in on one device. */
export const authSessions = pgTable(
  'auth_sessions',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    refreshedAt: moment('refreshed_at').notNull().defaultNow(),
    /** When it ends, however often it is refreshed. Rows written by an older release do not set it. */
    endsAt: moment('ends_at').notNull().default(sql`now() + interval '12 hours'`),
    /** Replaced by a new sign-in after reauthentication, so nobody ended it themselves. */
    replaced: boolean('replaced').notNull().default(false),
    /** How it began: with a password, an invitation, or a one-time link printed on the server's machine. */
    via: text('via', { enum: ['password', 'invitation', 'link'] })
      .notNull()
      .default('password'),
    /** The highest role this sign-in may have, whatever the user's own; null for no limit. */
    roleLimit: text('role_limit', { enum: ['viewer', 'admin', 'owner'] }),
    /** Authenticator assurance level: `aal2` after a second factor. */
    aal: text('aal', { enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    /** The address without its last part, and the device, for the user's list of sign-ins. */
    network: text('network'),
    device: text('device'),
  },
  (table) => [index('auth_sessions_user_id').on(table.userId)],
);

/** Links that open the dashboard once: the first claims the installation, later ones sign in as admin. */
export const dashboardLinks = pgTable('dashboard_links', {
  /** SHA-256 of the link's token. */
  tokenHash: bytea('token_hash').primaryKey(),
  kind: text('kind', { enum: ['claim', 'admin'] }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

/** Second factors: authenticator apps (TOTP, RFC 6238). */
export const mfaFactors = pgTable(
  'mfa_factors',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    friendlyName: text('friendly_name'),
    status: text('status', { enum: ['unverified', 'verified'] })
      .notNull()
      .default('unverified'),
    /** The shared secret, sealed with the installation's key. */
    secret: bytea('secret').notNull(),
    /** Time step of the newest accepted code, so that no code is accepted twice (RFC 6238, 5.2). */
    lastStep: bigint('last_step', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('mfa_factors_user_id').on(table.userId)],
);

/** A request for a factor's code; each is answered once. */
export const mfaChallenges = pgTable(
  'mfa_challenges',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => mfaFactors.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    verifiedAt: moment('verified_at'),
  },
  (table) => [index('mfa_challenges_factor_id').on(table.factorId)],
);

/** Single-use codes for users who have lost their authenticator app. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256 of the user's id and the code. */
    hash: bytea('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
  },
  (table) => [index('recovery_codes_user_id').on(table.userId)],
);

/** Refresh tokens of active sign-ins; each is exchanged once. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256 of the token. */
    hash: bytea('hash').primaryKey(),
    authSessionId: uuid('auth_session_id')
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When it was exchanged for the next one. */
    usedAt: moment('used_at'),
  },
  (table) => [index('refresh_tokens_auth_session_id').on(table.authSessionId)],
);

/** Keys that sign access tokens. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  /** The public key as a JSON Web Key. */
  jwk: jsonb('jwk').notNull(),
  /** The private key, sealed with the installation's key; null in rows written by an older release. */
  sealed: bytea('sealed'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * Addresses from which a user has given their password or a second factor before. There, somebody else's guesses do not
 * make them wait.
 */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Keyed hash of the address and the kind of credential. */
    addressHash: bytea('address_hash').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('known_addresses_user_address').on(table.userId, table.addressHash)],
);

/** Audit log: who did what, when and from where. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** Null for the command line. */
    actorId: uuid('actor_id'),
    /** The name at that time, because the entry outlives the account. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    /** Without its last part. */
    address: text('address'),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    // Failed attempts share a row per hour (features/accounts/audit-log.ts).
    uniqueIndex('audit_log_failed_sign_ins')
      .on(table.actor, sql`(detail ->> 'hour')`)
      .where(sql`action = 'sign_in_failed'`),
  ],
);

/** A user's note on a conversation. It outlives the transcript. */
export const notes = pgTable(
  'notes',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    visitorId: uuid('visitor_id').notNull(),
    text: text('text').notNull(),
    authorId: uuid('author_id'),
    /** The name at that time, because the note outlives the account. */
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('notes_session_id').on(table.sessionId),
    index('notes_visitor_id').on(table.visitorId),
    index('notes_created_at').on(table.createdAt),
  ],
);

/** The owner's settings, one row per group. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  /** Incremented with each change, so that the second of two concurrent changes is refused. */
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  updatedBy: text('updated_by').notNull(),
});

/**
 * Every retention ever set, with the time from which it applied. A later setting never keeps data longer than was
 * promised when the visitor gave it.
 */
export const retentionPromises = pgTable('retention_promises', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  since: moment('since').notNull().defaultNow(),
  /** Days by kind of data; null for unlimited. */
  value: jsonb('value').$type<Record<string, number | null>>().notNull(),
});

/** The last run of each background task; one row per task. */
export const lastRuns = pgTable('last_runs', {
  name: text('name').primaryKey(),
  at: moment('at').notNull().defaultNow(),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
});

/** A message to WEBHOOK_URL about a notable conversation. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: uuid('id').primaryKey().default(timeOrderedUuid),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: MESSAGE_REASONS }).notNull().default('score'),
    /** The score threshold that was crossed (0 if that is not the reason), and the score reached. */
    threshold: integer('threshold').notNull(),
    leadScore: integer('lead_score').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the receiver confirmed it: it is never sent again. */
    deliveredAt: moment('delivered_at'),
    /** The number of attempts, the last error, and when it was given up and became a dead letter. */
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    gaveUpAt: moment('gave_up_at'),
    /** Until then, only one caller may resend the dead letter. */
    sendingUntil: moment('sending_until'),
  },
  (table) => [unique('webhook_messages_session_reason').on(table.sessionId, table.reason, table.threshold)],
);

/** The language model connected in the dashboard; at most one row. */
export const connectedModel = pgTable('connected_model', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  /** Changes with every edit, so that instances notice it. */
  id: uuid('id').notNull(),
  provider: text('provider').$type<ProviderName>().notNull(),
  baseUrl: text('base_url').notNull(),
  model: text('model').notNull(),
  /** Sealed with the installation's key for this row and address; null if the server needs no key. */
  sealedKey: bytea('sealed_key'),
  connectedAt: moment('connected_at').notNull().defaultNow(),
  connectedBy: text('connected_by').notNull(),
});

/** The owner's answers in the wizard that makes the twin their own. */
export const twinSetup = pgTable('twin_setup', {
  /** Allows a single row. */
  onlyOne: boolean('only_one').primaryKey().default(true),
  /** `begun`, `later` or `published`. */
  state: text('state').notNull(),
  answers: jsonb('answers'),
  step: text('step').notNull(),
  version: integer('version').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  /** The name at that time, because the answers outlive the account. */
  updatedBy: text('updated_by').notNull(),
  /** The answers as they were published last, or as it began, and what the twin said then. */
  reference: jsonb('reference'),
  publishedAt: moment('published_at'),
  /** What undoing the last publication brings back: texts and answers. */
  beforePublishing: jsonb('before_publishing'),
});

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

/** Portraits that were uploaded, or that an import replaced. Personas name one by its file. */
export const twinPictures = pgTable('twin_pictures', {
  /** Made of the picture's hash. */
  file: text('file').primaryKey(),
  mediaType: text('media_type').notNull(),
  bytes: bytea('bytes').notNull(),
  /** In pixels, of an uploaded one; 0 of one from a folder. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  addedAt: moment('added_at').notNull().defaultNow(),
  /** The name at that time, because the picture outlives the account. */
  addedBy: text('added_by').notNull(),
});
