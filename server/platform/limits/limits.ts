import type { SealedDatabase } from '../database/sealed-rows.ts';
import { createRateLimits, type LimitRule, type RateLimits } from './rate-limits.ts';

/** Rate limits and daily budgets, already multiplied by RATE_LIMIT_SCALE. */
export interface LimitConfig {
  requestsPerMinute: number;
  /** Per address, which a whole office may share. */
  pagesPerMinute: number;
  sessionsPerHour: number;
  messagesPerMinute: number;
  messagesPerDay: number;
  /** Messages that language models may answer. */
  addressMessagesPerDay: number;
  siteMessagesPerDay: number;
  /** Tokens that language models may use, prompts and replies together. */
  sessionTokensPerDay: number;
  addressTokensPerDay: number;
  siteTokensPerDay: number;
  waitlistPerHour: number;
  /** Per session: sentences to speak, and the same number of utterances to transcribe. */
  speechPerMinute: number;
  siteSpokenCharactersPerDay: number;
  siteHeardSecondsPerDay: number;
  socketsPerAddress: number;
  /** Connections to shows: of an address, of an address before they say who they are, and all that have not said it. */
  showsPerAddress: number;
  unknownShowsPerAddress: number;
  unknownShows: number;
  /** Attempts to sign in: per address and email in five minutes, and per address in a day. */
  signInsPerAddressAndEmail: number;
  signInsPerAddressAndDay: number;
  /** Wrong passwords per email, from any address, before attempts have to wait. */
  freeSignInsPerEmail: number;
  /** Attempts at second factor codes, per person and address: in five minutes and in a day. */
  codesPerFiveMinutes: number;
  codesPerDay: number;
  /** Wrong codes per person, from any address, before attempts have to wait. */
  freeCodesPerPerson: number;
  /** Per sign-in. */
  refreshesPerMinute: number;
}

/** The environment variables that determine the limits. */
interface LimitVariables {
  LIMIT_MESSAGES_PER_DAY: number;
  LIMIT_MESSAGES_PER_MINUTE: number;
  LIMIT_SESSIONS_PER_HOUR: number;
  /** Undefined for a quarter of the site's. */
  LIMIT_ADDRESS_MESSAGES_PER_DAY?: number | undefined;
  LIMIT_SITE_MESSAGES_PER_DAY: number;
  LIMIT_SESSION_TOKENS_PER_DAY: number;
  LIMIT_ADDRESS_TOKENS_PER_DAY: number;
  LIMIT_SITE_TOKENS_PER_DAY: number;
  LIMIT_SITE_STT_SECONDS_PER_DAY: number;
  LIMIT_SITE_TTS_CHARACTERS_PER_DAY: number;
  RATE_LIMIT_SCALE: number;
}

/** The limits for an environment. Those without a variable are far above what a person does, and only stop programs. */
export function readLimits(env: LimitVariables): LimitConfig {
  const scaled = (limit: number) => Math.max(1, Math.round(limit * env.RATE_LIMIT_SCALE));
  return {
    requestsPerMinute: scaled(600),
    pagesPerMinute: scaled(300),
    sessionsPerHour: scaled(env.LIMIT_SESSIONS_PER_HOUR),
    messagesPerMinute: scaled(env.LIMIT_MESSAGES_PER_MINUTE),
    messagesPerDay: scaled(env.LIMIT_MESSAGES_PER_DAY),
    addressMessagesPerDay: scaled(env.LIMIT_ADDRESS_MESSAGES_PER_DAY ?? env.LIMIT_SITE_MESSAGES_PER_DAY / 4),
    siteMessagesPerDay: scaled(env.LIMIT_SITE_MESSAGES_PER_DAY),
    sessionTokensPerDay: scaled(env.LIMIT_SESSION_TOKENS_PER_DAY),
    addressTokensPerDay: scaled(env.LIMIT_ADDRESS_TOKENS_PER_DAY),
    siteTokensPerDay: scaled(env.LIMIT_SITE_TOKENS_PER_DAY),
    waitlistPerHour: scaled(5),
    speechPerMinute: scaled(30),
    siteSpokenCharactersPerDay: scaled(env.LIMIT_SITE_TTS_CHARACTERS_PER_DAY),
    siteHeardSecondsPerDay: scaled(env.LIMIT_SITE_STT_SECONDS_PER_DAY),
    socketsPerAddress: scaled(50),
    showsPerAddress: scaled(60),
    unknownShowsPerAddress: scaled(8),
    unknownShows: scaled(200),
    signInsPerAddressAndEmail: scaled(5),
    signInsPerAddressAndDay: scaled(100),
    freeSignInsPerEmail: scaled(3),
    codesPerFiveMinutes: scaled(5),
    codesPerDay: scaled(50),
    freeCodesPerPerson: scaled(5),
    refreshesPerMinute: scaled(60),
  };
}

