/** Limits and daily budgets, already multiplied by RATE_LIMIT_SCALE. */
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

/** Limits without a variable are far above what a person does; they stop programs. */
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
