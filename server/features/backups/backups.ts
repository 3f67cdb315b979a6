import { hostname } from 'node:os';
import path from 'node:path';
import type { BackupRun, BackupsAnswer } from '@understudy/contract/backups';
import pg, { type Pool } from 'pg';
import { BackupError } from '../../platform/backup/backup-error.ts';
import {
  type KeptBackup,
  listBackups,
  MAX_BACKUP_DAYS,
  readBackupName,
  rotateBackups,
} from '../../platform/backup/backup-folder.ts';
import type { BackupKind } from '../../platform/backup/chunks.ts';
import { readLastRun, saveLastRun } from '../../platform/database/last-runs.ts';
import type { UsedDatabase } from '../../platform/database/open-database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Logger } from '../../platform/log.ts';
import { dayAt, startOfDay } from '../../platform/zones.ts';
import { type Installation, keepBackup } from './installation.ts';
import { testRestore } from './restore-test.ts';

/** Checks every so many seconds whether a daily backup is due. */
export const BACKUP_LOOK_EVERY_S = 3_600;
/** From this hour on, in the owner's zone: when the fewest people talk. */
const FROM_HOUR = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long after a restore test the next one is due: sooner after one that has failed. */
const TEST_AFTER_MS = { passed: 7 * DAY_MS, failed: DAY_MS };

/** What is done, with its advisory lock (the numbers are arbitrary) and the name of its last run. */
const TASKS = {
  backup: { lock: 7_302_201, run: 'backup' },
  test: { lock: 7_302_202, run: 'restore_test' },
} as const;
type Task = keyof typeof TASKS;

type Detail = Omit<BackupRun, 'at'>;
type MadeBackup = Pick<KeptBackup, 'kind' | 'madeAt'>;

interface BackupsDeps extends UsedDatabase {
  pool: Pool;
  installation: Pick<Installation, 'twinDir' | 'backups'>;
  log: Logger;
  /** The owner's time zone. */
  zone(): string;
  now?: () => Date;
}

/** Backups of a running server. */
export type Backups = ReturnType<typeof createBackups>;

