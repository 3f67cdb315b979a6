import { createHash } from 'node:crypto';
import type { BookedMeeting, OwnerBooking, VisitorBooking } from '@understudy/contract/bookings';
import type { Language } from '@understudy/contract/languages';
import { CALL_REQUEST_KEY, CANCEL_REQUEST_KEY } from '@understudy/contract/leads';
import type { ReadProblem } from '@understudy/contract/read-problems';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { fromMicroseconds, microseconds, pageOf, readCursor, toMicroseconds } from '../../platform/database/cursor.ts';
import { hasMeetingAhead } from '../../platform/database/meeting-ahead.ts';
import type { Queries } from '../../platform/database/transaction.ts';
import type { Booked, Stretch } from './slots.ts';

/** A stored booking. */
export interface BookingRow {
  id: string;
  session_id: string | null;
  visitor_id: string;
  status: 'confirmed' | 'cancelled';
  sequence: number;
  kind: string;
  title: string;
  place: string | null;
  starts_at: Date;
  ends_at: Date;
  blocked_from: Date;
  blocked_to: Date;
  zone: string;
  language: Language;
  locale: string | null;
  name: string;
  email: string;
  phone: string | null;
  note: string | null;
  created_at: Date;
  moved_at: Date | null;
  cancelled_at: Date | null;
  cancelled_by: 'visitor' | 'owner' | null;
  written_sequence: number | null;
  write_problem: ReadProblem | null;
}

const COLUMNS = `id, session_id, visitor_id, status, sequence, kind, title, place, starts_at, ends_at, blocked_from,
  blocked_to, zone, language, locale, name, email, phone, note, created_at, moved_at, cancelled_at, cancelled_by,
  written_sequence, write_problem`;

/** The advisory lock under which the meetings of a day are counted and booked. The number is arbitrary. */
const COUNTING_LOCK = 7_306_020;
/** Namespace of the advisory locks under which one visitor's meetings are counted and booked. */
const VISITOR_LOCKS = 7_306_021;

/** What can become of a booking; the name of its event and of its mail. */
export type BookingEvent = 'booking_made' | 'booking_moved' | 'booking_cancelled';

/** Where and how the visitor reads times: an IANA name, and their locale if it is known. */
export type BookingClock = Pick<BookingRow, 'zone' | 'locale'>;

/** A new booking. */
export interface NewBooking
  extends Pick<BookingRow, 'session_id' | 'visitor_id' | 'kind' | 'title' | 'place' | 'zone' | 'language' | 'name'>,
    Pick<BookingRow, 'locale' | 'email' | 'phone' | 'note'> {
  slot: Stretch;
  blocked: Stretch;
  /** The sentence that the visitor agreed to. */
  consent: string;
}

/** A booking as its visitor sees it. */
export function presentBooking(row: BookingRow): VisitorBooking {
  const { id, kind, title, zone, place, status, sequence, name, email, phone, note } = row;
  const [start, end] = [row.starts_at.toISOString(), row.ends_at.toISOString()];
  return { id, kind, title, start, end, zone, place, status, sequence, name, email, phone, note };
}

/** A booking as its visitor's conversation shows it. */
export function presentMeeting({ title, starts_at: start, ends_at: end }: BookingRow): BookedMeeting {
  return { title, start: start.toISOString(), end: end.toISOString() };
}

/** A booking as the owner sees it. */
export function presentOwnerBooking(row: BookingRow): OwnerBooking {
  return {
    ...presentBooking(row),
    visitor_id: row.visitor_id,
    session_id: row.session_id,
    created_at: row.created_at.toISOString(),
    moved_at: row.moved_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancelled_by: row.cancelled_by,
    write_problem: row.write_problem,
  };
}

/** Lets nobody else count the meetings of a day until the transaction ends. */
export async function lockCounting(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [COUNTING_LOCK]);
}

/**
 * Lets no other transaction count and book this visitor's meetings until this one ends. Has to come before what counts
 * them: a statement does not see what is committed while it waits.
 */
export async function lockVisitorBookings(client: PoolClient, visitorId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [VISITOR_LOCKS, visitorId]);
}

