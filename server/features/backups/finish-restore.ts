import type { Pool } from 'pg';
import { readLastRun, saveLastRun } from '../../platform/database/last-runs.ts';
import type { UsedDatabase } from '../../platform/database/open-database.ts';
import { closePool, createPool } from '../../platform/database/pool.ts';
import type { Queries } from '../../platform/database/transaction.ts';
import { createSealer } from '../../platform/sealer.ts';
import { type AppliedErasures, applyErasures } from '../privacy/index.ts';
import { finishRestored } from '../twin/index.ts';

/** The record of the last restore. The twin's folder and the erasures follow its commit. */
export const RESTORE_RUN = 'restore';
export interface RestoreRun {
  /** Which restored folder of the twin counts. */
  id: string;
  file: string;
  made_at: string;
  rows: number;
  erasures: 'pending' | AppliedErasures;
}

async function lastRestore(client: Queries): Promise<RestoreRun | null> {
  const { rows } = await client.query<{ is: boolean }>("SELECT to_regclass('last_runs') IS NOT NULL AS is");
  return rows[0]?.is ? ((await readLastRun<RestoreRun>(client, RESTORE_RUN))?.detail ?? null) : null;
}

/**
 * Puts the twin's folder of the database's last restore in place, if it was killed before that. One whose restore never
 * committed is removed.
 *
 * @returns the name of the old folder; null where nothing was left to do
 */
export async function finishFolder(client: Queries, twinDir: string): Promise<string | null> {
  return finishRestored(twinDir, (await lastRestore(client))?.id ?? null);
}

/**
 * Does what is left of a restore that has just committed, or was killed after that: its folder of the twin is put in
 * place, and its erasures are carried out. A folder whose restore never committed is removed. Where nothing is left, it
 * looks for a folder and reads a row. Nobody may be served before.
 *
 * @returns what was erased, and the name of the twin's old folder; null where nothing was left
 */
export async function finishRestore(
  client: Queries,
  database: UsedDatabase,
  twinDir: string,
  onStep: (step: string) => void = () => undefined,
): Promise<{ erased: AppliedErasures | null; oldTwin: string | null }> {
  const last = await lastRestore(client);
  const oldTwin = await finishRestored(twinDir, last?.id ?? null, onStep);
  if (last?.erasures !== 'pending') return { erased: null, oldTwin };
  onStep('erase');
  const sealer = createSealer(database.secretKey.bytes);
  const erased = await withPool(database, (pool) => applyErasures({ pool, sealer }));
  await saveLastRun(client, RESTORE_RUN, { ...last, erasures: erased });
  return { erased, oldTwin };
}

export async function withPool<Result>(
  { connection }: UsedDatabase,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(connection);
  try {
    return await work(pool);
  } finally {
    await closePool(pool);
  }
}
