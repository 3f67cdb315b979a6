import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ShowMode } from '@understudy/contract/constants';
import type { ShowView } from '@understudy/contract/show';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { UsageError } from '../../scripts/command-line.ts';
import { createApp } from '../app/create-app.ts';
import { ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { readShow } from '../features/show/show-store.ts';
import { LiveTwin } from '../features/twin/live-twin.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { createReplyGeneration, reportEncodingProgress } from '../features/twin/reply-generation.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/log.ts';
import { encoderSentence } from '../providers/embedder/create-embedder.ts';

/** How long to wait for vectors: a command has time, and a benchmark must not depend on how busy the machine is. */
const VECTORS_TIMEOUT_MS = 30_000;

/** A conversation with the twin. */
interface TalkSession {
  /**
   * Takes one turn.
   * @param payload of `agent_reply`, without the session's credentials
   * @throws Error with the answer's sentence
   */
  reply(payload: object): Promise<AgentReplyAnswer>;
  /** Puts the conversation on stage in a mode: turns in performer mode continue the show there. */
  stage(mode: ShowMode): Promise<void>;
  /** The show as pages show it; null before its first turn. */
  show(): Promise<ShowView | null>;
}

/**
 * Opens the product in this process, for commands and benchmarks that talk with the twin. It listens on no port and has
 * a temporary database, so that it neither meets a running server nor leaves anything behind.
 *
 * @param provider who answers; by default the first that is configured
 * @throws UsageError if that provider is not configured; ConfigError, TwinFileError, DatabaseStartError
 */
export async function openTalk(provider: string | undefined) {
  const config = readConfig({ ...withDotEnv(ROOT, process.env), LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '100000' });
  const chain = config.chat.filter((entry) => !provider || entry.provider === provider);
  if (provider && provider !== 'embedded' && chain.length === 0) {
    throw new UsageError(`The provider '${provider}' is not configured: embedded always is.`);
  }
  const { twinDir } = config;
  const twin = await loadTwin(twinDir);
  const folder = path.join(tmpdir(), `understudy-talk-${randomUUID()}`);
  const database = await openDatabase({ dataDir: path.join(folder, 'data'), databaseUrl: null });
  const tell = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const generation = createReplyGeneration(
    chain,
    () => twin,
    config.cacheDir,
    VECTORS_TIMEOUT_MS,
    reportEncodingProgress(tell),
  );
  await generation.speaker().answers.warm();
  const problem = await generation.encoder.check();
  if (problem) tell(encoderSentence(problem));
  const app = await createApp({
    config,
    log: createLog('silent'),
    pool: database.pool,
    database,
    sealer: database.sealer,
    databaseState: () => database.ping(),
    live: new LiveTwin({ dir: twinDir, twin, pool: database.pool }),
    generation,
    web: { assetsDir: null, template: async () => '', widgetScript: { isFixed: true, read: async () => '' } },
  });
  /** Calls a function. @throws Error with the answer's sentence */
  async function call<T>(name: string, payload: object): Promise<T> {
    const response = await app.http.inject({ method: 'POST', url: `/functions/v1/${name}`, payload });
    const body = response.json();
    if (response.statusCode !== 200) throw new Error(body.error);
    return body;
  }
  return {
    /** Starts a conversation. @param consent whether the visitor agreed that the conversation is kept */
    async begin(consent: boolean): Promise<TalkSession> {
      const session = await call<{ session_id: string }>('create_session', { visitor_id: randomUUID(), consent });
      const { shows } = app.parts;
      return {
        reply: (payload) => call<AgentReplyAnswer>('agent_reply', { ...session, ...payload }),
        async stage(mode) {
          await shows.warm();
          for (const message of [
            { type: 'podcast-started' as const, data: {} },
            { type: 'mode-change' as const, data: { mode } },
          ])
            await shows.command(session.session_id, { by: 'performer', message });
        },
        async show() {
          const stored = await readShow(database.pool, session.session_id);
          return stored?.show ? shows.present(stored.show) : null;
        },
      };
    },
    /** Stops the product and deletes the database. */
    async close() {
      await app.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