/** What takes time between two moments: busy times and confirmed bookings. @param except a booking to leave out */
export async function readTaken(
  db: Queries,
  from: number,
  to: number,
  except: string | null,
): Promise<{ busy: Stretch[]; bookings: Booked[] }> {
  const { rows } = await db.query<{ kind: string | null; s: number; e: number; f: number; t: number }>({
    name: 'read_taken_times',
    text: `SELECT NULL AS kind, ${ms('starts_at')} AS s, ${ms('ends_at')} AS e, 0::float8 AS f, 0::float8 AS t
             FROM busy_times WHERE ends_at > $1 AND starts_at < $2
           UNION ALL
           SELECT kind, ${ms('starts_at')}, ${ms('ends_at')}, ${ms('blocked_from')}, ${ms('blocked_to')}
             FROM bookings WHERE status = 'confirmed' AND blocked_to > $1 AND blocked_from < $2
               AND id IS DISTINCT FROM $3`,
    values: [new Date(from), new Date(to), except],
  });
  const busy: Stretch[] = [];
  const bookings: Booked[] = [];
  for (const { kind, s: start, e: end, f, t } of rows) {
    if (kind === null) busy.push({ start, end });
    else bookings.push({ kind, start, end, blocked: { start: f, end: t } });
  }
  return { busy, bookings };
}

/** SQL: a time in milliseconds since 1970, as a number. */
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/**
 * Saves a booking with the sentence agreed to.
 *
 * @throws the database's exclusion violation if it overlaps another
 */
export async function insertBooking(client: PoolClient, booking: NewBooking): Promise<BookingRow> {
  const hash = createHash('sha256').update(booking.consent).digest();
  await client.query('INSERT INTO consent_texts (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hash,
    booking.consent,
  ]);
  const { rows } = await client.query<BookingRow>(
    `INSERT INTO bookings (session_id, visitor_id, kind, title, place, starts_at, ends_at, blocked_from, blocked_to,
       zone, language, locale, name, email, phone, note, consent_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING ${COLUMNS}`,
    [
      ...[booking.session_id, booking.visitor_id, booking.kind, booking.title, booking.place],
      ...timesOf(booking.slot, booking.blocked),
      ...[
        booking.zone,
        booking.language,
        booking.locale,
        booking.name,
        booking.email,
        booking.phone,
        booking.note,
        hash,
      ],
    ],
  );
  return rows[0] as BookingRow;
}

const timesOf = (slot: Stretch, blocked: Stretch): Date[] =>
  [slot.start, slot.end, blocked.start, blocked.end].map((moment) => new Date(moment));

/**
 * Moves a confirmed booking; null if it is not confirmed any more.
 *
 * @throws the database's exclusion violation if it overlaps another
 */
export async function moveBooking(
  client: PoolClient,
  id: string,
  slot: Stretch,
  blocked: Stretch,
  { zone, locale }: BookingClock,
): Promise<BookingRow | null> {
  const { rows } = await client.query<BookingRow>(
    `UPDATE bookings SET starts_at = $2, ends_at = $3, blocked_from = $4, blocked_to = $5, zone = $6,
       locale = coalesce($7, locale), sequence = sequence + 1, moved_at = now(), write_problem = NULL
     WHERE id = $1 AND status = 'confirmed' RETURNING ${COLUMNS}`,
    [id, ...timesOf(slot, blocked), zone, locale],
  );
  return rows[0] ?? null;
}

/** Cancels a confirmed booking; null if it is not confirmed any more. */
export async function cancelBooking(
  client: PoolClient,
  id: string,
  by: 'visitor' | 'owner',
): Promise<BookingRow | null> {
  const { rows } = await client.query<BookingRow>(
    `UPDATE bookings SET status = 'cancelled', sequence = sequence + 1, cancelled_at = now(), cancelled_by = $2,
       write_problem = NULL
     WHERE id = $1 AND status = 'confirmed' RETURNING ${COLUMNS}`,
    [id, by],
  );
  return rows[0] ?? null;
}

