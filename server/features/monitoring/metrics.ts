import type { Server } from 'node:http';
import type { ProviderState } from '@understudy/contract/settings';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, prometheusContentType, Registry } from 'prom-client';
import { openStreams, STREAM_KINDS } from '../../platform/http/event-stream.ts';
import type { LimitName } from '../../platform/limits/limits.ts';
import { PRODUCT_VERSION } from '../../platform/product-version.ts';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { ProviderLink } from '../../providers/health.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import { failureKind } from '../../providers/provider-error.ts';
import type { MeasuredTurn } from '../conversation/index.ts';
import type { Reading, Readings } from './readings.ts';

/** Models with a time series of their own; further ones are counted together. */
export const MAX_MODELS = 50;
/** What models beyond {@link MAX_MODELS} are counted as. */
export const OTHER_MODELS = 'other';
/** How often event-loop lag is sampled, in milliseconds. */
const LAG_SAMPLE_MS = 20;

/** Upper bounds in seconds: a stage of a turn takes milliseconds, a whole reply up to a minute. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

/** Where figures come from that are kept elsewhere and read when somebody asks. */
export interface MetricSources {
  server: Server;
  pool: Pool;
  /** Open connections of shows. */
  showSockets(): number;
  /** Turns whose words wait to be written. */
  savesWaiting(): number;
  /** How the encoder's work for waiting visitors ended so far. */
  encodings: SentenceEncoder['outcomes'];
  /** The providers of each kind. */
  links(): Iterable<[ProviderState['kind'], readonly ProviderLink[]]>;
  /** What the database and the disks say. */
  readings: Readings;
}

/** What one instance counts and measures. */
export interface Metrics {
  onTurn(turn: MeasuredTurn): void;
  onUsage(usage: readonly TokenUsage[]): void;
  onRefused(limit: LimitName): void;
  onJob(name: string, done: boolean): void;
  /** Everything, in the text format of Prometheus. */
  read(sources: MetricSources): Promise<string>;
}

/** The media type of {@link Metrics.read}. */
export const METRICS_TYPE = prometheusContentType;

/** Figures of the process itself, which its instances share: there is one of them, but for tests. */
let processFigures: Registry | null = null;

