/** Limits and daily budgets, already multiplied by RATE_LIMIT_SCALE. */
export interface LimitConfig {
  requestsPerMinute: number;
  /** From one address, behind which a whole office may sit. */
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
  /** For each session: sentences asked for aloud, and as many utterances heard. */
  speechPerMinute: number;
  siteSpokenCharactersPerDay: number;
  siteHeardSecondsPerDay: number;
  socketsPerAddress: number;
  /** Tries to sign in: in five minutes from one address with one email, and on a day from one address. */
  signInsPerAddressAndEmail: number;
  signInsPerAddressAndDay: number;
  /** Wrong passwords of one email, wherever they come from, before the next has to wait. */
  freeSignInsPerEmail: number;
  /** Tries of a second factor's codes, of one person at one address: in five minutes and on a day. */
  codesPerFiveMinutes: number;
  codesPerDay: number;
  /** Wrong codes of one person, wherever they come from, before the next has to wait. */
  freeCodesPerPerson: number;
  /** Of one sign-in. */
  refreshesPerMinute: number;
}

/** What of the environment decides over them. */
export interface LimitVariables {
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

/** Those that no variable sets are far above what a person does: they stop programs. */
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
    signInsPerAddressAndEmail: scaled(5),
    signInsPerAddressAndDay: scaled(100),
    freeSignInsPerEmail: scaled(3),
    codesPerFiveMinutes: scaled(5),
    codesPerDay: scaled(50),
    freeCodesPerPerson: scaled(5),
    refreshesPerMinute: scaled(60),
  };
}
