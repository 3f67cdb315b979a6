import type { AlarmDetail, AlarmKind, StatusAnswer } from '@understudy/contract/monitoring';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Backups } from '../backups/index.ts';
import { type Mail, SEND_MAIL_JOB } from '../mail/index.ts';
import { budgetsOf, FAILURES_IN_A_ROW, type Instance, type Instances, providerKey, providersOf } from './instances.ts';
import { ALARM_AT, OVER_BELOW } from './limits.ts';
import type { Readings } from './readings.ts';

/** Checks every so many seconds whether something is wrong. */
export const WATCH_EVERY_S = 60;
/** What is wrong at two looks in a row is an alarm, in milliseconds: what passes by itself is none. */
const WRONG_FOR_MS = 45_000;
/** What has been good for so long is over, in milliseconds. */
const GOOD_FOR_MS = 300_000;

/** Something that may be wrong. */
interface Condition {
  /** The same on every instance. */
  key: string;
  /** `unknown`: nobody has seen it since the last start, so that an alarm stays what it was. */
  is: 'bad' | 'good' | 'unknown';
  detail: AlarmDetail;
}

/** A row of `alarms`. */
interface AlarmRow {
  key: string;
  id: string;
  detail: AlarmDetail;
  bad_since: Date;
  raised_at: Date | null;
  told_at: Date | null;
  good_since: Date | null;
}

/** What is wrong with the installation. */
export interface AlarmStore {
  /** Alarms that are not over, the oldest first. */
  list(): Promise<StatusAnswer['alarms']>;
}

/** Dependencies of the alarms. */
export interface AlarmDeps {
  pool: Pool;
  mail: Pick<Mail, 'isOn' | 'queueForOwners'>;
  instances: Instances;
  readings: Readings;
  backups: Pick<Backups, 'runs'>;
  /** Whether the server makes daily backups. */
  makesBackups: boolean;
  /** Starts the sending of what was queued. */
  nudgeJobs(): void;
  now(): Date;
}

/** Alarms, told by mail. */
export interface Alarms extends AlarmStore {
  /**
   * Looks at everything, raises alarms and ends them. Of several instances only one does it at a time, and each alarm
   * is told once, whoever sees it.
   */
  watch(): Promise<void>;
}

const templateOf = (kind: AlarmKind) => `alarm_${kind}` as const;

/** Creates the alarms. */
export function createAlarms(deps: AlarmDeps): Alarms {
  const { pool, mail, instances, makesBackups, nudgeJobs, now } = deps;
  const startedAt = now();

  const readAnswering = async (): Promise<Instance[]> => (await instances.read()).filter(({ silent }) => !silent);

  const conditions = async (answering: readonly Instance[], raised: ReadonlySet<string>): Promise<Condition[]> => [
    ...providerConditions(answering),
    ...budgetConditions(answering, raised),
    ...diskConditions(answering, raised),
    ...jobConditions(answering),
    ...(makesBackups ? [await backupCondition(deps, startedAt)] : []),
  ];

  /** Tells owners of an alarm, once. */
  const tell = async (client: PoolClient, { id, detail }: AlarmRow, since: Date): Promise<boolean> => {
    const template = templateOf(detail.kind);
    if (!mail.isOn(template)) return false;
    const data = { about: detail, since: since.toISOString() };
    await mail.queueForOwners(client, { template, data, key: `alarm:${id}` });
    await client.query('UPDATE alarms SET told_at = $2 WHERE id = $1', [id, now()]);
    return true;
  };

  /** Ends what is good again. @returns whether a mail was queued */
  const settle = async (client: PoolClient, row: AlarmRow): Promise<boolean> => {
    const at = now();
    const goodSince = row.good_since ?? at;
    if (row.raised_at && at.getTime() - goodSince.getTime() < GOOD_FOR_MS) {
      await client.query('UPDATE alarms SET good_since = $2 WHERE key = $1', [row.key, goodSince]);
      return false;
    }
    await client.query('DELETE FROM alarms WHERE key = $1', [row.key]);
    // No all-clear for an alarm that was never sent.
    if (!row.told_at) return false;
    const data = { about: row.detail, since: row.bad_since.toISOString(), until: goodSince.toISOString() };
    await mail.queueForOwners(client, { template: 'alarm_over', data, key: `alarm_over:${row.id}` });
    return true;
  };

  /** Keeps what is wrong. @returns whether a mail was queued */
  const keep = async (client: PoolClient, { key, detail }: Condition): Promise<boolean> => {
    const { rows } = await client.query<AlarmRow>(
      `INSERT INTO alarms AS a (key, detail, bad_since) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET detail = excluded.detail, good_since = NULL,
         raised_at = CASE WHEN a.bad_since <= $4 THEN coalesce(a.raised_at, $3) END
       RETURNING *`,
      [key, JSON.stringify(detail), now(), new Date(now().getTime() - WRONG_FOR_MS)],
    );
    const [row] = rows;
    return row?.raised_at && !row.told_at ? tell(client, row, row.bad_since) : false;
  };

  return {
    async watch() {
      await instances.report();
      const isTold = await inTransaction(pool, async (client) => {
        // The rows of one look are one instance's, so that two that look at once do not undo each other.
        await client.query('LOCK TABLE alarms IN EXCLUSIVE MODE');
        const { rows } = await client.query<AlarmRow>('SELECT * FROM alarms');
        const raised = new Set(rows.filter(({ raised_at }) => raised_at).map(({ key }) => key));
        const answering = await readAnswering();
        const seen = new Map((await conditions(answering, raised)).map((condition) => [condition.key, condition]));
        const jobs = new Set(answering.flatMap(({ report }) => report.known_jobs ?? []));
        let told = false;
        for (const row of rows) {
          // What no server has any more is no longer wrong; a job that has not run since may be.
          const gone = row.detail.kind === 'job' && jobs.has(row.detail.status.job) ? 'unknown' : 'good';
          if ((seen.get(row.key)?.is ?? gone) === 'good') told = (await settle(client, row)) || told;
        }
        for (const condition of seen.values()) {
          if (condition.is === 'bad') told = (await keep(client, condition)) || told;
        }
        return told;
      });
      if (isTold) nudgeJobs();
    },
    async list() {
      const { rows } = await pool.query<Pick<AlarmRow, 'bad_since' | 'told_at' | 'detail'>>(
        'SELECT detail, bad_since, told_at FROM alarms WHERE raised_at IS NOT NULL ORDER BY bad_since, key',
      );
      return rows.map(({ bad_since, told_at, detail }) => ({
        since: bad_since.toISOString(),
        told: told_at !== null,
        about: detail,
      }));
    },
  };
}

