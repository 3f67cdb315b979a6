import type { BookSlotAnswer, LinkedBooking, MeetingKindInfo, Slot } from '@understudy/contract/bookings';
import { asksPhone, type MeetingKind } from '@understudy/contract/calendar-file';
import type { Language } from '@understudy/contract/languages';
import type { Twin } from '@understudy/contract/twin';
import type { Pool, PoolClient } from 'pg';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction, type Queries, requestJob } from '../../platform/database/transaction.ts';
import { problem } from '../../platform/fetching/read-error.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { bookingConsent } from './booking-consent.ts';
import { BookingLinks } from './booking-links.ts';
import {
  type BookingClock,
  type BookingEvent,
  type BookingRow,
  cancelBooking,
  closeBookingItems,
  forgetOffers,
  insertBooking,
  lockCounting,
  lockVisitorBookings,
  moveBooking,
  noteBooking,
  noteWritten,
  presentBooking,
  readBooking,
  readForFeed,
  readTaken,
  readUpcoming,
} from './booking-store.ts';
import type { Booker, BookingWish, SlotWish } from './booking-wish.ts';
import { type Calendar, calendarOf } from './calendar.ts';
import { icsOf } from './ics.ts';
import { blockedBy, isFree, type Stretch, slots } from './slots.ts';

/** Writes mail about bookings, in the transaction that changes them. */
export interface BookingMail {
  /** @param before when it was, if it has moved */
  changed(client: PoolClient, event: BookingEvent, booking: BookingRow, before?: Date): Promise<void>;
  /** Tells the owners that a meeting went with its visitor's data, without saying whose. */
  erased(client: PoolClient, meeting: Pick<BookingRow, 'title' | 'starts_at'>): Promise<void>;
}

/** What bookings need of the rest of the product. */
export interface BookingDeps extends SealedDatabase {
  pool: Pool;
  twin(): Twin;
  settings: OwnerSettings;
  now(): Date;
  mail: BookingMail;
  /** Address of this server, without a slash at the end. */
  ownUrl: string;
  /** Starts work that was requested in a commit at once. */
  nudgeJobs(): void;
}

/** The job that brings a booking to the owner's calendar server, keyed by the booking's id. */
export const WRITE_BOOKING_JOB = 'write_booking';

/** Meetings that one visitor may have ahead. */
const MAX_UPCOMING = 3;
/** PostgreSQL's code for a violated exclusion constraint. */
const EXCLUSION_VIOLATION = '23P01';
const DAY_MS = 86_400_000;
/** How far back the owner's feed goes, and how many bookings it has at most. */
const FEED_DAYS = 90;
const FEED_MAX = 2_000;
/** Free times on a booking's page. */
const LINKED_SLOTS = 400;

const TAKEN = 'This time is not free any more. Please choose another one.';
const NO_BOOKING = 'There is no such booking.';
const NO_CALENDAR = 'Calls cannot be booked here.';
const CANCELLED = 'This booking was canceled before.';
const OVER = 'This meeting is over, so its booking cannot be changed any more.';
const BROKEN_LINK = 'This link is not complete, or was not made here. Please use the newest one that you got.';

/** Finds free times, books, moves and cancels. Everything else about bookings goes through here. */
export class Bookings {
  readonly links: BookingLinks;
  readonly #deps: BookingDeps;

  constructor(deps: BookingDeps) {
    this.#deps = deps;
    this.links = new BookingLinks(deps);
  }