/** A booking; null if there is none. */
export async function readBooking(db: Queries, id: string, lock: '' | 'FOR UPDATE' = ''): Promise<BookingRow | null> {
  const { rows } = await db.query<BookingRow>(`SELECT ${COLUMNS} FROM bookings WHERE id = $1 ${lock}`, [id]);
  return rows[0] ?? null;
}

/** Confirmed bookings of a visitor that are not over, in order. */
export async function readUpcoming(db: Queries, visitorId: string, now: Date): Promise<BookingRow[]> {
  const { rows } = await db.query<BookingRow>({
    name: 'read_upcoming_bookings',
    text: `SELECT ${COLUMNS} FROM bookings WHERE visitor_id = $1 AND status = 'confirmed' AND ends_at > $2
           ORDER BY starts_at, id`,
    values: [visitorId, now],
  });
  return rows;
}

/** The confirmed booking of a conversation that is not over; of several the one that changed last. */
export async function readMeetingOf(db: Queries, sessionId: string, now: Date): Promise<BookingRow | null> {
  const { rows } = await db.query<BookingRow>(
    `SELECT ${COLUMNS} FROM bookings WHERE session_id = $1 AND status = 'confirmed' AND ends_at > $2
     ORDER BY greatest(created_at, moved_at) DESC LIMIT 1`,
    [sessionId, now],
  );
  return rows[0] ?? null;
}

/** Records in the conversation, if it is kept, what became of a booking: without a name. */
export async function noteBooking(
  client: PoolClient,
  event: BookingEvent,
  { id, session_id, kind, starts_at, zone, cancelled_by }: BookingRow,
): Promise<void> {
  if (session_id === null) return;
  const payload = { booking_id: id, kind, start: starts_at.toISOString(), zone, by: cancelled_by ?? undefined };
  await client.query(
    'INSERT INTO events (session_id, kind, payload) SELECT id, $2, $3::jsonb FROM sessions WHERE id = $1 AND consent',
    [session_id, event, JSON.stringify(payload)],
  );
}

/** SQL: whether the visitor of item `a` has moved or canceled a meeting since they asked for it in words. */
const HAS_CHANGED = `EXISTS (
  SELECT FROM bookings b JOIN utterances u ON u.session_id = a.session_id AND u.seq = a.seq
  WHERE b.visitor_id = a.visitor_id AND greatest(b.moved_at, b.cancelled_at) >= u.ts)`;
/** SQL: ticks off calls asked for and changes wanted by visitors who have seen to it themselves. */
const CLOSE_ITEMS = `UPDATE action_items a SET status = 'done'
  WHERE a.status = 'open' AND (a.key = '${CALL_REQUEST_KEY}' AND ${hasMeetingAhead('a.visitor_id')}
    OR a.key = '${CANCEL_REQUEST_KEY}' AND ${HAS_CHANGED})`;

/** Ticks off what a visitor asked for and has booked, moved or canceled by now. */
export async function closeBookingItems(
  db: Queries,
  which: { sessionId: string } | { visitorId: string },
): Promise<void> {
  if ('sessionId' in which) await db.query(`${CLOSE_ITEMS} AND a.session_id = $1`, [which.sessionId]);
  else await db.query(`${CLOSE_ITEMS} AND a.visitor_id = $1`, [which.visitorId]);
}

/**
 * Forgets the times offered to a visitor, and what yes would have meant: their bookings have changed since.
 *
 * @param except the conversation in whose words they changed, which keeps what it offered until its reply is saved: the
 * turn may be asked for again
 */
export async function forgetOffers(client: PoolClient, visitorId: string, except: string | null): Promise<void> {
  await client.query(
    `DELETE FROM booking_talks t USING sessions s
     WHERE s.id = t.session_id AND s.visitor_id = $1 AND s.id IS DISTINCT FROM $2`,
    [visitorId, except],
  );
}

/**
 * Whether the call that a conversation asked for needs no word to the owners: its visitor is choosing among the times
 * offered, or has booked one. What they typed into the form for another time is no choosing.
 */
