import type { ProviderStatus, StatusAnswer, StatusLevel } from '@understudy/contract/monitoring';
import type { Pool } from 'pg';
import type { AdminScope } from '../accounts/index.ts';
import type { Backups } from '../backups/index.ts';
import type { Mail } from '../mail/index.ts';
import type { AlarmStore } from './alarms.ts';
import { budgetsOf, FAILURES_IN_A_ROW, type Instances, providersOf, uniqueBy } from './instances.ts';
import { purposeOf } from './job-health.ts';
import { ALARM_AT } from './limits.ts';
import type { Readings } from './readings.ts';

/** From this time on a database that answers is slow, in milliseconds. */
const SLOW_DATABASE_MS = 500;
/** A disk that is so full should be looked at, in percent. */
const DISK_FILLS_PERCENT = 80;
/** A job that should have begun so long ago is late, in seconds. */
const LATE_S = 600;

/** Dependencies of the status. */
export interface StatusDeps {
  pool: Pool;
  /** Whether the database is the embedded one. */
  embedded: boolean;
  instances: Instances;
  readings: Readings;
  backups: Pick<Backups, 'runs'>;
  /** Whether the server makes daily backups. */
  makesBackups: boolean;
  mail: Pick<Mail, 'lastOutcome'>;
  isMailConfigured(): boolean;
  alarms: Pick<AlarmStore, 'list'>;
  now(): Date;
}

/** Mounts `/status`: how the installation is. */
export function mountStatus({ http }: AdminScope, read: () => Promise<StatusAnswer>): void {
  http.get('/status', (): Promise<StatusAnswer> => read());
}

const ORDER: readonly StatusLevel[] = ['idle', 'good', 'warning', 'bad'];
const worst = (levels: readonly StatusLevel[]): StatusLevel =>
  levels.reduce((one, other) => (ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one), 'good');

/** Reads how an installation is, over all its instances. */
export async function readStatus(deps: StatusDeps): Promise<StatusAnswer> {
  const { embedded, instances, readings, alarms, now } = deps;
  await instances.report();
  const began = performance.now();
  await deps.pool.query('SELECT 1');
  const took_ms = Math.round(performance.now() - began);
  const [all, { database }, backups, mail, active] = await Promise.all([
    instances.read(),
    readings.read(),
    backupStatus(deps),
    deps.mail.lastOutcome(),
    alarms.list(),
  ]);
  const answering = all.filter(({ silent }) => !silent);
  const reports = answering.map(({ report }) => report);
  const failing = reports.flatMap(({ failing_jobs }) => failing_jobs);
  const late = (database?.jobs ?? []).flatMap(({ job, overdueS }) =>
    overdueS >= LATE_S ? [{ job, purpose: purposeOf(job), late_s: Math.round(overdueS) }] : [],
  );
  const mails = database?.mails ?? { queued: 0, failed: 0 };
  const parts = {
    database: { level: took_ms < SLOW_DATABASE_MS ? ('good' as const) : ('warning' as const), embedded, took_ms },
    disks: uniqueBy(
      reports.flatMap(({ disks }) => disks),
      ({ disk, host }) => `${disk} ${host}`,
    ).map((status) => ({ ...status, level: diskLevel(status.used_percent) })),
    providers: providersOf(answering).map((status) => ({ ...status, level: providerLevel(status) })),
    budgets: budgetsOf(answering).map((budget) => ({ ...budget, level: budgetLevel(budget) })),
    jobs: { level: jobsLevel(failing, late), failing, late },
    backups,
    mail: {
      level: mailLevel(deps.isMailConfigured(), mail?.ok ?? true, mails.failed),
      configured: deps.isMailConfigured(),
      ...mails,
      last: mail && { at: mail.at, ok: mail.ok },
    },
    instances: all.map(({ host, version, started_at, seen_at, silent }) => ({
      level: silent ? ('warning' as const) : ('good' as const),
      ...{ host, version },
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
    })),
  };
  const levels = Object.values(parts).flatMap((part) =>
    (Array.isArray(part) ? part : [part]).map(({ level }) => level),
  );
  return { checked_at: now().toISOString(), level: worst(levels), ...parts, alarms: active };
}

function providerLevel({ failures_in_a_row: failures, succeeded_at: at }: ProviderStatus): StatusLevel {
  if (failures >= FAILURES_IN_A_ROW) return 'bad';
  if (failures > 0) return 'warning';
  return at === null ? 'idle' : 'good';
}

const diskLevel = (percent: number): StatusLevel =>
  percent >= ALARM_AT.diskPercent ? 'bad' : percent >= DISK_FILLS_PERCENT ? 'warning' : 'good';

function budgetLevel({ used, limit }: { used: number; limit: number }): StatusLevel {
  if (used >= limit) return 'bad';
  return used >= ALARM_AT.budgetShare * limit ? 'warning' : 'good';
}

function jobsLevel(failing: StatusAnswer['jobs']['failing'], late: StatusAnswer['jobs']['late']): StatusLevel {
  if (failing.some((job) => job.failures_in_a_row >= FAILURES_IN_A_ROW)) return 'bad';
  return failing.length > 0 || late.length > 0 ? 'warning' : 'good';
}

function mailLevel(isConfigured: boolean, isLastGood: boolean, failed: number): StatusLevel {
  if (!isConfigured) return 'idle';
  return isLastGood && failed === 0 ? 'good' : 'warning';
}

async function backupStatus({ readings, backups, makesBackups, now }: StatusDeps): Promise<StatusAnswer['backups']> {
  const [{ backupAt: newest }, { last, lastTest: test }] = await Promise.all([readings.read(), backups.runs()]);
  const failed = last !== null && last.problem !== null;
  const testFailed = test !== null && test.problem !== null;
  const age = newest === null ? null : now().getTime() - newest.getTime();
  const isOld = age !== null && age > ALARM_AT.backupAgeMs;
  const level = failed || testFailed || (makesBackups && isOld) ? 'bad' : newest === null ? 'idle' : 'good';
  return {
    level,
    daily: makesBackups,
    last_at: newest?.toISOString() ?? null,
    failed,
    tested_at: test?.at ?? null,
    test_failed: testFailed,
  };
}
