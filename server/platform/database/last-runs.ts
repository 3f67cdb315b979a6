import type { Queries } from './queries.ts';

/** When something that runs by itself ran last, and what came of it. */
export interface LastRun<Detail> {
  at: Date;
  detail: Detail;
}

/** Saves that something ran now, in place of what was kept of it before. @param detail as JSON */
export async function saveLastRun(db: Queries, name: string, detail: object): Promise<void> {
  await db.query(
    `INSERT INTO last_runs (name, detail) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET at = now(), detail = excluded.detail`,
    [name, JSON.stringify(detail)],
  );
}

/** Null where it never ran, or that was forgotten. */
export async function readLastRun<Detail>(db: Queries, name: string): Promise<LastRun<Detail> | null> {
  const { rows } = await db.query<LastRun<Detail>>('SELECT at, detail FROM last_runs WHERE name = $1', [name]);
  return rows[0] ?? null;
}

/** @returns whether there was anything to forget */
export async function forgetLastRun(db: Queries, name: string): Promise<boolean> {
  return (await db.query('DELETE FROM last_runs WHERE name = $1', [name])).rowCount === 1;
}