/** Sampled from the first time that somebody asks: an idle server is not woken for nobody. */
function readProcessFigures(): Promise<string> {
  if (!processFigures) {
    processFigures = new Registry();
    collectDefaultMetrics({ register: processFigures, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  }
  return processFigures.metrics();
}

/**
 * Creates the metrics of an instance. Labels are names of ours, of providers and of models: never anything of a
 * visitor, and few.
 *
 * @param costOf what a call costs by the owner's prices; null without a price
 */
export function createMetrics(
  costOf: (usage: TokenUsage) => { amount: number; currency: string } | null = () => null,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `understudy_${name}`, help, labelNames, registers });
  const seconds = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Histogram({ name: `understudy_${name}`, help, labelNames, buckets: SECONDS, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `understudy_${name}`, help, labelNames, registers });

  const turns = counter('turns_total', 'Turns that are over, by what began them and how they ended.', [
    'kind',
    'outcome',
  ]);
  const replies = counter('replies_total', 'Replies, by the provider that wrote them.', ['provider']);
  const stages = seconds('turn_stage_seconds', 'Time that turns spent in each stage.', ['stage']);
  const firstWord = seconds('turn_first_word_seconds', 'Time from the beginning of a turn to its first word.');
  const whole = seconds('turn_seconds', 'Time from the beginning of a turn until its reply is saved.');
  const fallbacks = counter('provider_fallbacks_total', 'Replies that had to be written by the next provider.', [
    'provider',
    'reason',
  ]);
  const retries = counter('provider_retries_total', 'Calls for a reply that were made again.', ['provider', 'reason']);
  const tokens = counter('tokens_total', 'Tokens of language models.', ['provider', 'model', 'direction']);
  const cost = counter('cost_total', 'Cost of these tokens, by the prices in the settings.', [
    'provider',
    'model',
    'currency',
  ]);
  const refusals = counter('rate_limit_refusals_total', 'Calls that a rate limit refused.', ['limit']);
  const jobRuns = counter('job_runs_total', 'Runs of background jobs.', ['job', 'outcome']);
  const build = gauge('build_info', 'The running release.', ['version']);
  build.set({ version: PRODUCT_VERSION }, 1);

  // Read when asked for.
  const calls = counter('provider_calls_total', 'Calls of providers that succeeded.', ['kind', 'provider']);
  const errors = counter('provider_errors_total', 'Calls of providers that failed.', ['kind', 'provider', 'reason']);
  const resting = gauge('provider_resting', '1 while a provider is left alone after failures in a row.', [
    'kind',
    'provider',
  ]);
  const sockets = gauge('sockets_open', 'Open connections: all of HTTP, and those of shows among them.', ['kind']);
  const streams = gauge('streams_open', 'Open event streams.', ['kind']);
  const saves = gauge('saves_waiting', 'Turns whose words wait to be written to the database.');
  const encoded = counter(
    'encodings_total',
    'Texts that were encoded while somebody waited; those that came too late or were refused are read by their words.',
    ['outcome'],
  );
  const connections = gauge('database_connections', 'Connections to the database.', ['state']);
  const poolWaiting = gauge('database_pool_waiting', 'Queries that wait for a connection.');
  const databaseUp = gauge('database_up', 'Whether the database answers.');
  const jobDepth = gauge('job_queue_depth', 'Jobs that wait or run.', ['job']);
  const jobAge = gauge('job_oldest_age_seconds', 'Age of the oldest job that waits or runs.', ['job']);
  const mails = gauge('mails', 'Mails that wait to be sent, and mails that could not be delivered.', ['state']);
  const backupAge = gauge('backup_age_seconds', 'Age of the newest backup; absent without one.');
  const diskFree = gauge('disk_free_bytes', 'Free space on a disk of this machine.', ['disk']);
  const diskSize = gauge('disk_size_bytes', 'Size of a disk of this machine.', ['disk']);

  const models = new Set<string>();
  const modelLabel = (model: string): string => {
    if (models.size < MAX_MODELS) models.add(model);
    return models.has(model) ? model : OTHER_MODELS;
  };

  function readProviders(links: ReturnType<MetricSources['links']>): void {
    calls.reset();
    errors.reset();
    resting.reset();
    for (const [kind, chain] of links) {
      for (const { name: provider, health } of chain) {
        calls.inc({ kind, provider }, health.counts.get('success') ?? 0);
        resting.set({ kind, provider }, health.isResting() ? 1 : 0);
        for (const [reason, count] of health.counts) {
          if (reason !== 'success') errors.inc({ kind, provider, reason }, count);
        }
      }
    }
  }

  function setReading({ database, disks, backupAt }: Reading): void {
    for (const one of [jobDepth, jobAge, mails, diskFree, diskSize]) one.reset();
    backupAge.remove();
    databaseUp.set(database ? 1 : 0);
    for (const { job, count, oldestS } of database?.jobs ?? []) {
      jobDepth.set({ job }, count);
      jobAge.set({ job }, oldestS);
    }
    if (database) {
      mails.set({ state: 'queued' }, database.mails.queued);
      mails.set({ state: 'failed' }, database.mails.failed);
    }
    if (backupAt) backupAge.set(Math.max(0, (Date.now() - backupAt.getTime()) / 1_000));
    for (const { disk, freeBytes, sizeBytes } of disks) {
      diskFree.set({ disk }, freeBytes);
      diskSize.set({ disk }, sizeBytes);
    }
  }

  return {
    onTurn({ kind, outcome, provider, stages: at, endMs, notes }) {
      turns.inc({ kind, outcome });
      if (provider) replies.inc({ provider });
      let before = 0;
      const spent = { save_words: at.saved, understand: at.understood, recall: at.recalled, write: at.written };
      for (const [stage, end] of Object.entries({
        ...spent,
        save_reply: at.written === undefined ? undefined : endMs,
      })) {
        if (end === undefined) continue;
        stages.observe({ stage }, (end - before) / 1_000);
        before = end;
      }
      if (at.first_word !== undefined) firstWord.observe(at.first_word / 1_000);
      whole.observe(endMs / 1_000);
      for (const note of notes) {
        const labels = { provider: note.provider, reason: failureKind(note.reason) };
        if (note.kind === 'provider_fell_back') fallbacks.inc(labels);
        if (note.kind === 'provider_retried') retries.inc(labels);
      }
    },
    onUsage(usage) {
      for (const call of usage) {
        const labels = { provider: call.provider, model: modelLabel(call.model) };
        tokens.inc({ ...labels, direction: 'prompt' }, call.promptTokens);
        tokens.inc({ ...labels, direction: 'completion' }, call.completionTokens);
        const price = costOf(call);
        if (price) cost.inc({ ...labels, currency: price.currency }, price.amount);
      }
    },
    onRefused: (limit) => refusals.inc({ limit }),
    onJob: (job, done) => jobRuns.inc({ job, outcome: done ? 'done' : 'failed' }),
    async read({ server, pool, showSockets, savesWaiting, encodings, links, readings }) {
      const [reading, open] = await Promise.all([readings.read(), socketsOf(server)]);
      readProviders(links());
      saves.set(savesWaiting());
      encoded.reset();
      for (const [outcome, count] of Object.entries(encodings)) encoded.inc({ outcome }, count);
      connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      poolWaiting.set(pool.waitingCount);
      for (const kind of STREAM_KINDS) streams.set({ kind }, openStreams(server, kind));
      sockets.set({ kind: 'http' }, open);
      sockets.set({ kind: 'show' }, showSockets());
      setReading(reading);
      return `${await registry.metrics()}\n${await readProcessFigures()}`;
    },
  };
}

const socketsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
