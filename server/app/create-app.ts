import { setTimeout as wait } from 'node:timers/promises';
import { CHAT_PROVIDERS } from '@understudy/contract/settings';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Accounts } from '../features/accounts/accounts.ts';
import { createSpeechUse } from '../features/analytics/speech-use.ts';
import { HistoryCache } from '../features/conversation/history.ts';
import { createSaveTurnEnd } from '../features/conversation/turn-end.ts';
import { createSaveTurnStart } from '../features/conversation/turn-start.ts';
import { createWebhook } from '../features/notifications/webhook.ts';
import { followModel } from '../features/settings/connected-model.ts';
import { createLiveSettings, type LiveSettings } from '../features/settings/live-settings.ts';
import { USUAL_SETTINGS } from '../features/settings/settings.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { createDailyTotals } from '../platform/limits/daily-totals.ts';
import type { Logger } from '../platform/log.ts';
import type { Sealer } from '../platform/sealer.ts';
import { createEmbedders } from '../providers/embedder/create-embedder.ts';
import { createTranscribers } from '../providers/transcriber/create-transcribers.ts';
import { createVoices } from '../providers/voice/create-voices.ts';
import { mountAdmin } from './admin/mount-admin.ts';
import type { Guard } from './auth/guard.ts';
import { mountSignIn } from './auth/mount-sign-in.ts';
import type { AppContext } from './context.ts';
import { type ConverseDeps, converse } from './converse.ts';
import { encoderSentence } from './encoder-sentence.ts';
import { functionTable } from './functions/index.ts';
import { mountSpeechToText } from './functions/speech-to-text.ts';
import { mountGateway } from './gateway.ts';
import { INTERVALS, type Intervals } from './intervals.ts';
import { createLimits } from './limits.ts';
import type { LiveTwin } from './live-twin.ts';
import { MemoryQueue } from './memory-queue.ts';
import { mountOpenApi } from './openapi/mount-openapi.ts';
import { fileAdmission, mountPages } from './pages/mount-pages.ts';
import type { WebApp } from './pages/web-app.ts';
import { visitorView } from './present-turn.ts';
import { createProviderStates } from './provider-states.ts';
import { presentConfig } from './public-config.ts';
import { recall } from './recall.ts';
import type { Writers } from './reply-generation.ts';
import { SessionAnalyses } from './session-analyses.ts';
import { SessionCache } from './session-cache.ts';
import { mountSpeech } from './speech/mount-speech.ts';
import { SessionVoices } from './speech/session-voices.ts';
import { completeWithin, createTokenBudgets } from './token-budgets.ts';
import { TurnQueue } from './turn-queue.ts';
import { VisitorSummaries } from './visitor-summaries.ts';

/** How long a stop waits for running turns: as long as most replies take, and less than most supervisors wait. */
const DRAIN_MS = 10_000;
/** How long it then waits for outgoing responses; a connection without any request would never end. */
const CLOSE_MS = 1_000;

/** How long a start waits for the owner's settings. */
const FIRST_SETTINGS_MS = 1_000;

/** Long texts synthesised at once; each takes some tens of megabytes until it has been sent. */
const LONG_TEXTS_AT_ONCE = 2;

/** Whole conversations read at once for visitors; each takes up to a second of CPU. */
const READINGS_AT_ONCE = 1;

/** Dependencies of the product; the caller closes the database. */
export interface AppParts {
  config: Config;
  log: Logger;
  pool: Pool;
  /** Seals secrets in the database. */
  sealer: Sealer;
  /** Whether the database can be used, and if not, why. */
  databaseState: Readiness['database'];
  /** The running twin; swapped when a text is edited. */
  live: LiveTwin;
  /** What writes that twin's words. */
  writers: Writers;
  web: WebApp;
  /** The current time; tests set it. */
  now?: () => Date;
  /** Notifies the job runner, if there is one, of work requested just now. */
  nudgeJobs?: () => void;
  /** Polling intervals; tests shorten them. */
  intervals?: Intervals;
}

