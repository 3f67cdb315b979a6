import { randomUUID } from 'node:crypto';
import type { CalendarSource } from '@understudy/contract/bookings';
import type { ReadProblem } from '@understudy/contract/read-problems';
import type { PoolClient } from 'pg';
import type { Queries } from '../../../platform/database/transaction.ts';
import type { Sealer } from '../../../platform/sealer.ts';
import type { Stretch } from '../slots.ts';

/** What is secret of a source in the settings: where it is, or the file itself. */
export type SourceAccess = { url: string; user?: string; password?: string } | CalendarFile;

/** An uploaded calendar. */
export interface CalendarFile {
  name: string;
  text: string;
}

/** A source as it is read. */
export interface StoredSource {
  id: string;
  kind: CalendarSource['kind'];
  /** As `calendar.yaml` names it; null for one of the settings. */
  named: string | null;
  label: string;
  writes: boolean;
  /** Null for a source of the twin's folder. */
  access: SourceAccess | null;
}

interface SourceRow {
  id: string;
  kind: CalendarSource['kind'];
  named: string | null;
  label: string;
  sealed: Buffer | null;
  writes: boolean;
}

/** The purpose for which a source's access is sealed. */
const purposeOf = (id: string): string => `calendar source ${id}`;

/** What names an address without giving it away: its host. */
export function labelOf(url: string): string {
  return URL.parse(url)?.host ?? 'a calendar';
}

/** All sources, or those that were never read. @throws SealError if one cannot be opened */
export async function readSources(
  db: Queries,
  sealer: Sealer,
  which: 'all' | 'unread' = 'all',
): Promise<StoredSource[]> {
  const { rows } = await db.query<SourceRow>(
    `SELECT id, kind, named, label, sealed, writes FROM calendar_sources WHERE $1 = 'all' OR read_at IS NULL
     ORDER BY created_at, id`,
    [which],
  );
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    access: sealed && (JSON.parse(sealer.open(sealed, purposeOf(row.id)).toString('utf8')) as SourceAccess),
  }));
}

/** Sources as the owner sees them. */
export async function presentSources(db: Queries): Promise<CalendarSource[]> {
  const { rows } = await db.query<
    Omit<CalendarSource, 'read_at' | 'ok_at' | 'uploaded_at'> & Record<'read_at' | 'ok_at' | 'uploaded_at', Date | null>
  >(
    `SELECT s.id, s.kind, s.label, s.writes, CASE WHEN s.kind = 'file' THEN s.created_at END AS uploaded_at,
       s.read_at, s.ok_at, s.problem,
       (SELECT count(*)::int FROM busy_times b WHERE b.source_id = s.id) AS times
     FROM calendar_sources s ORDER BY s.created_at, s.id`,
  );
  return rows.map((row) => ({
    ...row,
    uploaded_at: row.uploaded_at?.toISOString() ?? null,
    read_at: row.read_at?.toISOString() ?? null,
    ok_at: row.ok_at?.toISOString() ?? null,
  }));
}

/** Adds a source of the settings. Only one is written to, so that this takes it from any other. */
export async function insertSource(
  client: PoolClient,
  sealer: Sealer,
  source: { kind: 'address' | 'caldav' | 'file'; access: SourceAccess; writes: boolean; by: string },
): Promise<string> {
  const { kind, access, writes, by } = source;
  const id = randomUUID();
  if (writes) await client.query('UPDATE calendar_sources SET writes = false WHERE writes');
  await client.query(
    `INSERT INTO calendar_sources (id, kind, label, sealed, writes, created_by) VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, kind, 'text' in access ? access.name : labelOf(access.url), sealed(sealer, id, access), writes, by],
  );
  return id;
}

const sealed = (sealer: Sealer, id: string, access: SourceAccess): Buffer =>
  sealer.seal(Buffer.from(JSON.stringify(access)), purposeOf(id));

/** Puts a file in the place of an uploaded one. @returns whether there was one */
export async function replaceFile(
  client: PoolClient,
  sealer: Sealer,
  id: string,
  { file, by }: { file: CalendarFile; by: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE calendar_sources SET label = $2, sealed = $3, created_by = $4, created_at = now()
     WHERE id = $1 AND kind = 'file'`,
    [id, file.name, sealed(sealer, id, file), by],
  );
  return rowCount === 1;
}

/** Removes a source of the settings with its busy times. @returns its label; null if there is none */
export async function deleteSource(client: PoolClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ label: string }>(
    'DELETE FROM calendar_sources WHERE id = $1 AND named IS NULL RETURNING label',
    [id],
  );
  return rows[0]?.label ?? null;
}

/** Keeps a row for each source that `calendar.yaml` names, and none for those that it no longer does. */
export async function followFolder(client: PoolClient, named: readonly string[]): Promise<void> {
  await client.query('DELETE FROM calendar_sources WHERE named IS NOT NULL AND NOT named = ANY ($1::text[])', [named]);
  for (const source of named) {
    const label = source.startsWith('calendar/') ? source : labelOf(source);
    await client.query(
      `INSERT INTO calendar_sources (kind, named, label, created_by) VALUES ('folder', $1, $2, 'calendar.yaml')
       ON CONFLICT (named) DO NOTHING`,
      [source, label],
    );
  }
}

/** Replaces a source's busy times after a good reading. Does nothing if it was removed meanwhile. */
export async function saveBusy(client: PoolClient, id: string, times: readonly Stretch[]): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE calendar_sources SET read_at = now(), ok_at = now(), problem = NULL WHERE id = $1',
    [id],
  );
  if (rowCount === 0) return;
  await client.query('DELETE FROM busy_times WHERE source_id = $1', [id]);
  await client.query(
    `INSERT INTO busy_times (source_id, starts_at, ends_at)
     SELECT $1, to_timestamp(s / 1000.0), to_timestamp(e / 1000.0) FROM unnest($2::float8[], $3::float8[]) AS t (s, e)`,
    [id, times.map(({ start }) => start), times.map(({ end }) => end)],
  );
}

/** Notes why a source could not be read; its last good busy times stay. */
export async function saveProblem(db: Queries, id: string, problem: ReadProblem): Promise<void> {
  await db.query('UPDATE calendar_sources SET read_at = now(), problem = $2::jsonb WHERE id = $1', [
    id,
    JSON.stringify(problem),
  ]);
}
