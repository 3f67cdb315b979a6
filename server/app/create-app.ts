import { PROVIDER_NAMES } from '@understudy/contract/providers';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { audit, mountSignIn } from '../features/accounts/index.ts';
import { costOfTokens } from '../features/analytics/index.ts';
import { type Backups, createBackups } from '../features/backups/index.ts';
import {
  completeWithin,
  createAuthenticator,
  createConversation,
  createTokenBudgets,
  type SessionRow,
  TELL_HOT_LEAD_JOB,
} from '../features/conversation/index.ts';
import { completeItem } from '../features/dashboard/index.ts';
import { episodeFunctions, isPublished, mountPublicEpisodes } from '../features/episodes/index.ts';
import { createImports, type FetchOptions } from '../features/imports/index.ts';
import { leadFunctions, SessionAnalyses, VisitorSummaries } from '../features/leads/index.ts';
import { createMail, createReminders, mountLinkPages } from '../features/mail/index.ts';
import { holdsSecret, isSensitive, MemoryQueue, memoryFunctions } from '../features/memory/index.ts';
import { createMetrics } from '../features/monitoring/index.ts';
import { createLeadNotices, createWebhook, queueMessages } from '../features/notifications/index.ts';
import { consentTerms, retentionChanges } from '../features/privacy/index.ts';
import { mountBookingLinks, schedulingFunctions } from '../features/scheduling/index.ts';
import {
  createLiveSettings,
  createProviderStates,
  createTwinTrials,
  DEFAULT_SETTINGS,
  followMail,
  followModel,
  readSetting,
} from '../features/settings/index.ts';
import { mountPodcast, ShowHub, Shows } from '../features/show/index.ts';
import {
  createReplySpeech,
  createSpeechUse,
  mountSpeech,
  mountSpeechToText,
  textToSpeechFunction,
} from '../features/speech/index.ts';
import { TakeoverHub, Takeovers, takeoverFunctions } from '../features/takeover/index.ts';
import { type LiveTwin, providerChatFunctions, type ReplyGeneration, recall } from '../features/twin/index.ts';
import { lastWordsOf } from '../features/understanding/index.ts';
import { leaveWaitlist, waitlistFunctions } from '../features/waitlist/index.ts';
import { Notifications } from '../platform/database/notifications.ts';
import type { UsedDatabase } from '../platform/database/open-database.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { createDailyTotals } from '../platform/limits/daily-totals.ts';
import { createLimits } from '../platform/limits/limits.ts';
import type { Logger } from '../platform/log.ts';
import type { Sealer } from '../platform/sealer.ts';
import { createEmbedders, encoderSentence } from '../providers/embedder/create-embedder.ts';
import { createMailSwitch } from '../providers/mail/create-mail.ts';
import { createBookings } from './create-bookings.ts';
import { createDesk } from './create-desk.ts';
import { createMonitoring } from './create-monitoring.ts';
import { createSpeech } from './create-speech.ts';
import { chatVariablesOf, followSettings, waitBriefly } from './first-reads.ts';
import { createAdmit, mountGateway } from './gateway.ts';
import { mountHealth, type Readiness } from './health.ts';
import { INTERVALS, type Intervals } from './intervals.ts';
import { mountAdmin } from './mount-admin.ts';
import { mountOpenApi } from './openapi/mount-openapi.ts';
import { fileAdmission, mountPages } from './pages/mount-pages.ts';
import type { WebApp } from './pages/web-app.ts';
import { presentConfig } from './public-config.ts';

/** How long a stop waits for running turns: longer than most replies take, and less than most supervisors wait. */
const DRAIN_MS = 10_000;
/** How long it then waits for responses that are being sent; a connection without a request would never end. */
const CLOSE_MS = 1_000;

/** Dependencies of the product; the caller closes the database. */
interface AppDeps {
  config: Config;
  log: Logger;
  pool: Pool;
  /** The same database, for backups. */
  database: UsedDatabase;
  /** Seals secrets in the database. */
  sealer: Sealer;
  /** Whether the database can be used, and if not, why. */
  databaseState: Readiness['database'];
  /** The running twin; an edited text replaces it. */
  live: LiveTwin;
  /** Writes that twin's replies. */
  generation: ReplyGeneration;
  web: WebApp;
  /** The current time; tests set it. */
  now?: () => Date;
  /** Tells the job runner, if there is one, that work was requested. */
  nudgeJobs?: () => void;
  /** How pages to import are fetched; only tests set it. */
  fetching?: FetchOptions;
  /** Polling intervals; tests shorten them. */
  intervals?: Intervals;
}

