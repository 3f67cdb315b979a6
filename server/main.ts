import type { Server } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Twin } from '@understudy/contract/twin';
import { type Background, startBackground } from './app/background.ts';
import { type App, createApp } from './app/create-app.ts';
import { INTERVALS } from './app/intervals.ts';
import { developmentWebApp } from './app/pages/development-web-app.ts';
import { builtWebApp } from './app/pages/web-app.ts';
import { type Config, ConfigError, ROOT, readConfig } from './config.ts';
import { withDotEnv } from './dot-env.ts';
import { checkOwnerPassword, ensureOwner } from './features/accounts/index.ts';
import { databaseOptions } from './features/backups/index.ts';
import { COMMAND_IMPORTER } from './features/settings/index.ts';
import {
  completeSwap,
  createReplyGeneration,
  finishTwinImport,
  isRestoring,
  LiveTwin,
  loadTwin,
  reportEncodingProgress,
  TwinFileError,
  TwinSwapError,
  watchTwin,
} from './features/twin/index.ts';
import { compilePhraseTables } from './features/understanding/index.ts';
import { DatabaseStartError, openDatabase } from './platform/database/open-database.ts';
import { alsoTo, createLog, releaseMemoryWhenIdle } from './platform/log.ts';
import { operatorCommand } from './platform/operator-command.ts';
import { PRODUCT_VERSION } from './platform/product-version.ts';
import { provideTwin } from './provide-twin.ts';
import { encoderSentence } from './providers/embedder/create-embedder.ts';
import { findLocalModels } from './providers/language-model/served-models.ts';
import { runtimeNotes, whyNotInProduction } from './runtime-notes.ts';

/** Printed while the twin's passages are being encoded. */
const UNTIL_READ = 'Until then it is searched by words alone.';
/** The interval between attempts to create the first owner. */
const OWNER_RETRY_MS = 1_000;

/** Starts the server: configuration, twin, database, providers, app, listen, graceful stop. */
async function main(): Promise<void> {
  const development = process.argv.includes('--dev');
  const environment = withDotEnv(ROOT, process.env);
  const config = readConfig(environment);
  const uid = process.getuid?.() ?? null;
  const refusal = whyNotInProduction(config.production, uid);
  if (refusal) throw new StartError(refusal);
  // Loaded only where it is wanted: it takes 30 MB and a quarter of a second.
  const telemetry =
    config.telemetry && (await import('./platform/telemetry/open-telemetry.ts')).startOpenTelemetry(config.telemetry);
  const log = createLog(config.logLevel, telemetry?.onLogLine ? alsoTo(telemetry.onLogLine) : undefined);
  const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
  const { twinDir } = config;
  // A restore was killed: whether its folder of the twin counts, the database says first.
  const isUnfinished = await isRestoring(twinDir);
  // A state folder of its own begins with a copy of the sample, in a checkout too.
  if (environment.STATE_DIR && !environment.TWIN_DIR && !isUnfinished) provideTwin(ROOT, twinDir);
  const readFirst = isUnfinished ? null : await readTwin(twinDir);
  const database = await openDatabase({ ...databaseOptions(config, say), log });
  if (isUnfinished && !database.state().ready) {
    say('A restore was interrupted; the server goes on with it once it reaches its database.');
    await database.ready();
  }
  const folderTwin = readFirst ?? (await readTwin(twinDir));
  for (const note of database.notes) say(note);
  const checkPassword = () => checkOwnerPassword(database.pool, config.signIn, log);
  const isReady = database.state().ready;
  if (isReady) await checkPassword();
  const live = new LiveTwin({
    dir: twinDir,
    twin: folderTwin,
    pool: database.pool,
    finishImport: () => finishTwinImport(database.pool, twinDir, COMMAND_IMPORTER),
    onProblem: say,
  });
  // While the database is unavailable, the folder's twin answers without the edits that are stored there.
  if (isReady) await live.refresh();
  live.watch(INTERVALS.twinLookMs);
  const unwatch = development ? watchTwin(twinDir, () => void live.reload(), say) : null;
  const generation = createReplyGeneration(
    config.chat,
    live.twin,
    config.cacheDir,
    undefined,
    reportEncodingProgress(say, UNTIL_READ),
  );
  const warmed = generation.speaker().answers.warm();
  const web = development
    ? await developmentWebApp(path.join(ROOT, 'web'))
    : await builtWebApp(path.join(ROOT, 'web', 'dist'));
  let background: Background | null = null;
  /** Why nobody can sign in yet; null once there is an owner. */
  let noOwner: string | null = 'the first owner is still being made';
  const app = await createApp({
    config,
    log,
    pool: database.pool,
    database,
    sealer: database.sealer,
    async databaseState() {
      const state = await database.ping();
      return state.ready && noOwner !== null ? { ready: false, reasons: [noOwner] } : state;
    },
    live,
    generation,
    web,
    nudgeJobs: () => background?.nudge(),
  });
  const { completeFor, analyses, shows } = app.parts;
  // Not awaited: the server accepts visitors while this runs.
  void warmed.then(() => shows.warm());
  background = startBackground({
    pool: database.pool,
    log,
    twin: live.twin,
    ready: database.ready(),
    shared: database.kind === 'server',
    model: { completeFor, analyses, models: generation.models },
    memory: app.parts,
    notices: app.parts.notices,
    mail: app.parts.mail,
    reminders: app.parts.reminders,
    speechUse: app.parts.speechUse,
    shows: app.parts.shows,
    sources: app.parts.sources,
    erasing: app.parts,
    backups: app.parts.backups,
    understand: app.parts.understand,
    settings: app.parts.settings,
    alarms: app.parts.monitoring.alarms,
    jobWatch: app.parts.monitoring.jobWatch,
  });

  const memory = releaseMemoryWhenIdle();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    unwatch?.();
    memory.stop();
    // Together, because background work calls the providers that running turns still need.
    await Promise.all([app.stop(), background?.stop(), live.stop()]);
    await database.close();
    await telemetry?.stop();
    process.exit(0);
  };
  const stopOrFail = () => void stop().catch(() => process.exit(1));
  // `on`, not `once`: a terminal and a parent process may both send a signal, and the second must not kill the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOrFail);
  process.once('disconnect', stopOrFail);

  await app.http.listen({ port: config.port, host: config.host });
  const address = addressOf(config, app.http.server.address());
  /** Creates the first owner, retrying while the database is unavailable: without an owner nobody can sign in. */
  const makeOwner = async (): Promise<string[]> => {
    for (;;) {
      try {
        await database.ready();
        if (!isReady) await checkPassword();
        const sentences = await ensureOwner(app.accounts, config, address);
        noOwner = null;
        return sentences;
      } catch (error) {
        if (stopping) return [];
        log.error({ err: error }, 'the first owner could not be made yet');
        if (error instanceof ConfigError) {
          noOwner = error.message;
          return [noOwner];
        }
        await wait(OWNER_RETRY_MS, null, { ref: false });
      }
    }
  };
  const owner = makeOwner();
  // Whoever reads that the server is ready must be able to sign in.
  if (isReady) await owner;
  say(`Understudy ${PRODUCT_VERSION}`);
  say(`AI ${live.twin().persona.name} is ready at ${address}`);
  say(`Answers come from: ${generation.models.providers().join(', then ')}`);
  for (const sentence of demoSentences(live.twin(), twinDir)) say(sentence);
  for (const sentence of await localModelSentences(app.parts)) say(sentence);
  for (const sentence of speechSentences(app.parts)) say(sentence);
  for (const note of runtimeNotes(uid, process.versions.node)) say(note);
  for (const sentence of await owner) say(sentence);
  // Last, so that the start does not wait for it.
  await compilePhraseTables();
  const problem = await generation.encoder.check();
  if (problem) say(encoderSentence(problem));
}

