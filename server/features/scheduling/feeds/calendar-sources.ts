import { CALENDAR_FILE_MAX_BYTES, type CalendarSource } from '@understudy/contract/bookings';
import { DAYS_AHEAD_MAX } from '@understudy/contract/calendar-file';
import type { ReadProblem, ReadProblemCode } from '@understudy/contract/read-problems';
import type { Twin } from '@understudy/contract/twin';
import PQueue from 'p-queue';
import type { Pool } from 'pg';
import type { SealedDatabase } from '../../../platform/database/sealed-rows.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { type FetchOptions, fetchPage } from '../../../platform/fetching/fetch-page.ts';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import type { Logger } from '../../../platform/log.ts';
import type { OwnerSettings } from '../../../platform/owner-settings.ts';
import { noteWritten, readBooking, readWritten, type WrittenBooking } from '../booking-store.ts';
import type { Bookings } from '../bookings.ts';
import { icsForServer, uidOf } from '../ics.ts';
import { type CalDavAccess, hasEntry, putEntry, readEvents, removeEntry } from './caldav.ts';
import { type ReadCalendar, readBusy } from './read-busy.ts';
import {
  type CalendarFile,
  deleteSource,
  followFolder,
  insertSource,
  presentSources,
  readSources,
  replaceFile,
  type SourceAccess,
  type StoredSource,
  saveBusy,
  saveProblem,
} from './source-store.ts';

/** Job that reads all sources of busy times. */
export const READ_BUSY_JOB = 'read_busy_times';
/** Job that takes an erased booking out of the owner's calendar server, keyed by the booking's id. */
export const REMOVE_ENTRY_JOB = 'remove_calendar_entry';
/** Job that reads those that the twin's texts have come to name. */
export const READ_NEW_BUSY_JOB = 'read_new_busy_times';
/** How often busy times are read, in seconds. */
export const READ_BUSY_EVERY_S = 600;
/** Sources read at once: each may take a thread and 20 s. */
const READ_AT_ONCE = 3;
/** Sources that the settings may have. */
const MAX_SOURCES = 10;
const DAY_MS = 86_400_000;

/** What reading calendars needs. */
export interface SourceDeps extends SealedDatabase {
  pool: Pool;
  log: Logger;
  twin(): Twin;
  /** A file of the twin's folder, as text. */
  readFile(file: string): Promise<string>;
  settings: OwnerSettings;
  /** Bookings that follow what becomes of their entries on the calendar server. */
  bookings: Pick<Bookings, 'follow'>;
  now(): Date;
  /** How calendars are fetched; only tests set it. */
  fetching?: FetchOptions;
}

/** A source that an owner adds. */
export interface NewSource {
  kind: 'address' | 'caldav' | 'file';
  access: SourceAccess;
  writes: boolean;
  by: string;
}

/** What the owner is told of an error. @param otherwise for one that is none of a calendar */
const problemOf = (error: unknown, otherwise: ReadProblemCode): ReadProblem =>
  error instanceof ReadError ? error.problem : problem(otherwise);

/** The calendars beside ours: those that say when the consultant is busy, and the one that bookings are written to. */
export class CalendarSources {
  readonly #deps: SourceDeps;
  readonly #stopping = new AbortController();

  constructor(deps: SourceDeps) {
    this.#deps = deps;
  }

