import path from 'node:path';
import type { Background } from '../app/background.ts';
import { type App, createApp } from '../app/create-app.ts';
import type { Intervals } from '../app/intervals.ts';
import { builtWebApp } from '../app/pages/web-app.ts';
import { readConfig } from '../config.ts';
import type { FetchOptions } from '../features/imports/index.ts';
import { LiveTwin } from '../features/twin/live-twin.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { createReplyGeneration, type ReplyGeneration } from '../features/twin/reply-generation.ts';
import { createLog, type Logger } from '../platform/log.ts';
import type { LanguageModel } from '../providers/language-model/port.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { sharedEncoder } from './encoder.ts';
import { TEST_INTERVALS } from './intervals.ts';
import { SAMPLE_TWIN_DIR, TEST_CACHE_DIR, TEST_TIMEOUT_MS } from './sample-twin.ts';
import { testKeyFile } from './secret-key.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The real product in this process, on its own real database. */
export interface TestApp extends App {
  /** URL it listens on, without a trailing slash. */
  url: string;
  pool: App['parts']['pool'];
  /** The background work that the product nudges: what `startWork` started. */
  works: Set<Pick<Background, 'nudge'>>;
  /** Calls a function; returns status, parsed body and headers. */
  call(name: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Starts a session and returns its credentials. */
  session(consent?: boolean): Promise<{ session_id: string; session_secret: string }>;
  close(): Promise<void>;
}

/** A function's response. */
export interface TestAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  headers: Headers;
}

/**
 * Starts the product for a test.
 *
 * @param environment configuration by environment variables, as an operator would give it
 * @param options.model writes the replies instead of the configured providers
 * @param options.watch receives the parts before anything uses them
 * @param options.log receives the log's lines, from debug on
 * @param options.database is shared with other instances and outlives this one
 * @param options.twinDir the twin's folder, instead of the one that the project ships
 * @param options.fetching how pages to import are fetched
 * @param options.now the clock used by sign-ins and shows
 * @param options.intervals instead of the tests' usual ones
 * @param options.pages whether the built web app is served too (it must have been built)
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  options: {
    pages?: boolean;
    now?: () => Date;
    model?: LanguageModel;
    watch?: (generation: ReplyGeneration) => void;
    log?: string[];
    database?: TestDatabase;
    twinDir?: string;
    fetching?: FetchOptions;
    intervals?: Partial<Intervals>;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await testDatabase());
  const config = readConfig({
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
    LOCAL_MODELS: 'off',
    CACHE_DIR: TEST_CACHE_DIR,
    SECRET_KEY_FILE: testKeyFile(),
    ...environment,
  });
  const dir = options.twinDir ?? SAMPLE_TWIN_DIR;
  const live = new LiveTwin({ dir, twin: await loadTwin(dir), pool: database.pool });
  await live.refresh();
  const generation = createReplyGeneration(
    config.chat,
    live.twin,
    config.cacheDir,
    TEST_TIMEOUT_MS,
    undefined,
    sharedEncoder(),
  );
  options.watch?.(generation);
  const works: TestApp['works'] = new Set();
  const app = await createApp({
    config,
    log: options.log ? collectingLog(options.log) : createLog(config.logLevel),
    pool: database.pool,
    database: database.database,
    sealer: database.sealer,
    databaseState: async () => ({ ready: true, reasons: [] }),
    live,
    nudgeJobs: () => {
      for (const work of works) work.nudge();
    },
    intervals: { ...TEST_INTERVALS, ...options.intervals },
    ...(options.now ? { now: options.now } : {}),
    ...(options.fetching ? { fetching: options.fetching } : {}),
    generation: options.model
      ? { ...generation, models: Object.create(generation.models, { reply: { value: options.model.reply } }) }
      : generation,
    web: options.pages
      ? await builtWebApp(path.join(ROOT, 'web/dist'))
      : {
          assetsDir: null,
          template: async () => '<!doctype html><title>__TITLE__</title>',
          widgetScript: { isFixed: true, read: async () => 'void __WIDGET_SETUP__' },
        },
  });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const call: TestApp['call'] = async (name, body, headers = {}) => {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return {
    ...app,
    url,
    pool: database.pool,
    works,
    call,
    async session(consent = true) {
      const { body } = await call('create_session', { visitor_id: crypto.randomUUID(), consent });
      return { session_id: body.session_id, session_secret: body.session_secret };
    },
    async close() {
      await app.stop();
      await live.stop();
      if (!options.database) await database.close();
    },
  };
}

export function collectingLog(lines: string[]): Logger {
  return createLog('debug', { write: (line) => void lines.push(line) });
}