function providerConditions(answering: readonly Instance[]): Condition[] {
  return providersOf(answering).map((status) => {
    const { failures_in_a_row: failures, succeeded_at: at } = status;
    const is = failures >= FAILURES_IN_A_ROW ? 'bad' : failures === 0 && at !== null ? 'good' : 'unknown';
    return { key: `provider ${providerKey(status)}`, is, detail: { kind: 'provider', status } };
  });
}

function budgetConditions(answering: readonly Instance[], raised: ReadonlySet<string>): Condition[] {
  return budgetsOf(answering).map(({ budget, used, limit }) => {
    const key = `budget ${budget}`;
    const from = raised.has(key) ? OVER_BELOW.budgetShare : ALARM_AT.budgetShare;
    return { key, is: used >= from * limit ? 'bad' : 'good', detail: { kind: 'budget', budget, used, limit } };
  });
}

function diskConditions(answering: readonly Instance[], raised: ReadonlySet<string>): Condition[] {
  // Instances on one machine, or with shared folders, have the same disk: the fullest of each name is told of.
  const fullest = answering
    .flatMap(({ report }) => report.disks)
    .toSorted((one, other) => one.used_percent - other.used_percent);
  return [...new Map(fullest.map((status) => [status.disk, status])).values()].map((status) => {
    const key = `disk ${status.disk}`;
    const from = raised.has(key) ? OVER_BELOW.diskPercent : ALARM_AT.diskPercent;
    return { key, is: status.used_percent >= from ? 'bad' : 'good', detail: { kind: 'disk', status } };
  });
}

function jobConditions(answering: readonly Instance[]): Condition[] {
  const all = new Map<string, Condition>();
  const put = (job: string, is: Condition['is'], status: Extract<AlarmDetail, { kind: 'job' }>['status']) =>
    all.set(job, { key: `job ${job}`, is, detail: { kind: 'job', status } });
  for (const { report } of answering) {
    for (const job of report.done_jobs) {
      if (!all.has(job)) put(job, 'good', { job, purpose: 'other', failures_in_a_row: 0, since: '' });
    }
    for (const status of report.failing_jobs) {
      // A mail that cannot be sent cannot be told by mail; the status page has it.
      if (status.job === SEND_MAIL_JOB || all.get(status.job)?.is === 'bad') continue;
      put(status.job, status.failures_in_a_row >= FAILURES_IN_A_ROW ? 'bad' : 'unknown', status);
    }
  }
  return [...all.values()];
}

/** A server that has no backup at all has the time that it has been running, as one that has just been installed. */
async function backupCondition({ readings, backups, now }: AlarmDeps, startedAt: Date): Promise<Condition> {
  const [{ backupAt: last }, { lastTest }] = await Promise.all([readings.read(), backups.runs()]);
  const isOld = now().getTime() - (last ?? startedAt).getTime() > ALARM_AT.backupAgeMs;
  // Without any backup, no restore could be tested.
  const testFailedAt = lastTest?.problem && last && !isOld ? lastTest.at : null;
  return {
    key: 'backup',
    is: isOld || testFailedAt ? 'bad' : 'good',
    detail: {
      kind: 'backup',
      last_at: last?.toISOString() ?? null,
      test_failed_at: testFailedAt,
    },
  };
}
