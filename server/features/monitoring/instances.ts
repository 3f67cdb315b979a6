import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { DiskStatus, FailingJob, ProviderStatus, SiteBudget } from '@understudy/contract/monitoring';
import type { BudgetState, ProviderState } from '@understudy/contract/settings';
import type { Pool } from 'pg';
import { PRODUCT_VERSION } from '../../platform/product-version.ts';
import type { ProviderLink } from '../../providers/health.ts';
import { failureKind } from '../../providers/provider-error.ts';
import type { JobHealth } from './job-health.ts';
import type { Readings } from './readings.ts';

/** An instance that has said nothing for so long is gone or stuck, in seconds. */
export const SILENT_AFTER_S = 120;
/** After so long it is forgotten, in seconds. */
const FORGOTTEN_AFTER_S = 86_400;
/** So many failures in a row, and a provider or a job is failing, rather than having failed once. */
export const FAILURES_IN_A_ROW = 3;
/** How often a failing provider is asked whether it is back, if no visitor's turn asks it, in milliseconds. */
const TRY_AGAIN_MS = 300_000;
const TRY_TIMEOUT_MS = 15_000;

/** What an instance says of itself. */
export interface InstanceReport {
  providers: ProviderStatus[];
  disks: DiskStatus[];
  failing_jobs: FailingJob[];
  /** Jobs that may run there; an earlier release does not tell. */
  known_jobs?: string[];
  /** Jobs whose last run was done. */
  done_jobs: string[];
  budgets: { budget: SiteBudget; used: number; limit: number }[];
}

/** An instance, as it last said. */
export interface Instance {
  /** The machine's name and the port; only the name if it does not listen yet. */
  host: string;
  version: string;
  started_at: Date;
  seen_at: Date;
  /** Whether it is the one that asks. */
  own: boolean;
  silent: boolean;
  report: InstanceReport;
}

/** What this instance knows of itself, and a provider's host. */
export interface InstanceSources {
  pool: Pool;
  readings: Readings;
  /** The port on which this instance listens; null before it does. */
  port(): number | null;
  jobs: Pick<JobHealth, 'known' | 'done' | 'failing'>;
  budgets(): BudgetState[];
  /** The providers of each kind, each with the base URL of those that are configured. */
  providers(): Iterable<[ProviderState['kind'], readonly (ProviderLink & { baseUrl: string | null })[]]>;
  now(): Date;
}

/** The instances that share the database. */
export interface Instances {
  /**
   * Says how this instance is. Forgets those that have been silent for a day, and one that was killed on the same
   * machine and port: this one has taken its place.
   */
  report(): Promise<void>;
  /** All of them, the own one first. */
  read(): Promise<Instance[]>;
  /** Forgets the own one. */
  leave(): Promise<void>;
}

/** Creates the instances, of which this one has said nothing yet. */
export function createInstances(sources: InstanceSources): Instances {
  const { pool, port, now } = sources;
  const id = randomUUID();
  const startedAt = now();

  return {
    async report() {
      tryFailing(sources);
      const report = await reportOf(sources);
      const listensAt = port();
      const host = listensAt === null ? hostname() : `${hostname()}:${listensAt}`;
      await pool.query(
        `INSERT INTO instances (id, host, version, started_at, seen_at, report) VALUES ($1, $2, $3, $4, now(), $5)
         ON CONFLICT (id) DO UPDATE SET host = excluded.host, seen_at = now(), report = excluded.report`,
        [id, host, PRODUCT_VERSION, startedAt, JSON.stringify(report)],
      );
      await pool.query(
        `DELETE FROM instances WHERE seen_at < now() - $1 * interval '1 second'
           OR ($2 AND host = $3 AND started_at < $4 AND id <> $5)`,
        [FORGOTTEN_AFTER_S, listensAt !== null, host, startedAt, id],
      );
    },
    async read() {
      const { rows } = await pool.query<Instance>(
        `SELECT host, version, started_at, seen_at, report, id = $1 AS own,
           seen_at < now() - $2 * interval '1 second' AS silent
         FROM instances ORDER BY id <> $1, started_at`,
        [id, SILENT_AFTER_S],
      );
      return rows;
    },
    async leave() {
      await pool.query('DELETE FROM instances WHERE id = $1', [id]);
    },
  };
}

