import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DiskName } from '@understudy/contract/monitoring';
import type { Pool } from 'pg';
import type { Backups } from '../backups/index.ts';

/** How old figures may be when somebody asks: of several who ask within this time only the first reads anything. */
const CACHE_MS = 5_000;
/** A database or folder that takes longer counts as unavailable, so that scrapes and the status page get an answer. */
const PATIENCE_MS = 3_000;

/** The space on a disk. */
export interface DiskSpace {
  disk: DiskName;
  /** The same for folders on the same disk. */
  device: number;
  freeBytes: number;
  sizeBytes: number;
  /** The share that is used of what an ordinary account may use, 0 to 1. */
  usedShare: number;
}

/** Work of one job's name that is not done. */
export interface QueuedWork {
  job: string;
  count: number;
  /** Age of the oldest, in seconds. */
  oldestS: number;
  /** How long the longest overdue one has been due, in seconds; 0 for none: one that waits to be tried again is not. */
  overdueS: number;
}

/** What is told of an installation by its database and the disks of this machine. */
export interface Reading {
  /** Null while the database does not answer. */
  database: { jobs: QueuedWork[]; mails: { queued: number; failed: number } } | null;
  /** Empty while one of their folders does not answer. */
  disks: DiskSpace[];
  /** When the newest backup was made, by whichever instance, as far as is known; null for none. */
  backupAt: Date | null;
}

/** Reads the installation's figures, at most once in a few seconds. */
export interface Readings {
  read(): Promise<Reading>;
}

/**
 * Creates the readings.
 *
 * @param disks of this machine, as {@link readDisks} reads them
 */
export function createReadings(
  pool: Pool,
  backups: Pick<Backups, 'newestAt'>,
  disks: () => Promise<DiskSpace[]>,
  { cacheMs = CACHE_MS, patienceMs = PATIENCE_MS } = {},
): Readings {
  /** When the newest backup was made, as last known: its folder may hang. */
  let backupAt: Date | null = null;
  const readDatabase = patient(patienceMs, async () => {
    const [jobs, mails] = await Promise.all([readQueuedWork(pool), readMails(pool)]);
    return { jobs, mails };
  });
  const readBackup = patient(patienceMs, async () => {
    backupAt = await backups.newestAt();
  });
  const readSpace = patient(patienceMs, disks);
  let cached: { at: number; reading: Promise<Reading> } | null = null;
  return {
    read() {
      const now = performance.now();
      if (!cached || now - cached.at > cacheMs) cached = { at: now, reading: readAll() };
      return cached.reading;
    },
  };

  async function readAll(): Promise<Reading> {
    const [database, space] = await Promise.all([readDatabase(), readSpace(), readBackup()]);
    return { database, disks: space ?? [], backupAt };
  }
}

/** `work`, or null if it fails or takes longer. While it hangs it is not begun again. */
function patient<Value>(patienceMs: number, work: () => Promise<Value>): () => Promise<Value | null> {
  let running: Promise<Value> | null = null;
  return async () => {
    running ??= work().finally(() => {
      running = null;
    });
    const timer = Promise.withResolvers<null>();
    const timeout = setTimeout(timer.resolve, patienceMs, null).unref();
    try {
      return await Promise.race([running, timer.promise]);
    } catch {
      return null;
    } finally {
      clearTimeout(timeout);
    }
  };
}

/** The work that waits or runs, by its job. */
async function readQueuedWork(pool: Pool): Promise<QueuedWork[]> {
  const { rows: found } = await pool.query<{ runs: boolean }>(`SELECT to_regclass('jobs.job') IS NOT NULL AS runs`);
  const runner = `UNION ALL SELECT name, created_on, greatest(created_on, start_after) FROM jobs.job
    WHERE state < 'completed'`;
  const { rows } = await pool.query<{ job: string; count: number; oldest_s: number; overdue_s: number }>(
    `SELECT name AS job, count(*)::int AS count,
       extract(epoch FROM now() - min(created_at))::float8 AS oldest_s,
       extract(epoch FROM now() - min(due_at))::float8 AS overdue_s
     FROM (SELECT name, created_at, created_at AS due_at FROM job_requests ${found[0]?.runs ? runner : ''}) AS work
     GROUP BY name ORDER BY name`,
  );
  return rows.map(({ job, count, oldest_s, overdue_s }) => ({
    job,
    count,
    oldestS: Math.max(0, oldest_s),
    overdueS: Math.max(0, overdue_s),
  }));
}

async function readMails(pool: Pool): Promise<{ queued: number; failed: number }> {
  const { rows } = await pool.query<{ queued: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE gave_up_at IS NULL)::int AS queued,
       count(*) FILTER (WHERE gave_up_at IS NOT NULL)::int AS failed
     FROM outgoing_mails WHERE delivered_at IS NULL`,
  );
  return rows[0] ?? { queued: 0, failed: 0 };
}

/** Reads the space on each disk. A folder that is not there yet counts as the one that it will be in. */
export async function readDisks(folders: Partial<Record<DiskName, string>>): Promise<DiskSpace[]> {
  const disks: DiskSpace[] = [];
  for (const [disk, folder] of Object.entries(folders) as [DiskName, string][]) {
    const there = await nearestFolder(folder);
    const [{ blocks, bfree, bavail, bsize }, { dev: device }] = await Promise.all([statfs(there), stat(there)]);
    const used = blocks - bfree;
    disks.push({
      ...{ disk, device },
      freeBytes: bavail * bsize,
      sizeBytes: blocks * bsize,
      usedShare: used + bavail > 0 ? used / (used + bavail) : 0,
    });
  }
  return disks;
}

async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  const above = path.dirname(folder);
  return isThere || above === folder ? folder : nearestFolder(above);
}