/** Makes, tests and lists backups. Of each task only one runs at a time, whichever instance does it. */
export function createBackups({ pool, installation, log, zone, now = () => new Date(), ...database }: BackupsDeps) {
  const { dir, kept, passphrase } = installation.backups;
  const stopping = new AbortController();
  /** Tasks that a click has started. */
  const started = new Map<Promise<unknown>, Task>();

  /**
   * Does a task, and records how it went.
   * @returns false if another instance is doing it, or this one stops before it is done
   * @throws BackupError as the task does
   */
  const run = async (task: Task, work: () => Promise<{ name: string; rows: number }>): Promise<boolean> => {
    const client = new pg.Client({ ...database.connection, application_name: 'understudy backup' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const sql = 'SELECT pg_try_advisory_lock($1) AS taken';
      const { rows: locks } = await client.query<{ taken: boolean }>(sql, [TASKS[task].lock]);
      if (!locks[0]?.taken) return false;
      const began = performance.now();
      const save = (detail: Pick<Detail, 'name' | 'problem' | 'rows'>) => {
        const run: Detail = { ...detail, took_ms: Math.round(performance.now() - began), host: hostname() };
        return saveLastRun(pool, TASKS[task].run, run);
      };
      try {
        const { name, rows } = await work();
        await save({ name, rows, problem: null });
        return true;
      } catch (error) {
        // The next start sees to it.
        if (stopping.signal.aborted) return false;
        log.error({ err: error }, task === 'backup' ? 'the backup failed' : 'the restore test failed');
        const problem = error instanceof BackupError ? error.message : 'It failed; the log of the server says why.';
        await save({ name: null, rows: 0, problem });
        throw error;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  const make = (kind: BackupKind): Promise<boolean> =>
    run('backup', async () => {
      const made = await keepBackup(database, installation, kind, { now: now(), signal: stopping.signal });
      const { file, tookMs, ...figures } = made;
      log.info({ ...figures, file: path.basename(file), took_ms: tookMs }, 'backup');
      return { name: path.basename(file), rows: made.rows };
    });

  const test = (): Promise<boolean> =>
    run('test', async () => {
      const [newest] = await listBackups(dir);
      if (!newest) throw new BackupError('refused', 'There is no backup yet.');
      const { rows: sizes } = await pool.query<{ bytes: number }>(
        'SELECT pg_database_size(current_database())::float8 AS bytes',
      );
      const file = path.join(dir, newest.name);
      const { rows } = await testRestore(file, passphrase, sizes[0]?.bytes ?? 0, stopping.signal);
      return { name: newest.name, rows };
    });

  const running = async (): Promise<Task | null> => {
    // The lock ends with the process that holds it, so that nothing counts as running that has died.
    const { rows } = await pool.query<{ lock: number }>(
      `SELECT objid::int AS lock FROM pg_locks WHERE locktype = 'advisory' AND objid::int = ANY ($1)
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [Object.values(TASKS).map(({ lock }) => lock)],
    );
    return (['backup', 'test'] as const).find((task) => rows.some(({ lock }) => lock === TASKS[task].lock)) ?? null;
  };

  const lastRun = async (task: Task): Promise<BackupRun | null> => {
    const last = await readLastRun<Detail>(pool, TASKS[task].run);
    return last && { ...last.detail, at: last.at.toISOString() };
  };

  /** How the latest backup and the latest restore test went; null for none. */
  const runs = async (): Promise<{ last: BackupRun | null; lastTest: BackupRun | null }> => {
    const [last, lastTest] = await Promise.all([lastRun('backup'), lastRun('test')]);
    return { last, lastTest };
  };

  let isStarting = false;
  return {
    make,
    test,
    /**
     * Deletes what is too old, makes the backup of the day once it is due, and now and then tries to restore it. For
     * the job runner.
     */
    async daily(): Promise<void> {
      await rotateBackups(dir, kept, now(), null);
      if (kept === 0) return;
      const at = now().getTime();
      const today = startOfDay(zone(), dayAt(zone(), at)) + FROM_HOUR * HOUR_MS;
      const due = today <= at ? today : today - DAY_MS;
      const isOfToday = (one: MadeBackup | null): boolean => one?.kind === 'daily' && one.madeAt.getTime() >= due;
      if (!(await listBackups(dir)).some(isOfToday)) {
        if (isOfToday(await madeElsewhere(pool)) || !(await make('daily'))) return;
      }
      const tested = await readLastRun<Detail>(pool, TASKS.test.run);
      const dueAfter = TEST_AFTER_MS[tested?.detail.problem ? 'failed' : 'passed'];
      if (!tested || at - tested.at.getTime() > dueAfter) await test();
    },
    /** Starts a task without waiting for its end. @throws AppError if one is running */
    async start(task: Task): Promise<void> {
      const taken = new AppError('conflict', 'A backup or a restore test is running already.');
      // Before anything is waited for: a second click comes at once.
      if (started.size > 0 || isStarting) throw taken;
      isStarting = true;
      try {
        if (await running()) throw taken;
        const work = (task === 'backup' ? make('asked') : test()).catch(() => undefined);
        started.set(work, task);
        void work.finally(() => started.delete(work));
      } finally {
        isStarting = false;
      }
    },
    /** When the newest backup was made, by whichever instance; null for none. */
    async newestAt(): Promise<Date | null> {
      const [[newest], elsewhere] = await Promise.all([listBackups(dir), madeElsewhere(pool)]);
      const all = [newest, elsewhere].flatMap((one) => (one ? [one.madeAt.getTime()] : []));
      return all.length > 0 ? new Date(Math.max(...all)) : null;
    },
    runs,
    async state(): Promise<BackupsAnswer> {
      const [items, isRunning, { last, lastTest }] = await Promise.all([listBackups(dir), running(), runs()]);
      return {
        folder: dir,
        kept,
        days: MAX_BACKUP_DAYS,
        encrypted: passphrase !== null,
        // A task that has just been started has no lock yet.
        running: isRunning ?? [...started.values()][0] ?? null,
        last: isLatest(last, items[0]) ? last : null,
        last_test: lastTest,
        items: items.map(({ name, kind, madeAt, bytes, isEncrypted }) => ({
          ...{ name, kind, bytes },
          made_at: madeAt.toISOString(),
          encrypted: isEncrypted,
        })),
      };
    },
    /** Gives up what runs; nothing half-made stays. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(started.keys());
    },
  };
}

/** Whether no backup is newer than what was recorded: of a restored database that is from before its backup. */
const isLatest = (last: BackupRun | null, newest: { name: string; madeAt: Date } | undefined): boolean =>
  !newest || newest.name === last?.name || newest.madeAt.getTime() <= Date.parse(last?.at ?? '');

/** The latest backup, if another machine has made it: of those made here, the folder tells. */
async function madeElsewhere(pool: Pool): Promise<MadeBackup | null> {
  const last = await readLastRun<Detail>(pool, TASKS.backup.run);
  return last && last.detail.host !== hostname() ? readBackupName(last.detail.name ?? '') : null;
}