/** The composed product. */
export interface App {
  http: FastifyInstance;
  context: AppContext;
  accounts: Accounts;
  /** Authorises every call of the dashboard. */
  guard: Guard;
  /** Stops accepting calls, lets running turns finish, saves what is left. */
  stop(): Promise<void>;
}

/** Composes the product: the only place that knows all features. Does not listen yet. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, pool, live, intervals = INTERVALS } = parts;
  const { twin } = live;
  const { models, encoder, understand, speaker, speakerOf } = parts.writers;
  let stopping = false;
  const http = createHttpServer({
    log: parts.log,
    trustProxy: config.trustProxy,
    socketsPerAddress: config.limits.socketsPerAddress,
    connectionsCheckMs: intervals.connectionsCheckMs,
  });
  const history = new HistoryCache(pool);
  const turnQueue = new TurnQueue();
  const voices = createVoices({ chain: config.voice }, twin);
  const transcribers = createTranscribers({ chain: config.transcription }, twin);
  const embedders = createEmbedders({ provider: config.embedding, encoder });
  const settings = createLiveSettings(pool, {
    everyMs: intervals.settingsLookMs,
    usual: () => ({ ...USUAL_SETTINGS, visitor_page: twin().visitorPage }),
  });
  // The server also starts while the database is away: default settings apply until it is back.
  await Promise.race([settings.refresh().catch(() => undefined), wait(FIRST_SETTINGS_MS, null, { ref: false })]);
  await followSettings(settings, live);
  const chatVariables = variablesOf(config);
  const connectedModel = followModel(parts, parts.log, intervals.modelLookMs, (model) => {
    if (chatVariables.length === 0) models.use(model ? [model] : []);
  });
  await Promise.race([connectedModel.refresh().catch(() => undefined), wait(FIRST_SETTINGS_MS, null, { ref: false })]);
  const webhook = createWebhook({
    pool,
    target: config.webhook,
    wanted: () => settings.get('notifications'),
    pageOf: (sessionId) => `${config.publicUrl ?? `http://localhost:${config.port}`}/admin/session/${sessionId}`,
  });
  const totals = createDailyTotals(pool, () => new Date(), intervals.totalsFlushMs);
  const budgets = createTokenBudgets(parts, config.limits, totals, { shared: config.databaseUrl !== null });
  const context: AppContext = {
    pool,
    sealer: parts.sealer,
    twin,
    live,
    speaker,
    speakerOf,
    settings,
    webhook,
    models,
    connectedModel,
    chatVariables,
    localModelPorts: config.localModelPorts,
    limits: createLimits(config.limits, config.databaseUrl ? parts : null),
    totals,
    budgets,
    completeFor: completeWithin(budgets, models),
    speechUse: createSpeechUse(pool, intervals.speechUseFlushMs),
    voices,
    transcribers,
    embedders,
    providers: createProviderStates(config, { models, transcribers, voices, embedders }),
    speechBudget: {
      characters: config.limits.siteSpokenCharactersPerDay,
      seconds: config.limits.siteHeardSecondsPerDay,
    },
    sessionVoices: new SessionVoices(),
    longTextQueue: new PQueue({ concurrency: LONG_TEXTS_AT_ONCE }),
    readingQueue: new PQueue({ concurrency: READINGS_AT_ONCE }),
    visitorSummaries: new VisitorSummaries(),
    turnQueue: turnQueue,
    sessionCache: new SessionCache(),
    history,
    understand,
    analyses: new SessionAnalyses(pool, {
      understand,
      model: () => models.complete !== null,
      shared: config.databaseUrl !== null,
      notifyFrom: webhook.notifyFrom,
    }),
    memoryQueue: new MemoryQueue({ pool, embedders, settings, understand }, parts.log),
    converse: (turn, running) => converse(converseDeps, turn, running),
    nudgeJobs: parts.nudgeJobs ?? (() => undefined),
    stopping: () => stopping,
  };
  const saveTurnEnd = createSaveTurnEnd(pool);
  const converseDeps: ConverseDeps = {
    pool,
    saveTurnStart: createSaveTurnStart(pool),
    async saveTurnEnd(turn) {
      const seq = await saveTurnEnd(turn);
      const { ask_model, notify_from, note_asks } = turn.analysis ?? {};
      if (ask_model || notify_from || note_asks) context.nudgeJobs();
      return seq;
    },
    history,
    turnQueue: turnQueue,
    languageModel: models,
    budgets,
    analyses: context.analyses,
    view: (extract) => visitorView(context, extract),
    memoryQueue: context.memoryQueue,
    understand,
    recall: (turn, lines, known) => recall(speaker(), understand, turn, lines, known),
  };
  const { accounts, guard } = await mountSignIn(http, context, config, parts.now);
  const { authUrl } = config.signIn;
  const { liveLookMs } = intervals;
  await mountAdmin(http, { context, guard, now: parts.now ?? (() => new Date()), authUrl, liveLookMs });
  const flaws = () => [encoder.problem()].flatMap((problem) => (problem ? [encoderSentence(problem)] : []));
  mountHealth(http, { database: parts.databaseState, flaws, stopping: () => stopping });
  mountOpenApi(http, fileAdmission(context.limits));
  mountGateway(http, { context, guard }, functionTable([...CHAT_PROVIDERS, EMBEDDED_ID]));
  await mountSpeechToText(http, context);
  mountSpeech(http, { context, guard });
  await mountPages(http, {
    context,
    web: parts.web,
    publicUrl: config.publicUrl,
    config: () => presentConfig(twin(), context, config.limits.messagesPerMinute),
  });
  return {
    http,
    context,
    accounts,
    guard,
    async stop() {
      stopping = true;
      await turnQueue.drain(DRAIN_MS);
      await context.memoryQueue.settled();
      const closeAll = setTimeout(() => http.server.closeAllConnections(), CLOSE_MS);
      await http.close();
      clearTimeout(closeAll);
      models.close();
      transcribers.close();
      embedders.close();
      await encoder.close();
      await voices.close();
      await settings.close();
      await connectedModel.close();
      await budgets.settled();
      await totals.close();
      await context.speechUse.close();
    },
  };
}

/** Environment variables that name language models. */
function variablesOf({ chat }: Pick<Config, 'chat'>): string[] {
  const names = { custom: 'LLM_BASE_URL', groq: 'GROQ_API_KEY', openai: 'OPENAI_API_KEY' };
  return [...new Set(chat.map(({ provider }) => names[provider]))];
}

/** Keeps the twin's texts in line with the settings, from now on and after each change. */
async function followSettings(settings: LiveSettings, live: LiveTwin): Promise<void> {
  const follow = async (): Promise<void> => {
    await live.keepFor(settings.keptFor());
    await live.sayHours(settings.get('hours'));
  };
  let isFirst = true;
  settings.onChange((changed) => {
    if (isFirst || changed.includes('retention') || changed.includes('hours')) void follow();
    isFirst = false;
  });
  await follow();
}

/** What `/readyz` checks. */
interface Readiness {
  /** Whether the database answers and is migrated; if not, the reasons in sentences. */
  database(): Promise<{ ready: boolean; reasons: string[] }>;
  /** Problems that do not keep visitors from being served, in sentences. */
  flaws(): string[];
  stopping(): boolean;
}

/** `/healthz`: the process is alive. `/readyz`: whether it can serve visitors, or why not, with any lesser problems. */
function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await readiness.database();
    const stopping = readiness.stopping();
    const reasons = [...(stopping ? ['the server is stopping'] : []), ...database.reasons, ...readiness.flaws()];
    const ready = database.ready && !stopping;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', reasons });
  });
}