/** The rate limits that slow down guessing of passwords and codes. */
export type SignInLimit =
  | 'signin_address_email'
  | 'signin_address'
  | 'signin_email'
  | 'signin_email_delay'
  | 'signin_code'
  | 'signin_code_day'
  | 'signin_code_person'
  | 'signin_code_delay';

/**
 * Every rate limit: per address (`address_`), per session (`session_`), per user of the dashboard (`admin_`), and for
 * signing in (`signin_`).
 */
export type LimitName =
  | 'address_requests'
  | 'address_pages'
  | 'address_files'
  | 'address_sessions'
  | 'address_waitlist'
  | 'address_bookings'
  | 'session_messages_minute'
  | 'session_messages_day'
  | 'session_events'
  | 'session_memories'
  | 'session_readings'
  | 'address_desk'
  | 'address_desk_links'
  | 'email_desk_links'
  | 'desk_exports'
  | 'session_speech'
  | 'session_hearing'
  | 'admin_tests'
  | 'admin_resends'
  | 'admin_models'
  | 'signin_refreshes'
  | 'admin_previews'
  | 'admin_checks'
  | 'setup_previews'
  | SignInLimit;

/** The product's rate limits. */
export type Limits = RateLimits<LimitName>;

const TOO_MANY_CODES = 'There were too many wrong codes. Please wait a while.';
const TOO_MANY_SIGN_INS = 'There were too many tries to sign in. Please wait a moment.';

/**
 * Creates the limits. docs/operating.md lists those that an operator sets.
 * @param database the one that several instances share, or null to count in memory
 * @param onRefused told of each refusal
 */
