import { createHmac } from 'node:crypto';
import type { AdminSession, Sort, WaitlistEntry } from '@understudy/contract/admin';
import { exportQuery, waitlistExportQuery } from '@understudy/contract/admin-calls';
import type {
  ExportedSession,
  ExportedUtterance,
  ExportFormat,
  ExportPreset,
} from '@understudy/contract/export-formats';
import { CALL_REQUEST_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { fromMicroseconds, toMicroseconds } from '../../platform/database/cursor.ts';
import { installationSecret } from '../../platform/database/sealed-rows.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import type { MaskKinds } from '../understanding/index.ts';
import { EXPORT_COLUMNS, UTTERANCE_COLUMNS } from './export-columns.ts';
import type { SessionCursor, SessionFilter } from './keyset.ts';
import { listSessions, stepThrough } from './list-sessions.ts';
import { spanFor } from './local-days.ts';
import { type Mask, maskEntry, maskSession, masksFor } from './mask-export.ts';
import { WAS_INTERRUPTED } from './session-detail.ts';
import { listSourceFor, presentSession } from './session-rows.ts';
import { countWaitlist, listWaitlist } from './work-items.ts';

/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Sessions or waitlist entries per read. Memory holds only a few such batches, however long the file is. */
const ROWS_PER_READ = 500;
/** Conversations whose transcripts are read together. */
const SESSIONS_PER_READ = 25;
const UTTERANCES_PER_READ = 1_000;
/** 128 bits in hex, as many as in the id. */
const VISITOR_REF_CHARS = 32;
/** Maximum length of the words of a call request. */
const MAX_WISH_CHARS = 200;

/** Phone numbers are not defused: spreadsheets read digits after a plus sign as a number, not as a formula. */
const PHONE = /^\+\d[\d ]{5,20}$/;

/**
 * One line of a CSV file (RFC 4180). A text cell that a spreadsheet would interpret as a formula gets a leading
 * apostrophe (OWASP, 'CSV Injection'); numbers stay as they are.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell, quoted and defused as necessary. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Some spreadsheets also read full-width forms of these characters, or ones after spaces, as formulas. Invisible
  // characters, or separators of other formats, before them hide a formula from people but not from the spreadsheet.
  const isFormula = !PHONE.test(value) && /(?:^|;)[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value);
  const defused = isFormula ? `'${value}` : value;
  return /[",;\r\n]|^\s|\s$/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** What to export. */
interface SessionExport {
  filter: SessionFilter;
  sort: Sort;
  format: ExportFormat;
  preset: ExportPreset;
  /** Whether to include transcripts. */
  transcripts: boolean;
  /** The installation's key that pseudonymizes visitors in files. */
  key: Buffer;
  /** What the owner wants masked. */
  masked: MaskKinds;
}

/**
 * Streams a list as a file, batch by batch. The next batch is read only once the previous one was consumed, so that a
 * slow client holds neither memory nor a database connection.
 */
async function* exportSessions(
  pool: Pool,
  { filter, sort, format, preset, transcripts, key, masked }: SessionExport,
): AsyncGenerator<string> {
  const columns = EXPORT_COLUMNS[preset];
  const names = [...columns, ...(transcripts ? UTTERANCE_COLUMNS : [])].map(([name]) => name);
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(names);
  let after: SessionCursor | null = null;
  do {
    const step = await stepThrough(pool, { filter, sort, after, most: ROWS_PER_READ });
    const sessions = step.rows.map(presentSession);
    const masks = await masksFor(pool, sessions, masked);
    const rows = (await withContact(pool, sessions, key)).map((row) => maskSession(row, masked, masks.get(row.id)));
    const cells = (row: ExportedSession) => columns.map(([, cell]) => cell(row));
    if (transcripts) yield* withTranscripts(pool, rows, format === 'csv' ? csvWriter(cells) : JSONL_WRITER, masks);
    else if (rows.length > 0) {
      yield rows.map((row) => (format === 'csv' ? csvLine(cells(row)) : `${JSON.stringify(row)}\n`)).join('');
    }
    after = step.next;
  } while (after);
}

/** Writes a session with its transcript. */
interface TranscriptWriter {
  begin(row: ExportedSession): string;
  /** @param index of the utterance, from 0 */
  utterance(row: ExportedSession, utterance: ExportedUtterance, index: number): string;
  /** @param utterances how many there were */
  end(row: ExportedSession, utterances: number): string;
}

/** One JSON object per line, with the transcript as its last field so that it can be streamed. */
const JSONL_WRITER: TranscriptWriter = {
  begin: (row) => `${JSON.stringify(row).slice(0, -1)},"transcript":[`,
  utterance: (_, utterance, index) => (index > 0 ? ',' : '') + JSON.stringify(utterance),
  end: () => ']}\n',
};

/** One row per utterance, after the session's own cells; a conversation without utterances has a single row. */
const csvWriter = (cells: (row: ExportedSession) => (string | number | null)[]): TranscriptWriter => ({
  begin: () => '',
  utterance: (row, utterance) => csvLine([...cells(row), ...UTTERANCE_COLUMNS.map(([, cell]) => cell(utterance))]),
  end: (row, utterances) => (utterances > 0 ? '' : csvLine([...cells(row), ...UTTERANCE_COLUMNS.map(() => null)])),
});

/** Writes sessions in their order, each with its transcript in order of time. Memory holds one read of it. */
async function* withTranscripts(
  pool: Pool,
  rows: ExportedSession[],
  writer: TranscriptWriter,
  masks: ReadonlyMap<string, Mask>,
): AsyncGenerator<string> {
  for (let from = 0; from < rows.length; from += SESSIONS_PER_READ) {
    const talks = rows.slice(from, from + SESSIONS_PER_READ);
    let [open, written] = [-1, 0];
    /** Ends the open session and begins the following ones, up to `wanted`. */
    const goTo = (wanted: number): string => {
      let text = '';
      while (open < wanted) {
        const before = talks[open];
        if (before) text += writer.end(before, written);
        [open, written] = [open + 1, 0];
        const next = talks[open];
        if (next) text += writer.begin(next);
      }
      return text;
    };
    for await (const page of readUtterances(pool, talks)) {
      let piece = '';
      for (const { talk, utterance } of page) {
        piece += goTo(talk);
        const row = talks[talk];
        const mask = row && masks.get(row.id);
        const shown = mask ? { ...utterance, text: mask(utterance.text) } : utterance;
        if (row) piece += writer.utterance(row, shown, written);
        written += 1;
      }
      yield piece;
    }
    yield goTo(talks.length);
  }
}

/** What a visitor agreed to. */
type AgreedTo = Pick<ExportedSession, 'consent_version' | 'consent_language' | 'consent_text'>;

interface UtteranceRow extends Omit<ExportedUtterance, 'ts'> {
  ts: Date;
  talk: number;
  cursor_at: string;
}

/** The utterances of some sessions, in reads of {@link UTTERANCES_PER_READ}. `talk` is the session's index. */
async function* readUtterances(
  pool: Pool,
  talks: readonly ExportedSession[],
): AsyncGenerator<{ talk: number; utterance: ExportedUtterance }[]> {
  let after: Pick<UtteranceRow, 'talk' | 'cursor_at' | 'seq'> = { talk: -1, cursor_at: '0', seq: -1 };
  for (let read = UTTERANCES_PER_READ; read === UTTERANCES_PER_READ; ) {
    const { rows } = await pool.query<UtteranceRow>({
      name: 'dashboard_export_said',
      text: `SELECT (o.n - 1)::int AS talk, u.seq, u.ts, u.speaker, u.author, u.text, ${WAS_INTERRUPTED} AS interrupted,
               ${toMicroseconds('u.ts')} AS cursor_at
             FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, n) JOIN utterances u ON u.session_id = o.id
               LEFT JOIN turns t ON t.session_id = u.session_id AND t.turn_id = u.turn_id
             WHERE (o.n - 1, u.ts, u.seq) > ($2::int, ${fromMicroseconds('$3')}, $4::int)
             ORDER BY o.n, u.ts, u.seq LIMIT ${UTTERANCES_PER_READ}`,
      values: [talks.map(({ id }) => id), after.talk, after.cursor_at, after.seq],
    });
    read = rows.length;
    after = rows.at(-1) ?? after;
    if (read > 0) {
      yield rows.map(({ talk, cursor_at: _, ts, ...rest }) => ({ talk, utterance: { ...rest, ts: ts.toISOString() } }));
    }
  }
}

/** SQL: a moment as `Date.toISOString` writes it. */
const isoOf = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Adds contact details, call requests and bookings to sessions, with five queries in total. A lead has the facts of a
 * conversation only once that has ended; until then they are in its newest extract.
 */
async function withContact(pool: Pool, sessions: AdminSession[], key: Buffer): Promise<ExportedSession[]> {
  const [leads, running, calls, consents, booked] = await Promise.all([
    pool.query<{ visitor_id: string } & Pick<ExportedSession, 'email' | 'phone' | 'company' | 'role'>>({
      name: 'dashboard_export_contact',
      text: 'SELECT visitor_id, email, phone, company, role FROM leads WHERE visitor_id = ANY ($1::uuid[])',
      values: [sessions.map(({ visitor_id }) => visitor_id)],
    }),
    pool.query<{ session_id: string } & Pick<ExportedSession, 'company' | 'role'>>({
      name: 'dashboard_export_running',
      text: `SELECT DISTINCT ON (session_id) session_id, company, entities ->> 'role' AS role FROM extracts
             WHERE session_id = ANY ($1::uuid[]) ORDER BY session_id, seq DESC, id DESC`,
      values: [sessions.filter((one) => one.ended_at === null).map(({ id }) => id)],
    }),
    // The form's fields stand in if the action item names no utterance, or is no longer kept.
    pool.query<{ session_id: string } & Pick<ExportedSession, 'call_wish' | 'call_day'>>({
      name: 'dashboard_export_calls',
      text: `SELECT s.id AS session_id, left(coalesce(u.text, s.call_request ->> 'wished_time'), $3) AS call_wish,
               CASE WHEN a.id IS NULL THEN s.call_request ->> 'due_date' ELSE a.due_date::text END AS call_day
             FROM sessions s
             LEFT JOIN action_items a ON a.session_id = s.id AND a.key = $2
             LEFT JOIN utterances u ON u.session_id = a.session_id AND u.seq = a.seq
             WHERE s.id = ANY ($1::uuid[])`,
      values: [sessions.filter((one) => one.call_requested).map(({ id }) => id), CALL_REQUEST_KEY, MAX_WISH_CHARS],
    }),
    pool.query<{ id: string } & AgreedTo>({
      name: 'dashboard_export_consents',
      text: `SELECT s.id, s.consent_version, s.consent_language, c.text AS consent_text
             FROM sessions s LEFT JOIN consent_texts c ON c.hash = s.consent_hash WHERE s.id = ANY ($1::uuid[])`,
      values: [sessions.map(({ id }) => id)],
    }),
    pool.query<{ session_id: string; bookings: ExportedSession['bookings'] }>({
      name: 'dashboard_export_bookings',
      text: `SELECT session_id, json_agg(json_build_object('title', title, 'starts_at', ${isoOf('starts_at')},
               'ends_at', ${isoOf('ends_at')}, 'status', status) ORDER BY starts_at, id) AS bookings
             FROM bookings WHERE session_id = ANY ($1::uuid[]) GROUP BY session_id`,
      values: [sessions.map(({ id }) => id)],
    }),
  ]);
  const known = new Map(leads.rows.map(({ visitor_id, ...lead }) => [visitor_id, lead]));
  const extracts = new Map(running.rows.map(({ session_id, ...extract }) => [session_id, extract]));
  const called = new Map(calls.rows.map(({ session_id, ...call }) => [session_id, call]));
  const agreed = new Map(consents.rows.map(({ id, ...consent }) => [id, consent]));
  const bookings = new Map(booked.rows.map((row) => [row.session_id, row.bookings]));
  return sessions.map(({ visitor_id, ...session }) => {
    const lead = known.get(visitor_id);
    const extract = extracts.get(session.id);
    return {
      ...session,
      visitor_ref: visitorRef(visitor_id, key),
      company: extract?.company ?? lead?.company ?? null,
      role: extract?.role ?? lead?.role ?? null,
      email: session.email ?? lead?.email ?? null,
      phone: session.phone ?? lead?.phone ?? null,
      ...(called.get(session.id) ?? { call_wish: null, call_day: null }),
      ...(agreed.get(session.id) ?? { consent_version: '', consent_language: null, consent_text: null }),
      bookings: bookings.get(session.id) ?? [],
    };
  });
}

/**
 * A pseudonym, because the file may be passed on: it shows which sessions belong to one visitor, without revealing
 * the database's id.
 */
const visitorRef = (visitorId: string, key: Buffer): string =>
  createHmac('sha256', key).update(visitorId).digest('hex').slice(0, VISITOR_REF_CHARS);

/** Streams the waitlist as a file, newest first. */
async function* exportWaitlist(pool: Pool, format: ExportFormat, masked: MaskKinds): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(['Email', 'Name', 'Date']);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listWaitlist>> = await listWaitlist(pool, cursor, ROWS_PER_READ);
    const line = (entry: WaitlistEntry) =>
      format === 'csv' ? csvLine([entry.email, entry.name, entry.created_at]) : `${JSON.stringify(entry)}\n`;
    if (page.items.length > 0) yield page.items.map((entry) => line(maskEntry(entry, masked))).join('');
    cursor = page.next_cursor;
  } while (cursor);
}