/** The composed product. */
export type App = Awaited<ReturnType<typeof createApp>>;

/**
 * Composes the product: the only place that knows all features. Does not listen yet.
 *
 * @returns `http`; `parts`, for the background work, commands and tests; `accounts` and `guard`; `stop`, which refuses
 * further calls, lets running turns finish and saves what is left
 */
export async function createApp(options: AppDeps) {
  const { config, log, pool, sealer, live, intervals = INTERVALS } = options;
  const { now = () => new Date(), nudgeJobs = () => undefined, fetching } = options;
  const { twin } = live;
  const { models, encoder, encodeTexts, understand, speaker, speakerOf, understandOf } = options.generation;
  const { authUrl, authApiKey, localAdmin } = config.signIn;
  const { publicUrl } = config;
  const isShared = config.databaseUrl !== null;
  const ownUrl = publicUrl ?? `http://localhost:${config.port}`;
  let stopping = false;
  const http = createHttpServer({
    log,
    trustProxy: config.trustProxy,
    socketsPerAddress: config.limits.socketsPerAddress,
    connectionsCheckMs: intervals.connectionsCheckMs,
  });
  const speech = createSpeech(config, twin);
  const { voices, transcribers } = speech;
  const embedders = createEmbedders({ provider: config.embedding, encoder });
  const settings = createLiveSettings(pool, {
    everyMs: intervals.settingsLookMs,
    usual() {
      const { visitorPage, persona } = twin();
      const widget = { ...DEFAULT_SETTINGS.widget, color: persona.color ?? DEFAULT_SETTINGS.widget.color };
      return { ...DEFAULT_SETTINGS, visitor_page: visitorPage, widget };
    },
  });
  // The server also starts while the database is unavailable: default settings apply until it is back.
  await waitBriefly(settings.refresh());
  await followSettings(settings, live);
  const chatVariables = chatVariablesOf(config);
  const connectedModel = followModel(options, log, intervals.modelLookMs, (model) => {
    if (chatVariables.length === 0) models.use(model ? [model] : []);
  });
  await waitBriefly(connectedModel.refresh());
  const mailServers = createMailSwitch();
  if (config.mail) mailServers.use(config.mail);
  const connectedMail = followMail(options, log, intervals.modelLookMs, (server) => {
    if (!config.mail) mailServers.use(server);
  });
  await waitBriefly(connectedMail.refresh());
  const mail = createMail({ pool, sealer, servers: mailServers, settings, twin, baseUrl: ownUrl, now });
  const reminders = createReminders({ pool, sealer, mail, settings, complete: completeItem, now });

  const metrics = createMetrics((usage) => costOfTokens(settings.get('prices'), usage));
  const limits = createLimits(config.limits, isShared ? { pool, sealer } : null, metrics.onRefused);
  const totals = createDailyTotals(pool, () => new Date(), intervals.totalsFlushMs);
  const budgets = createTokenBudgets({ pool, sealer }, config.limits, totals, {
    shared: isShared,
    onUsage: metrics.onUsage,
  });
  const completeFor = completeWithin(budgets, models);
  const speechUse = createSpeechUse(pool, intervals.speechUseFlushMs);
  const pageOf = (sessionId: string) => `${ownUrl}/admin/session/${sessionId}`;
  const webhook = createWebhook({
    pool,
    target: config.webhook,
    wanted: () => settings.get('notifications'),
    pageOf,
  });
  const threshold = () => settings.get('notifications').threshold;
  const notices = createLeadNotices({ pool, webhook, mail, threshold, pageOf });
  const analyses = new SessionAnalyses(pool, {
    understand,
    model: () => models.complete !== null,
    shared: isShared,
    work: () => twin().persona.work,
    notifyFrom: notices.notifyFrom,
  });
  const memoryQueue = new MemoryQueue({ pool, embedders, settings, understand }, log);
  const visitorSummaries = new VisitorSummaries();
  const imports = createImports({
    pool,
    live,
    log,
    everyMs: intervals.importsLookMs,
    ...(fetching ? { fetching } : {}),
  });
  const backups: Backups = createBackups({
    ...{ pool, log, now, installation: config },
    ...options.database,
    zone: () => settings.get('hours').time_zone,
  });
  const providers = createProviderStates(config, { models, transcribers, voices, embedders });

  const admit = createAdmit(limits, () => stopping);
  const { accounts, guard } = await mountSignIn(http, {
    pool,
    sealer,
    limits,
    admit,
    twin,
    authUrl,
    authApiKey,
    localAdmin,
    publicUrl,
    fallbackUrl: ownUrl,
    mail,
    mailLanguage: () => settings.get('mail').language,
    nudgeJobs,
    requiresSecondFactor: async () => (await readSetting(pool, 'sign_in')).second_factor === 'required',
    now,
  });
  const authenticator = createAuthenticator(pool, guard);
  const { siteSpokenCharactersPerDay: characters, siteHeardSecondsPerDay: seconds } = config.limits;
  const speechBudget = { characters, seconds };
  const speechDeps = {
    ...{ pool, twin, authenticator, limits, totals, settings },
    ...{ speechUse, voices, transcribers, speechBudget },
    endingOf: (session: SessionRow, words: string) => conversation.endingOf(session, words),
  };
  const showDeps = { pool, isSensitive, holdsSecret, encode: encodeTexts, now: () => now().getTime() };
  const shows = new Shows({ ...showDeps, twin, log });
  const notifications = new Notifications(pool, log);
  const showHub = new ShowHub(pool, shows, log, notifications);
  const takeoverHub = new TakeoverHub(pool, log, notifications, {
    shared: isShared,
    sweepMs: intervals.takeoverSweepMs,
    onTaken: (sessionId) => conversation.turnQueue.yieldToPerson(sessionId),
  });
  const takeovers = new Takeovers({
    ...{ pool, hub: takeoverHub, speaker, understand, now },
    hours: () => settings.get('hours'),
    async tellWanted(sessionId) {
      if (!notices.wants('person_wanted')) return;
      await queueMessages(pool, sessionId, ['person_wanted'], TELL_HOT_LEAD_JOB);
      nudgeJobs();
    },
  });
  const { bookings, sources, talks } = createBookings({
    ...{ pool, sealer, log, live, settings, mail, reminders, now, ownUrl, nudgeJobs, fetching },
  });
  const conversation = createConversation({
    pool,
    twin,
    settings,
    limits,
    totals,
    languageModel: models,
    budgets,
    authenticator,
    understand,
    readAhead: (said) => encoder.readAhead(lastWordsOf(said)),
    analyses,
    memory: memoryQueue,
    speech: createReplySpeech(speechDeps),
    shows,
    bookings: talks,
    takeovers,
    consent: consentTerms({ pool, live, settings }),
    recall: (turn, lines, known) => recall(speaker(), understand, turn, lines, known),
    nudgeJobs,
    onTurn: metrics.onTurn,
  });
  const { history, turnQueue } = conversation;
  const configSources = { models, voices, transcribers, embedders, settings, notices, mailServers, live };
  const presented = () => presentConfig(twin(), configSources, config.limits.messagesPerMinute);
  const desk = createDesk({
    ...{ pool, sealer, log, notifications, isShared, authenticator, limits, embedders, memoryQueue, now, nudgeJobs },
    erased: { turnQueue, history, analyses, visitorSummaries, shows, memoryQueue },
    ...{ mail, bookings, ownUrl },
    consultant: () => twin().persona.name,
    retentionDays: () => presented().retention_days,
  });
  const { forget, eraseMemories } = desk;
  const functions = {
    ...conversation.functions,
    ...providerChatFunctions({ pool, authenticator, settings, limits, models, budgets, speaker, understand }, [
      ...PROVIDER_NAMES,
      EMBEDDED_ID,
    ]),
    ...memoryFunctions({ pool, authenticator, settings, limits, embedders, memoryQueue, eraseMemories }),
    ...leadFunctions({
      pool,
      twin,
      settings,
      limits,
      authenticator,
      understand,
      analyses,
      visitorSummaries,
      nudgeJobs,
    }),
    text_to_speech: textToSpeechFunction(speechDeps),
    ...waitlistFunctions({ pool, limits, settings, mail, nudgeJobs }),
    ...episodeFunctions({ pool, authenticator, limits }),
    ...schedulingFunctions({ bookings, authenticator, limits }),
    ...takeoverFunctions({ pool, authenticator, limits, takeovers, hub: takeoverHub }),
    ...desk.functions,
  };
  const trials = createTwinTrials({
    ...{ pool, live, models, budgets, speaker, speakerOf, understandOf },
    shows: showDeps,
  });
  const monitoring = createMonitoring(http, {
    ...{ config, pool, guard, admit, metrics, backups, budgets, mail, mailServers, nudgeJobs, now },
    providers: { models, transcribers, voices, embedders },
    savesWaiting: conversation.savesWaiting,
    encodings: encoder.outcomes,
    reportMs: intervals.instanceReportMs,
  });
  await mountAdmin(http, {
    scope: { pool, sealer, guard, limits, now },
    admit,
    draft: { twin, understand, settings, models, completeFor },
    live: { settings, liveLookMs: intervals.liveLookMs },
    calendar: { twin, bookings, sources, ownUrl },
    takeover: {
      ...{ takeovers, hub: takeoverHub, models, budgets, speaker, understand },
      storedExtract: (sessionId) => analyses.storedExtract(sessionId),
    },
    episodes: { twin, settings, understand },
    charts: { speaker, understand, settings },
    settings: { settings, retention: retentionChanges(pool, live), webhook, authUrl },
    providers: { providers, budgets },
    mail: { mail, connectedMail, environment: config.mail },
    model: { twin, connectedModel, chatVariables, localModelPorts: config.localModelPorts },
    twinTexts: { live, settings, speaker, understand, trials },
    imports: { imports, live, models },
    setup: { live, settings, trials },
    danger: { settings, authUrl, forget, nudgeJobs },
    ...{ backups, readStatus: monitoring.readStatus },
  });
  await mountPodcast(http, {
    ...{ shows, hub: showHub, authenticator, guard },
    audit: (actor, action, detail) => audit(pool, actor, action, detail, now()),
    heartbeatMs: intervals.showHeartbeatMs,
    initMs: intervals.showInitMs,
    stopping: () => stopping,
    limits: config.limits,
  });
  await mountLinkPages(http, {
    ...{ pool, sealer, limits, mail, reminders, settings, twin, now },
    onUnsubscribe: { waitlist: leaveWaitlist },
  });
  mountPublicEpisodes(http, pool, admit);
  mountBookingLinks(http, { bookings, limits, admit });
  const warnings = () => [encoder.problem()].flatMap((problem) => (problem ? [encoderSentence(problem)] : []));
  mountHealth(http, { database: options.databaseState, warnings, stopping: () => stopping });
  mountOpenApi(http, fileAdmission(limits));
  mountGateway(http, admit, new Map(Object.entries(functions)));
  await mountSpeechToText(http, admit, speechDeps);
  mountSpeech(http, admit, speechDeps);
  await mountPages(http, {
    twin,
    limits,
    totals,
    settings,
    web: options.web,
    publicUrl,
    isEpisode: (slug) => isPublished(pool, slug),
    config: presented,
  });
  return {
    http: http as FastifyInstance,
    parts: {
      ...{ pool, sealer, twin, live, settings, limits, totals, budgets, completeFor },
      ...{ speechUse, webhook, notices, mail, mailServers, reminders, models, voices, transcribers, embedders },
      ...{ speechBudget, providers },
      localModelPorts: config.localModelPorts,
      ...{ understand, speaker, analyses, memoryQueue, shows, bookings, sources, history, turnQueue, forget },
      ...{ backups, monitoring, functions },
    },
    accounts,
    guard,
    async stop(): Promise<void> {
      stopping = true;
      await turnQueue.drain(DRAIN_MS);
      await memoryQueue.settled();
      await imports.close();
      await backups.stop();
      await showHub.close();
      sources.close();
      await takeoverHub.close();
      await desk.stop();
      await monitoring.stop();
      const closeAll = setTimeout(() => http.server.closeAllConnections(), CLOSE_MS);
      await http.close();
      clearTimeout(closeAll);
      models.close();
      embedders.close();
      await encoder.close();
      await speech.close();
      await settings.close();
      await connectedModel.close();
      await connectedMail.close();
      mailServers.close();
      await budgets.settled();
      await totals.close();
      await speechUse.close();
    },
  };
}
