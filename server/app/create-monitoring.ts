import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Backups } from '../features/backups/index.ts';
import type { TokenBudgets } from '../features/conversation/index.ts';
import type { Mail } from '../features/mail/index.ts';
import {
  createAlarms,
  createInstances,
  createJobHealth,
  createReadings,
  type Metrics,
  mountMetrics,
  readDisks,
  readStatus,
} from '../features/monitoring/index.ts';
import { type Providers, startPolling } from '../features/settings/index.ts';
import type { Admit } from '../platform/http/gateway-function.ts';
import type { Guard } from '../platform/http/guard.ts';
import type { SentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import type { MailSwitch } from '../providers/mail/create-mail.ts';

/** What watching an installation is composed of. */
interface MonitoringParts {
  config: Config;
  pool: Pool;
  guard: Guard;
  admit: Admit;
  metrics: Metrics;
  backups: Backups;
  budgets: Pick<TokenBudgets, 'states'>;
  mail: Mail;
  mailServers: Pick<MailSwitch, 'current'>;
  providers: Providers;
  savesWaiting(): number;
  encodings: SentenceEncoder['outcomes'];
  nudgeJobs(): void;
  now(): Date;
  /** How often this instance says how it is. */
  reportMs: number;
}

/** Composes what watches this instance and, with the others, the installation. Mounts the metrics. */
export function createMonitoring(http: FastifyInstance, parts: MonitoringParts) {
  const { config, pool, guard, admit, metrics, backups, budgets, mail, mailServers, nudgeJobs, now } = parts;
  const { models, transcribers, voices, embedders } = parts.providers;
  const embedded = config.databaseUrl === null;
  const folders = { ...(embedded ? { data: config.dataDir } : {}), backups: config.backups.dir };
  const readings = createReadings(pool, backups, () => readDisks(folders));
  // Language models are connected and removed while the server runs.
  const chains = () =>
    [
      ['chat', models.links, models.chain],
      ['transcription', transcribers.links, config.transcription],
      ['voice', voices.links, config.voice],
      ['embedding', embedders.links, config.embedding ? [config.embedding] : []],
    ] as const;
  const jobs = createJobHealth(now);
  const instances = createInstances({
    ...{ pool, readings, jobs, now },
    port() {
      const address = http.server.address();
      return typeof address === 'object' && address ? address.port : null;
    },
    budgets: budgets.states,
    providers: () =>
      chains().map(([kind, links, chain]) => [
        kind,
        links.map((link, place) => ({ ...link, baseUrl: chain[place]?.baseUrl ?? null })),
      ]),
  });
  const makesBackups = config.backups.kept > 0;
  const alarms = createAlarms({ pool, mail, instances, readings, backups, makesBackups, nudgeJobs, now });
  const reporting = startPolling(instances.report, parts.reportMs);
  mountMetrics(http, {
    ...{ metrics, guard, admit, token: config.metricsToken },
    sources: {
      ...{ server: http.server, pool, savesWaiting: parts.savesWaiting, encodings: parts.encodings, readings },
      showSockets: () => http.websocketServer.clients.size,
      links: () => chains().map(([kind, links]) => [kind, links]),
    },
  });
  const status = { pool, embedded, instances, readings, backups, makesBackups, mail, alarms, now };
  return {
    alarms,
    jobWatch: {
      known: jobs.onKnown,
      names: jobs.known,
      ran(name: string, failure: unknown): void {
        metrics.onJob(name, failure === null);
        jobs.onRun(name, failure);
      },
    },
    readStatus: () => readStatus({ ...status, isMailConfigured: () => mailServers.current() !== null }),
    async stop(): Promise<void> {
      await reporting.close();
      // A server that is stopped is not missed; one that is killed is.
      await instances.leave().catch(() => undefined);
    },
  };
}