/** A reason why the server cannot start, in one sentence. */
class StartError extends Error {}

/** Reads the twin's files; errors in them name the file's path relative to the working directory. */
async function readTwin(dir: string): Promise<Twin> {
  try {
    await completeSwap(dir);
    return await loadTwin(dir);
  } catch (error) {
    if (error instanceof TwinSwapError) throw new StartError(error.message);
    throw error instanceof TwinFileError ? new StartError(error.sentenceFrom(dir, process.cwd())) : error;
  }
}

/** Most mistakes in demos that the start says one by one. */
const MAX_DEMO_SENTENCES = 20;

/** Says what is malformed in the demos, and therefore left out; the twin runs without it. */
function demoSentences({ demoMistakes }: Pick<Twin, 'demoMistakes'>, dir: string): string[] {
  const told = demoMistakes.slice(0, MAX_DEMO_SENTENCES).map(({ file, line, problem }) => {
    const mistake = new TwinFileError(file, line, problem);
    return `Left out: ${mistake.sentenceFrom(dir, process.cwd())}`;
  });
  const more = demoMistakes.length - told.length;
  return more > 0 ? [...told, `Left out: ${more} more parts of demos`] : told;
}

/** Suggests local model servers if only the embedded twin answers. */
async function localModelSentences({ models, localModelPorts }: App['parts']): Promise<string[]> {
  if (models.complete !== null) return [];
  return (await findLocalModels(localModelPorts)).map(
    ({ name, baseUrl, models: [model] }) =>
      `Found ${name} with ${model}: LLM_BASE_URL=${baseUrl} ${operatorCommand('start')} uses it, ` +
      'or one click in the dashboard',
  );
}

/** Says which providers transcribe and speak. */
function speechSentences({ voices, transcribers }: App['parts']): string[] {
  const heardBy = transcribers.providers().join(', then ') || 'the browser, where it can';
  const spokenBy = voices.provider();
  return [
    `Speech is understood by: ${heardBy}`,
    spokenBy
      ? `Speech comes from: ${spokenBy}`
      : 'The twin stays silent: neither TTS_BASE_URL nor the package @echogarden/espeak-ng-emscripten is there.',
  ];
}

/** The URL for the operator to open: `localhost` if the server listens on all addresses. */
function addressOf(config: Config, bound: ReturnType<Server['address']>): string {
  if (config.publicUrl) return config.publicUrl;
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host}:${port}`;
}

/** Why the server could not start, in one sentence. */
function startFailure(error: unknown): string {
  const isExplained = [ConfigError, StartError, DatabaseStartError].some((kind) => error instanceof kind);
  if (isExplained) return (error as Error).message;
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is already in use; set PORT to a free one.`;
  const { address, hostname } = error as { address?: string; hostname?: string };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST (${hostname ?? address}) is no address of this machine.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}; set PORT to one above 1023.`;
  return `The server could not start: ${message ?? String(error)}`;
}

// All modules above are loaded now, and Node has cached their compiled code (scripts/prepare.mjs).
if (process.argv.includes('--compile-only')) process.exit(0);
main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
});