async function reportOf({ readings, jobs, budgets, providers }: InstanceSources): Promise<InstanceReport> {
  const { disks } = await readings.read();
  return {
    providers: [...providers()].flatMap(([kind, links]) => chainStatus(kind, links)),
    // Folders on one disk are one row.
    disks: uniqueBy(disks, ({ device }) => String(device)).map(({ disk, freeBytes, usedShare }) => ({
      disk,
      host: hostname(),
      used_percent: Math.floor(usedShare * 100),
      free_bytes: freeBytes,
    })),
    failing_jobs: jobs.failing(),
    known_jobs: jobs.known(),
    done_jobs: jobs.done(),
    budgets: budgets().flatMap(({ budget, used, limit }) =>
      used !== null && (budget === 'site_tokens' || budget === 'site_messages') ? [{ budget, used, limit }] : [],
    ),
  };
}

/** The providers of a kind. The embedded one counts only where there is no other, or where it has failed. */
function chainStatus(
  kind: ProviderState['kind'],
  links: readonly (ProviderLink & { baseUrl: string | null })[],
): ProviderStatus[] {
  const told = links.filter(({ baseUrl, health }) => baseUrl !== null || links.length === 1 || health.failing());
  return told.map(({ name, health, baseUrl }) => {
    const error = health.lastError();
    const failing = health.failing();
    return {
      kind,
      provider: name,
      host: baseUrl && new URL(baseUrl).host,
      reason: error && failureKind(error.problem),
      failed_at: error?.at.toISOString() ?? null,
      succeeded_at: health.lastSuccessAt()?.toISOString() ?? null,
      failures_in_a_row: failing?.inARow ?? 0,
      failing_since: failing?.since.toISOString() ?? null,
    };
  });
}

/** Each provider once, as the instance sees it to which it fails the most. */
export function providersOf(answering: readonly Instance[]): ProviderStatus[] {
  const all = answering.flatMap(({ report }) => report.providers);
  const worstLast = all.toSorted((one, other) => one.failures_in_a_row - other.failures_in_a_row);
  // Of each key the last one counts; the order is that in which they are told of.
  return [...new Map([...all, ...worstLast].map((status) => [providerKey(status), status])).values()];
}

/** What tells a provider from the others, on every instance. */
export const providerKey = ({ kind, provider, host }: ProviderStatus): string =>
  `${kind} ${provider}${host === null ? '' : ` ${host}`}`;

/** Each budget once, by the instance that knows of the most use. */
export function budgetsOf(answering: readonly Instance[]): Instance['report']['budgets'] {
  const most = answering.flatMap(({ report }) => report.budgets).toSorted((one, other) => other.used - one.used);
  return uniqueBy(most, ({ budget }) => budget).toSorted((one, other) => (one.budget < other.budget ? 1 : -1));
}

/** The first of each key. */
export function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

/**
 * Asks providers that are failing whether they are back: without a visitor's turn nobody else would. Also after one
 * failure, which otherwise keeps an alarm that another instance has raised from ending. Does not wait.
 */
function tryFailing({ providers, now }: InstanceSources): void {
  for (const [, links] of providers()) {
    for (const { health, test } of links) {
      const [failing, error] = [health.failing(), health.lastError()];
      const isDue = error !== null && now().getTime() - error.at.getTime() >= TRY_AGAIN_MS;
      if (!failing || !isDue) continue;
      // Its health keeps what came of it.
      void test(AbortSignal.timeout(TRY_TIMEOUT_MS)).catch(() => undefined);
    }
  }
}
