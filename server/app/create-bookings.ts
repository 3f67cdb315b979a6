import type { Pool } from 'pg';
import type { FetchOptions } from '../features/imports/index.ts';
import { createBookingMails, type Mail, type Reminders } from '../features/mail/index.ts';
import { Bookings, BookingTalks, CalendarSources } from '../features/scheduling/index.ts';
import type { LiveTwin } from '../features/twin/index.ts';
import type { Logger } from '../platform/log.ts';
import type { OwnerSettings } from '../platform/owner-settings.ts';
import type { Sealer } from '../platform/sealer.ts';

/** What bookings are composed of. */
interface BookingParts {
  pool: Pool;
  sealer: Sealer;
  log: Logger;
  live: LiveTwin;
  settings: OwnerSettings;
  mail: Mail;
  reminders: Reminders;
  now(): Date;
  /** Address of this server, without a slash at the end. */
  ownUrl: string;
  nudgeJobs(): void;
  /** How other calendars are fetched; only tests set it. */
  fetching?: FetchOptions | undefined;
}

/** Composes bookings: their mails, how they are made in a conversation, and the calendars beside them. */
export function createBookings(parts: BookingParts) {
  const { pool, sealer, log, live, settings, mail, reminders, now, ownUrl, nudgeJobs, fetching } = parts;
  const { twin } = live;
  const bookings: Bookings = new Bookings({
    ...{ pool, sealer, twin, settings, now, ownUrl, nudgeJobs },
    mail: createBookingMails({ mail, reminders, settings, twin, now, ownUrl, bookings: () => bookings }),
  });
  const sources = new CalendarSources({
    ...{ pool, sealer, log, twin, settings, now, bookings },
    readFile: (file) => live.folder.text(file),
    ...(fetching ? { fetching } : {}),
  });
  return { bookings, sources, talks: new BookingTalks({ pool, bookings, twin }) };
}