export function createLimits(
  config: LimitConfig,
  database: SealedDatabase | null,
  onRefused?: (name: LimitName) => void,
): Limits {
  const rules: Record<LimitName, LimitRule> = {
    address_requests: {
      points: config.requestsPerMinute,
      durationS: 60,
      sentence: 'There were too many requests from your network. Please wait a minute.',
    },
    // Counted per instance, because a database query would cost more than the page.
    address_pages: {
      points: config.pagesPerMinute,
      durationS: 60,
      sentence: 'Too many pages were asked for from your network. Please wait a minute.',
      local: true,
    },
    // A page loads about twenty files, each sent as it is.
    address_files: {
      points: config.pagesPerMinute * 20,
      durationS: 60,
      sentence: 'Too many files were asked for from your network. Please wait a minute.',
      local: true,
    },
    address_sessions: {
      points: config.sessionsPerHour,
      durationS: 3_600,
      sentence: 'Too many conversations were started from your network. Please try again later.',
    },
    address_waitlist: {
      points: config.waitlistPerHour,
      durationS: 3_600,
      sentence: 'Too many signups came from your network. Please try again in an hour.',
    },
    // Each writes a mail. An office may share an address, and somebody may book, move and cancel.
    address_bookings: {
      points: config.waitlistPerHour * 6,
      durationS: 3_600,
      sentence: 'Too many bookings were made or changed from your network. Please try again in an hour.',
    },
    session_messages_minute: {
      points: config.messagesPerMinute,
      durationS: 60,
      sentence: 'That was a lot of messages in a minute. Please wait a moment.',
    },
    session_messages_day: {
      points: config.messagesPerDay,
      durationS: 86_400,
      sentence: 'This conversation has reached its limit for today.',
    },
    session_speech: {
      points: config.speechPerMinute,
      durationS: 60,
      sentence: 'That was a lot to speak in a minute. Please wait a moment.',
    },
    session_hearing: {
      points: config.speechPerMinute,
      durationS: 60,
      sentence: 'That was a lot to listen to in a minute. Please wait a moment.',
    },
    session_memories: {
      points: config.messagesPerMinute * 3,
      durationS: 60,
      sentence: 'That was a lot of changes in a minute. Please wait a moment.',
    },
    // Each rereads the whole conversation, a visitor's most expensive request.
    session_readings: {
      points: Math.ceil(config.messagesPerMinute / 2),
      durationS: 60,
      sentence: 'That was asked for often in a minute. Please wait a moment.',
    },
    // A person reads, corrects and takes away line by line; a wrong secret costs a point too.
    address_desk: {
      points: config.messagesPerMinute * 6,
      durationS: 60,
      sentence: 'That was a lot in a minute. Please wait a moment.',
    },
    desk_exports: {
      points: Math.ceil(config.messagesPerMinute / 2),
      durationS: 600,
      sentence: 'That was downloaded often. Please wait a few minutes.',
    },
    address_desk_links: {
      points: config.waitlistPerHour,
      durationS: 3_600,
      sentence: 'Too many links were asked for from your network. Please try again in an hour.',
    },
    // Nobody's mailbox is filled by others.
    email_desk_links: {
      points: 3,
      durationS: 3_600,
      sentence: 'Several links were mailed to this address. Please use the newest one, or try again in an hour.',
    },
    // A page sends a few events per message, never a flood.
    session_events: {
      points: config.messagesPerMinute * 6,
      durationS: 60,
      sentence: 'Too many events were sent. Please wait a moment.',
    },
    // Each calls somebody else's server, and may cost money.
    admin_tests: { points: 10, durationS: 60, sentence: 'That was tested often. Please wait a minute.' },
    // A key, its models, a test and the connection take a handful of calls.
    admin_models: { points: 30, durationS: 60, sentence: 'That was asked often. Please wait a minute.' },
    // Dead letters are resent one after the other.
    admin_resends: { points: 60, durationS: 60, sentence: 'That was sent often. Please wait a minute.' },
    signin_address_email: {
      points: config.signInsPerAddressAndEmail,
      durationS: 300,
      sentence: TOO_MANY_SIGN_INS,
    },
    signin_address: {
      points: config.signInsPerAddressAndDay,
      durationS: 86_400,
      sentence: TOO_MANY_SIGN_INS,
    },
    // Beyond it, the next attempt has to wait.
    signin_email: { points: config.freeSignInsPerEmail, durationS: 3_600, sentence: TOO_MANY_SIGN_INS },
    signin_email_delay: { points: 1, durationS: 60, sentence: TOO_MANY_SIGN_INS },
    signin_code: { points: config.codesPerFiveMinutes, durationS: 300, sentence: TOO_MANY_CODES },
    signin_code_day: { points: config.codesPerDay, durationS: 86_400, sentence: TOO_MANY_CODES },
    // Like signin_email, for a day. Three of a million codes are right: the 63 attempts a day that the waits allow over
    // all networks find one in fourteen years.
    signin_code_person: { points: config.freeCodesPerPerson, durationS: 86_400, sentence: TOO_MANY_CODES },
    signin_code_delay: { points: 1, durationS: 60, sentence: TOO_MANY_CODES },
    // Each builds a whole twin, and may call a provider.
    admin_previews: {
      points: config.messagesPerMinute,
      durationS: 60,
      sentence: 'That was a lot to try out in a minute. Please wait a moment.',
    },
    // Each builds a twin's texts without its search; a form asks after every pause in typing.
    admin_checks: {
      points: 6 * config.messagesPerMinute,
      durationS: 60,
      sentence: 'Your changes were checked very often in a minute. Please wait a moment.',
    },
    // Each builds a twin and answers without a model; the setup asks while the owner types.
    setup_previews: {
      points: 20 * config.messagesPerMinute,
      durationS: 60,
      sentence: 'That was a lot to try out in a minute. Please wait a moment.',
    },
    signin_refreshes: { points: config.refreshesPerMinute, durationS: 60, sentence: TOO_MANY_SIGN_INS },
  };
  return createRateLimits(rules, database, onRefused);
}