  /** Sources as the owner sees them; those that the twin's texts name are among them at once. */
  async list(): Promise<CalendarSource[]> {
    await this.#followTexts();
    return presentSources(this.#deps.pool);
  }

  /**
   * Adds a source, once it can be read.
   *
   * @throws ReadError with the reason why it cannot
   */
  async add(source: NewSource): Promise<string> {
    const { pool, sealer } = this.#deps;
    const { times } = await this.#read({ named: null, ...source });
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM calendar_sources WHERE named IS NULL',
      );
      if ((rows[0]?.n ?? 0) >= MAX_SOURCES) throw new ReadError(problem('too_many_calendars', { most: MAX_SOURCES }));
      const id = await insertSource(client, sealer, source);
      await saveBusy(client, id, times);
      return id;
    });
  }

  /**
   * Puts a file in the place of an uploaded one, once it can be read.
   *
   * @returns whether there was one
   * @throws ReadError with the reason why it cannot
   */
  async replace(id: string, file: CalendarFile, by: string): Promise<boolean> {
    const { pool, sealer } = this.#deps;
    const { times } = await this.#read({ kind: 'file', named: null, access: file });
    return inTransaction(pool, async (client) => {
      if (!(await replaceFile(client, sealer, id, { file, by }))) return false;
      await saveBusy(client, id, times);
      return true;
    });
  }

  /** Removes a source of the settings. @returns its label; null if there is none */
  remove(id: string): Promise<string | null> {
    return inTransaction(this.#deps.pool, (client) => deleteSource(client, id));
  }

  /** Reads all sources, a few at once. One that cannot be read keeps its last busy times, and says why. */
  async readAll(): Promise<void> {
    await this.#followTexts();
    await this.#readEach('all');
  }

  /** Reads sources that the twin's texts name since the last reading: visitors are not to book their busy times. */
  async readNew(): Promise<void> {
    await this.#followTexts();
    await this.#readEach('unread');
  }

  #followTexts(): Promise<void> {
    const named = this.#deps.twin().calendar?.busy ?? [];
    return inTransaction(this.#deps.pool, (client) => followFolder(client, named));
  }

  async #readEach(which: 'all' | 'unread'): Promise<void> {
    const { pool, sealer, log } = this.#deps;
    const readOne = async (source: StoredSource): Promise<void> => {
      this.#stopping.signal.throwIfAborted();
      try {
        // Before the calendar is read, so that what is written meanwhile is not taken for a change in it.
        const written = source.writes ? await readWritten(pool, this.#deps.now()) : [];
        const { times, own } = await this.#read(source);
        await inTransaction(pool, (client) => saveBusy(client, source.id, times));
        await this.#follow(source, written, own);
      } catch (error) {
        if (this.#stopping.signal.aborted) throw error;
        if (!(error instanceof ReadError)) log.warn({ err: error, source: source.id }, 'a calendar could not be read');
        await saveProblem(pool, source.id, problemOf(error, 'unread'));
      }
    };
    const queue = new PQueue({ concurrency: READ_AT_ONCE });
    const sources = await readSources(pool, sealer, which);
    await Promise.all(sources.map((source) => queue.add(() => readOne(source))));
  }

  /**
   * Brings a booking to the calendar that bookings are written to, if there is one: as it is now, however often it
   * changed since. A failure is noted with the booking and thrown, so that it is tried again.
   */
  async write(bookingId: string): Promise<void> {
    const { pool, sealer, twin, fetching = {} } = this.#deps;
    const target = (await readSources(pool, sealer)).find(({ writes }) => writes);
    const row = await readBooking(pool, bookingId);
    if (!target?.access || !row || row.written_sequence === row.sequence) return;
    const access = target.access as CalDavAccess;
    const { persona } = twin();
    const { signal } = this.#stopping;
    try {
      if (row.status === 'cancelled') await removeEntry(access, uidOf(row), signal, fetching);
      else {
        const ics = await icsForServer(row, { name: persona.name, email: persona.contact.email });
        await putEntry(access, { uid: uidOf(row), ics }, signal, fetching);
      }
    } catch (error) {
      if (!signal.aborted) await noteWritten(pool, row.id, null, problemOf(error, 'server_unreachable'));
      throw error;
    }
    await noteWritten(pool, row.id, row.sequence, null);
  }

  /** Takes the entry of an erased booking out of the calendar that bookings are written to. */
  async removeEntryOf(bookingId: string): Promise<void> {
    const { pool, sealer, fetching = {} } = this.#deps;
    const target = (await readSources(pool, sealer)).find(({ writes }) => writes);
    if (!target?.access) return;
    await removeEntry(target.access as CalDavAccess, uidOf({ id: bookingId }), this.#stopping.signal, fetching);
  }

  /** Moves and cancels bookings as the consultant did in the calendar that they are written to. */
  async #follow(source: StoredSource, written: readonly WrittenBooking[], own: ReadCalendar['own']): Promise<void> {
    const { bookings, fetching = {} } = this.#deps;
    const access = source.access as CalDavAccess;
    for (const { id, sequence, starts_at, ends_at } of written) {
      const entry = own.find(({ bookingId }) => bookingId === id);
      if (!entry) {
        // It may stand at a time that was not read.
        if (await hasEntry(access, uidOf({ id }), this.#stopping.signal, fetching)) continue;
        await bookings.follow(id, sequence, null);
      } else if (entry.time?.start !== starts_at.getTime() || entry.time.end !== ends_at.getTime())
        await bookings.follow(id, sequence, entry.time);
    }
  }

  /** Stops reading at once. */
  close(): void {
    this.#stopping.abort(new Error('the server stops'));
  }

  /** The busy times of a source, from yesterday to the last day on which somebody may book. @throws ReadError */
  async #read(source: Pick<StoredSource, 'kind' | 'named' | 'access'>): Promise<ReadCalendar> {
    const { twin, settings, fetching = {}, readFile, now } = this.#deps;
    const { signal } = this.#stopping;
    const zone = twin().calendar?.timeZone ?? settings.get('hours').time_zone;
    const from = now().getTime() - DAY_MS;
    const range = { from, to: from + (DAYS_AHEAD_MAX + 3) * DAY_MS };
    const { kind, named, access } = source;
    if (kind === 'caldav') {
      const texts = await readEvents(access as CalDavAccess, range, signal, fetching);
      return readBusy({ texts, zone, ...range }, signal);
    }
    if (named?.startsWith('calendar/')) {
      const text = await readFile(named);
      // As of one that is fetched: to read it would take more memory than its thread has.
      if (Buffer.byteLength(text) > CALENDAR_FILE_MAX_BYTES)
        throw new ReadError(problem('file_too_large', { megabytes: CALENDAR_FILE_MAX_BYTES / 1024 / 1024 }));
      return readBusy({ texts: [text], zone, ...range }, signal);
    }
    if (access && 'text' in access) return readBusy({ texts: [access.text], zone, ...range }, signal);
    const address = (access?.url ?? named ?? '').replace(/^webcal:/i, 'https:');
    const { bytes } = await fetchPage(address, 'calendar', signal, { maxBytes: CALENDAR_FILE_MAX_BYTES, ...fetching });
    return readBusy({ texts: [bytes.toString('utf8')], zone, ...range }, signal);
  }
}