/**
 * Mounts the downloads of the session list and the waitlist. Each requires recent reauthentication, and is in the audit
 * log before its first byte is sent.
 */
export function mountExports(
  { http, pool, sealer, guard, now }: AdminScope,
  { settings }: { settings: OwnerSettings },
): void {
  http.get('/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { range, intent, q, sort, format, preset, transcripts: asked } = parseBody(exportQuery, request.query);
    const transcripts = asked === 'yes';
    const { start } = await spanFor({ pool, now }, { range });
    const filter = { from: new Date(start), intent, q };
    const { total, total_is_more } = await listSessions(listSourceFor(pool, request), {
      filter,
      sort: 'date',
      cursor: null,
      limit: 1,
    });
    await audit(pool, actor, 'sessions_exported', { format, preset, transcripts, range, intent, search: q, total });
    const key = await installationSecret({ pool, sealer }, 'exports');
    const masked = settings.get('exports');
    const rows = exportSessions(pool, { filter, sort, format, preset, transcripts, key, masked });
    // A CSV file with transcripts has one row per utterance.
    const isCounted = !total_is_more && !(transcripts && format === 'csv');
    const file = { name: 'understudy-sessions', format, total: isCounted ? total : null, rows };
    return sendFile(reply, { guard, request, actor, now: now() }, file);
  });

  http.get('/waitlist/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { format } = parseBody(waitlistExportQuery, request.query);
    const total = await countWaitlist(pool);
    await audit(pool, actor, 'waitlist_exported', { format, total });
    const file = {
      name: 'understudy-waitlist',
      format,
      total,
      rows: exportWaitlist(pool, format, settings.get('exports')),
    };
    return sendFile(reply, { guard, request, actor, now: now() }, file);
  });
}
