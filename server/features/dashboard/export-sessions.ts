import type { AdminSession, EXPORT_FORMATS, EXPORT_PRESETS, Sort, WaitlistEntry } from '@understudy/contract/admin';
import type { Pool } from 'pg';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { EXPORT_COLUMNS, type ExportRow } from './export-columns.ts';
import type { SessionFilter } from './filter.ts';
import { stepThrough } from './list-sessions.ts';
import { presentSession } from './session-rows.ts';
import { listWaitlist } from './waitlist.ts';
import type { Place } from './walk.ts';

/** Rows that are read at once. Memory holds a few such pieces, however long the file becomes. */
const ROWS_AT_ONCE = 1_000;

type Format = (typeof EXPORT_FORMATS)[number];

/** What an export of sessions holds. */
export interface SessionExport {
  filter: SessionFilter;
  sort: Sort;
  format: Format;
  preset: (typeof EXPORT_PRESETS)[number];
}

/**
 * A file of what a list shows, piece by piece: each piece is read when the one before it has been taken, so that a slow
 * reader holds neither memory nor a connection to the database.
 */
export async function* exportSessions(
  pool: Pool,
  { filter, sort, format, preset }: SessionExport,
): AsyncGenerator<string> {
  const columns = EXPORT_COLUMNS[preset];
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(columns.map(([name]) => name));
  let after: Place | null = null;
  do {
    const step = await stepThrough(pool, { filter, sort, after, most: ROWS_AT_ONCE });
    const sessions = step.rows.map(presentSession);
    const lines =
      format === 'csv'
        ? (await withContact(pool, sessions)).map((row) => csvLine(columns.map(([, cell]) => cell(row))))
        : sessions.map((session) => `${JSON.stringify(session)}\n`);
    if (lines.length > 0) yield lines.join('');
    after = step.next;
  } while (after);
}

/** What else is known of those who held these sessions. */
async function withContact(pool: Pool, sessions: AdminSession[]): Promise<ExportRow[]> {
  const { rows } = await pool.query<Pick<ExportRow, 'visitor_id' | 'phone' | 'company' | 'role'>>({
    name: 'dashboard_export_contact',
    text: 'SELECT visitor_id, phone, company, role FROM leads WHERE visitor_id = ANY ($1::uuid[])',
    values: [sessions.map(({ visitor_id }) => visitor_id)],
  });
  const known = new Map(rows.map((row) => [row.visitor_id, row]));
  return sessions.map((session) => {
    const lead = known.get(session.visitor_id);
    return {
      company: lead?.company ?? null,
      role: lead?.role ?? null,
      ...session,
      phone: session.phone ?? lead?.phone ?? null,
    };
  });
}

/** A file of those who asked for early access, the newest first. */
export async function* exportWaitlist(pool: Pool, format: Format): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(['Email', 'Name', 'Date']);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listWaitlist>> = await listWaitlist(pool, cursor, ROWS_AT_ONCE);
    const line = (entry: WaitlistEntry) =>
      format === 'csv' ? csvLine([entry.email, entry.name, entry.created_at]) : `${JSON.stringify(entry)}\n`;
    if (page.items.length > 0) yield page.items.map(line).join('');
    cursor = page.next_cursor;
  } while (cursor);
}