export async function isCallBeingBooked(db: Queries, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM action_items a JOIN sessions s ON s.id = a.session_id
     WHERE s.id = $1 AND a.key = '${CALL_REQUEST_KEY}' AND (a.status = 'done' OR a.seq IS NOT NULL
       AND s.ended_at IS NULL AND EXISTS (SELECT FROM booking_talks t
         WHERE t.session_id = s.id AND jsonb_array_length(t.state -> 'offered') > 0))`,
    [sessionId],
  );
  return rowCount === 1;
}

const listCursor = z.tuple([microseconds, z.guid()]);

/** Bookings by their beginning, page by page. @throws AppError `invalid_request` for a cursor of another list */
export async function listBookings(
  db: Queries,
  { from, to, cursor, limit }: { from: Date; to: Date; cursor: string | null; limit: number },
) {
  const after = readCursor(listCursor, cursor);
  const { rows } = await db.query<BookingRow & { cursor_at: string }>({
    name: 'list_bookings',
    text: `SELECT ${COLUMNS}, ${toMicroseconds('starts_at')} AS cursor_at FROM bookings
           WHERE ends_at > $1 AND starts_at < $2
             AND ($3::text IS NULL OR (starts_at, id) > (${fromMicroseconds('$3')}, $4::uuid))
           ORDER BY starts_at, id LIMIT $5`,
    values: [from, to, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  });
  const page = pageOf(rows, limit, (row) => [row.cursor_at, row.id]);
  return { ...page, items: page.items.map(presentOwnerBooking) };
}

/** Bookings of a conversation or, once it is gone, of its visitor; newest first. */
export async function bookingsOfSession(db: Queries, sessionId: string): Promise<OwnerBooking[]> {
  const { rows } = await db.query<BookingRow>(
    `SELECT ${COLUMNS} FROM bookings WHERE session_id = $1
       OR visitor_id = (SELECT visitor_id FROM sessions WHERE id = $1 AND consent)
     ORDER BY starts_at DESC LIMIT 20`,
    [sessionId],
  );
  return rows.map(presentOwnerBooking);
}

/** The bookings of people, the latest first. */
export async function bookingsOfVisitors(
  db: Queries,
  visitors: readonly string[],
  limit: number,
): Promise<OwnerBooking[]> {
  const { rows } = await db.query<BookingRow>(
    `SELECT ${COLUMNS} FROM bookings WHERE visitor_id = ANY ($1::uuid[]) ORDER BY starts_at DESC, id DESC LIMIT $2`,
    [visitors, limit],
  );
  return rows.map(presentOwnerBooking);
}

/** All bookings from a day on, for the owner's calendar program; canceled ones too, so that it takes them out. */
export async function readForFeed(db: Queries, from: Date, limit: number): Promise<BookingRow[]> {
  const { rows } = await db.query<BookingRow>(
    `SELECT ${COLUMNS} FROM bookings WHERE ends_at > $1 ORDER BY starts_at, id LIMIT $2`,
    [from, limit],
  );
  return rows;
}

/** A booking that stands on the owner's calendar server as it is. */
export type WrittenBooking = Pick<BookingRow, 'id' | 'sequence' | 'starts_at' | 'ends_at'>;

/** Confirmed bookings ahead that stand on the owner's calendar server. */
export async function readWritten(db: Queries, now: Date): Promise<WrittenBooking[]> {
  const { rows } = await db.query<WrittenBooking>(
    `SELECT id, sequence, starts_at, ends_at FROM bookings
     WHERE status = 'confirmed' AND starts_at > $1 AND written_sequence = sequence ORDER BY starts_at`,
    [now],
  );
  return rows;
}

/** Notes what an attempt to write a booking to the owner's calendar server came to. */
export async function noteWritten(
  db: Queries,
  id: string,
  written: number | null,
  problem: ReadProblem | null,
): Promise<void> {
  await db.query(
    'UPDATE bookings SET written_sequence = coalesce($2, written_sequence), write_problem = $3::jsonb WHERE id = $1',
    [id, written, problem && JSON.stringify(problem)],
  );
}
