import type { Queries } from './transaction.ts';

/** When a background task last ran, and its result. */
export interface LastRun<Detail> {
  at: Date;
  detail: Detail;
}

/**
 * Records that a task ran now, replacing its previous record.
 *
 * @param detail stored as JSON
 */
export async function saveLastRun(db: Queries, name: string, detail: object): Promise<void> {
  await db.query(
    `INSERT INTO last_runs (name, detail) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET at = now(), detail = excluded.detail`,
    [name, JSON.stringify(detail)],
  );
}

/** The task's last run; null if it never ran, or if that was forgotten. */
export async function readLastRun<Detail>(db: Queries, name: string): Promise<LastRun<Detail> | null> {
  const { rows } = await db.query<LastRun<Detail>>('SELECT at, detail FROM last_runs WHERE name = $1', [name]);
  return rows[0] ?? null;
}

/** Deletes the record of a task's last run. @returns whether there was one */
export async function forgetLastRun(db: Queries, name: string): Promise<boolean> {
  return (await db.query('DELETE FROM last_runs WHERE name = $1', [name])).rowCount === 1;
}