  /** The calendar in which visitors book; null if they cannot. */
  calendar(): Calendar | null {
    return calendarOf(this.#deps.twin().calendar, this.#deps.settings.get('hours'));
  }

  /** The current time. */
  now(): Date {
    return this.#deps.now();
  }

  /** The calendar. @throws AppError `no_calendar` */
  requireCalendar(): Calendar {
    const calendar = this.calendar();
    if (!calendar) throw new AppError('no_calendar', NO_CALENDAR);
    return calendar;
  }

  /**
   * The sentence that visitors agree to before booking.
   *
   * @param kindId the first kind if left out
   * @throws AppError `no_calendar`, `not_found` for an unknown kind
   */
  consent(language: Language, kindId?: string): string {
    const { twin, settings } = this.#deps;
    const kind = kindOf(this.requireCalendar(), kindId);
    return bookingConsent(language, twin().persona.first_name, settings.get('retention').leads, asksPhone(kind));
  }

  /** Free times in order. @throws AppError `no_calendar`, `not_found` for an unknown kind */
  async free({ moves = null, ...wish }: SlotWish): Promise<Slot[]> {
    const calendar = this.requireCalendar();
    const kind = kindOf(calendar, wish.kind);
    const now = this.now().getTime();
    const until = now + (kind.daysAhead + 2) * DAY_MS;
    const taken = await readTaken(this.#deps.pool, now - DAY_MS, until, moves);
    const query = { calendar, kind, ...taken, now, visitorZone: wish.zone };
    const { from, to, limit } = wish;
    const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const found = slots({ ...query, ...bounds, wish: wish.wish ?? null, ...(limit === undefined ? {} : { limit }) });
    return found.map((slot) => presentSlot(kind, slot));
  }

  /**
   * Books a free time. Asked again by the same visitor for the same time, it answers with the same booking.
   *
   * @param saidIn the conversation that books it by its words; null for the dialog
   * @throws AppError `no_calendar`, `slot_taken`, `not_found` for an unknown kind, `conflict` for one booking too many
   */
  async book(booker: Booker, wish: BookingWish, saidIn: string | null = null): Promise<BookingRow> {
    const calendar = this.requireCalendar();
    const kind = kindOf(calendar, wish.kind);
    const { pool, nudgeJobs } = this.#deps;
    const same = (row: BookingRow) =>
      row.starts_at.getTime() === wish.start && row.kind === kind.id && row.email === wish.email;
    await this.links.ready();
    try {
      const booked = await inTransaction(pool, async (client) => {
        await lockVisitorBookings(client, booker.visitorId);
        const upcoming = await readUpcoming(client, booker.visitorId, this.now());
        const again = upcoming.find(same);
        if (again) return again;
        if (upcoming.length >= MAX_UPCOMING) {
          throw new AppError(
            'conflict',
            `You have ${MAX_UPCOMING} meetings ahead already. Move or cancel one of them first.`,
          );
        }
        const slot = await this.#requireFree(client, calendar, kind, wish.start, null);
        const row = await insertBooking(client, {
          ...{ session_id: booker.sessionId, visitor_id: booker.visitorId, kind: kind.id, title: kind.title },
          ...{ place: kind.videoLink ?? kind.place ?? null, zone: wish.zone, language: wish.language },
          locale: wish.locale,
          ...{ name: wish.name, email: wish.email, note: wish.note || null },
          phone: asksPhone(kind) ? wish.phone : null,
          slot,
          blocked: blockedBy(kind, slot),
          consent: this.consent(wish.consentLanguage ?? wish.language, kind.id),
        });
        await this.#tell(client, 'booking_made', row, { saidIn });
        await requestJob(client, WRITE_BOOKING_JOB, row.id);
        return row;
      });
      nudgeJobs();
      return booked;
    } catch (error) {
      if (!isOverlap(error)) throw error;
      const again = (await readUpcoming(pool, booker.visitorId, this.now())).find(same);
      if (again) return again;
      throw new AppError('slot_taken', TAKEN, { cause: error });
    }
  }

  /**
   * Moves a booking to a free time of its kind.
   *
   * @param saidIn as of {@link book}
   * @throws AppError `slot_taken`, `booking_cancelled`, `booking_over`, `not_found`
   */
  async move(id: string, start: number, clock: BookingClock, saidIn: string | null = null): Promise<BookingRow> {
    const calendar = this.requireCalendar();
    const { pool, nudgeJobs } = this.#deps;
    await this.links.ready();
    try {
      const moved = await inTransaction(pool, async (client) => {
        const before = this.#changeable(await readBooking(client, id));
        if (before.starts_at.getTime() === start) return before;
        const kind = kindOf(calendar, before.kind);
        const slot = await this.#requireFree(client, calendar, kind, start, id);
        const row = await moveBooking(client, id, slot, blockedBy(kind, slot), clock);
        if (!row) throw new AppError('booking_cancelled', CANCELLED);
        await this.#tell(client, 'booking_moved', row, { before: before.starts_at, saidIn });
        await requestJob(client, WRITE_BOOKING_JOB, id);
        return row;
      });
      nudgeJobs();
      return moved;
    } catch (error) {
      throw isOverlap(error) ? new AppError('slot_taken', TAKEN, { cause: error }) : error;
    }
  }

  /**
   * Cancels a booking.
   *
   * @param saidIn as of {@link book}
   * @throws AppError `booking_cancelled`, `booking_over`, `not_found`
   */
  async cancel(id: string, by: 'visitor' | 'owner', saidIn: string | null = null): Promise<BookingRow> {
    const { pool, nudgeJobs } = this.#deps;
    await this.links.ready();
    const cancelled = await inTransaction(pool, async (client) => {
      this.#changeable(await readBooking(client, id));
      const row = await cancelBooking(client, id, by);
      if (!row) throw new AppError('booking_cancelled', CANCELLED);
      await this.#tell(client, 'booking_cancelled', row, { saidIn });
      await requestJob(client, WRITE_BOOKING_JOB, id);
      return row;
    });
    nudgeJobs();
    return cancelled;
  }

  /**
   * Follows what the consultant did with a booking's entry in their own calendar; not into the past, and not if the
   * booking has changed since. A time that another booking has is noted as a problem with it.
   *
   * @param sequence of the booking when its entry was written
   * @param time when it is now; null if it was deleted or canceled
   */
  async follow(id: string, sequence: number, time: Stretch | null): Promise<void> {
    const { pool, nudgeJobs } = this.#deps;
    const now = this.now();
    if (time && time.start <= now.getTime()) return;
    await this.links.ready();
    try {
      await inTransaction(pool, async (client) => {
        const before = await readBooking(client, id, 'FOR UPDATE');
        if (before?.status !== 'confirmed' || before.sequence !== sequence || before.starts_at <= now) return;
        if (time === null) {
          const row = await cancelBooking(client, id, 'owner');
          if (!row) return;
          await this.#tell(client, 'booking_cancelled', row);
          return noteWritten(client, id, row.sequence, null);
        }
        // Its buffers move along.
        const blocked = {
          start: time.start - (before.starts_at.getTime() - before.blocked_from.getTime()),
          end: time.end + (before.blocked_to.getTime() - before.ends_at.getTime()),
        };
        const row = await moveBooking(client, id, time, blocked, before);
        if (!row) return;
        await this.#tell(client, 'booking_moved', row, { before: before.starts_at });
        await requestJob(client, WRITE_BOOKING_JOB, id);
      });
      nudgeJobs();
    } catch (error) {
      if (!isOverlap(error)) throw error;
      await noteWritten(pool, id, null, problem('moved_onto_another'));
    }
  }

  /** Tells the owners which meetings went with a visitor's data, in the transaction that erased them. */
  async tellErased(client: PoolClient, meetings: readonly Pick<BookingRow, 'title' | 'starts_at'>[]): Promise<void> {
    for (const meeting of meetings) await this.#deps.mail.erased(client, meeting);
  }

  /** A booking of this visitor. @throws AppError `not_found` if it is somebody else's */
  async own(id: string, visitorId: string): Promise<BookingRow> {
    const row = await readBooking(this.#deps.pool, id);
    if (row?.visitor_id !== visitorId) throw new AppError('not_found', NO_BOOKING);
    return row;
  }

  /** Confirmed bookings of a visitor that are not over, in order. */
  upcoming(visitorId: string, db: Queries = this.#deps.pool): Promise<BookingRow[]> {
    return readUpcoming(db, visitorId, this.now());
  }

  /**
   * The booking of a signed link.
   *
   * @throws AppError `not_found` for a forged link and an erased booking, `booking_over` for an old one
   */
  async linked(token: string): Promise<BookingRow> {
    const id = await this.links.bookingOf(token);
    if (id === null) throw new AppError('not_found', BROKEN_LINK);
    const row = await readBooking(this.#deps.pool, id);
    if (!row) throw new AppError('not_found', NO_BOOKING);
    if (row.ends_at <= this.now()) throw new AppError('booking_over', OVER);
    return row;
  }

  /** A booking for its page, with the times to which it may move; none where its kind is no longer offered. */
  async presentLinked(row: BookingRow, zone: string): Promise<LinkedBooking> {
    const mayMove = row.status === 'confirmed' && this.calendar()?.kinds.some(({ id }) => id === row.kind);
    return {
      booking: presentBooking(row),
      consultant: this.#deps.twin().persona.name,
      ics: await this.icsFor(row),
      slots: mayMove ? await this.free({ kind: row.kind, zone, limit: LINKED_SLOTS, moves: row.id }) : [],
    };
  }

  /** The address of a booking's page. */
  async linkOf({ id }: Pick<BookingRow, 'id'>): Promise<string> {
    return `${this.#deps.ownUrl}/booking/${await this.links.tokenOf(id)}`;
  }

  /** A booking as a file for its visitor. */
  async icsFor(row: BookingRow): Promise<string> {
    return icsOf([row], this.#organizer(), { reader: 'visitor', link: await this.linkOf(row) });
  }

  /**
   * A booking as the file in a mail about it. The visitor's calendar updates or removes its entry by it; the owner's
   * shows it.
   */
  async mailFileOf(row: BookingRow, reader: 'visitor' | 'owner'): Promise<string> {
    if (reader === 'owner') return icsOf([row], this.#organizer(), { reader });
    const method = row.status === 'cancelled' ? 'CANCEL' : 'REQUEST';
    return icsOf([row], this.#organizer(), { method, reader, link: await this.linkOf(row) });
  }

  /** A booking with its file and its link. */
  async present(row: BookingRow): Promise<BookSlotAnswer> {
    return { booking: presentBooking(row), ics: await this.icsFor(row), link: await this.linkOf(row) };
  }

  /** All bookings as a file for the owner's calendar program; null for a wrong token. */
  async feed(token: string): Promise<string | null> {
    if (!(await this.links.isFeed(token))) return null;
    const from = new Date(this.now().getTime() - FEED_DAYS * DAY_MS);
    return icsOf(await readForFeed(this.#deps.pool, from, FEED_MAX), this.#organizer(), { reader: 'owner' });
  }

  /** Kinds of meetings as visitors see them. */
  kinds(): MeetingKindInfo[] {
    return (this.calendar()?.kinds ?? []).map((kind) => ({
      ...{ id: kind.id, title: kind.title, minutes: kind.minutes, place: kind.place ?? null },
      asks_phone: asksPhone(kind),
    }));
  }

  /** Tells of a change whoever has to know of it, in its transaction. @param before when it was, if it has moved */
  async #tell(
    client: PoolClient,
    event: BookingEvent,
    row: BookingRow,
    { before, saidIn = null }: { before?: Date; saidIn?: string | null } = {},
  ): Promise<void> {
    await noteBooking(client, event, row);
    await forgetOffers(client, row.visitor_id, saidIn);
    await closeBookingItems(client, { visitorId: row.visitor_id });
    await this.#deps.mail.changed(client, event, row, before);
  }

  #organizer() {
    const { name, contact } = this.#deps.twin().persona;
    return { name, email: contact.email };
  }

  /** @throws AppError `not_found`, `booking_over`, `booking_cancelled` */
  #changeable(row: BookingRow | null): BookingRow {
    if (!row) throw new AppError('not_found', NO_BOOKING);
    if (row.status === 'cancelled') throw new AppError('booking_cancelled', CANCELLED);
    if (row.starts_at <= this.now()) throw new AppError('booking_over', OVER);
    return row;
  }

  /** The time, if it is free now. @throws AppError `slot_taken` */
  async #requireFree(
    client: PoolClient,
    calendar: Calendar,
    kind: MeetingKind,
    start: number,
    except: string | null,
  ): Promise<Stretch> {
    // The constraint forbids overlaps; how many there are a day has to be counted, one booking after the other.
    if (kind.perDay !== undefined) await lockCounting(client);
    const slot = { start, end: start + kind.minutes * 60_000 };
    const taken = await readTaken(client, start - 2 * DAY_MS, slot.end + 2 * DAY_MS, except);
    if (!isFree({ calendar, kind, ...taken, now: this.now().getTime() }, start))
      throw new AppError('slot_taken', TAKEN);
    return slot;
  }
}

/** @throws AppError `not_found` */
function kindOf(calendar: Calendar, id: string | undefined): MeetingKind {
  const kind = id === undefined ? calendar.kinds[0] : calendar.kinds.find((one) => one.id === id);
  if (kind) return kind;
  throw new AppError('not_found', 'There is no such kind of meeting.');
}

const isOverlap = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === EXCLUSION_VIOLATION;

function presentSlot({ id }: MeetingKind, { start, end }: Stretch): Slot {
  return { kind: id, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
