/** Bookings as iCalendar files (RFC 5545), which update the same entry as often as they change. */
import type ICAL from 'ical.js';
import type { BookingRow } from './booking-store.ts';

/** Who the meetings are with. */
export interface Organizer {
  name: string;
  email: string;
}

/** How a file is meant: to be shown, or to be answered by a calendar that gets it by mail. */
export type IcsMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

/** For whom a booking is told: the visitor reads whom they meet, the owner whom they meet and what was noted. */
type Reader = 'visitor' | 'owner';

type Library = typeof ICAL;
let loaded: Promise<Library> | null = null;
/** The library, which is loaded with the first booking. */
const library = (): Promise<Library> => {
  loaded ??= import('ical.js').then((module) => module.default);
  return loaded;
};

const PRODUCT = '-//Understudy//Bookings//EN';

/** The id of a booking's entry in calendars. */
export const uidOf = ({ id }: Pick<BookingRow, 'id'>): string => `${id}@understudy`;

/** A calendar file of bookings. @param link of a booking's page; null for none */
export async function icsOf(
  rows: readonly BookingRow[],
  organizer: Organizer,
  { method = 'PUBLISH', reader, link = null }: { method?: IcsMethod; reader: Reader; link?: string | null },
): Promise<string> {
  const ical = await library();
  const calendar = newCalendar(ical);
  calendar.addPropertyWithValue('method', method);
  if (reader === 'owner') calendar.addPropertyWithValue('x-wr-calname', `Bookings, ${organizer.name}`);
  for (const row of rows) calendar.addSubcomponent(eventOf(ical, row, organizer, reader, link));
  return `${calendar.toString()}\r\n`;
}

/** A booking as one entry, without a method: the form in which calendar servers keep it. */
export async function icsForServer(row: BookingRow, organizer: Organizer): Promise<string> {
  const ical = await library();
  const calendar = newCalendar(ical);
  calendar.addSubcomponent(eventOf(ical, row, organizer, 'owner', null));
  return `${calendar.toString()}\r\n`;
}

function newCalendar(ical: Library): ICAL.Component {
  const calendar = new ical.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', PRODUCT);
  return calendar;
}

function eventOf(
  ical: Library,
  row: BookingRow,
  organizer: Organizer,
  reader: Reader,
  link: string | null,
): ICAL.Component {
  const utc = (date: Date) => ical.Time.fromJSDate(date, true);
  const event = new ical.Component('vevent');
  const changed = row.cancelled_at ?? row.moved_at ?? row.created_at;
  event.addPropertyWithValue('uid', uidOf(row));
  event.addPropertyWithValue('sequence', row.sequence);
  event.addPropertyWithValue('dtstamp', utc(changed));
  event.addPropertyWithValue('dtstart', utc(row.starts_at));
  event.addPropertyWithValue('dtend', utc(row.ends_at));
  event.addPropertyWithValue(
    'summary',
    reader === 'owner' ? `${row.title}: ${row.name}` : `${row.title}, ${organizer.name}`,
  );
  event.addPropertyWithValue('status', row.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('transp', row.status === 'cancelled' ? 'TRANSPARENT' : 'OPAQUE');
  const where = [row.place, row.phone].filter(Boolean).join(': ');
  if (where) event.addPropertyWithValue('location', where);
  const about = reader === 'owner' ? [row.email, row.note] : [row.note, link];
  const description = about.filter((text): text is string => text !== null).join('\n\n');
  if (description) event.addPropertyWithValue('description', description);
  if (link && reader === 'visitor') event.addPropertyWithValue('url', link);
  if (reader === 'visitor') {
    person(event, 'organizer', organizer);
    person(event, 'attendee', row);
  }
  return event;
}

/** Adds a person. Their name must not end its quotation marks. */
function person(event: ICAL.Component, property: 'organizer' | 'attendee', { name, email }: Organizer): void {
  const added = event.addPropertyWithValue(property, `mailto:${email}`);
  added.setParameter('cn', name.replace(/["\r\n]/g, ' '));
}
