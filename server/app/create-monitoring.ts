import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Backups } from '../features/backups/index.ts';
import { createReadings, type Metrics, mountMetrics } from '../features/monitoring/index.ts';
import type { Providers } from '../features/settings/index.ts';
import type { Admit } from '../platform/http/gateway-function.ts';
import type { Guard } from '../platform/http/guard.ts';

/** What watching an instance is composed of. */
interface MonitoringParts {
  config: Config;
  pool: Pool;
  guard: Guard;
  admit: Admit;
  metrics: Metrics;
  backups: Backups;
  providers: Providers;
  savesWaiting(): number;
}

/** Composes what watches this instance, and mounts what tells of it. */
export function createMonitoring(http: FastifyInstance, parts: MonitoringParts) {
  const { config, pool, guard, admit, metrics, backups, savesWaiting } = parts;
  const { models, transcribers, voices, embedders } = parts.providers;
  const readings = createReadings(pool, backups, {
    ...(config.databaseUrl === null ? { data: config.dataDir } : {}),
    backups: config.backups.dir,
  });
  mountMetrics(http, {
    ...{ metrics, guard, admit, token: config.metricsToken },
    sources: {
      ...{ server: http.server, pool, savesWaiting, readings },
      showSockets: () => http.websocketServer.clients.size,
      links: () => [
        ['chat', models.links],
        ['transcription', transcribers.links],
        ['voice', voices.links],
        ['embedding', embedders.links],
      ],
    },
  });
}
