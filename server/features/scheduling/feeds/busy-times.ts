/** Reads busy times from iCalendar texts (RFC 5545). Runs in a thread: a hostile text may take forever. */
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import { merged, type Stretch } from '../slots.ts';

/** Texts to read, and for when. */
export interface BusyJob {
  /** Whole calendars; several of a calendar server, one for each event. */
  texts: readonly string[];
  /** The zone of days and of times without one. */
  zone: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** Occurrences of all events of a calendar that are looked at; more than a busy person has in twenty years. */
const MAX_OCCURRENCES = 200_000;
/** Stretches that are kept of a calendar. */
const MAX_STRETCHES = 20_000;
/** Our own bookings, when they are read back. */
const OWN_UID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@understudy$/;

/** The stretches in which somebody is busy, in order and merged. @throws ReadError */
export function readBusyTimes({ texts, zone, from, to }: BusyJob): Stretch[] {
  const found: Stretch[] = [];
  let occurrences = 0;
  const add = (stretch: Stretch | null): void => {
    if (!stretch || stretch.end <= from || stretch.start >= to) return;
    found.push({ start: Math.max(stretch.start, from), end: Math.min(stretch.end, to) });
    // Events that overlap are one stretch.
    if (found.length > 2 * MAX_STRETCHES) found.splice(0, found.length, ...merged(found));
    if (found.length > MAX_STRETCHES * 2 - 1) throw new ReadError(problem('too_many_events'));
  };
  const count = (): void => {
    occurrences += 1;
    if (occurrences > MAX_OCCURRENCES) throw new ReadError(problem('too_many_events'));
  };
  for (const text of texts) {
    for (const calendar of calendarsIn(text)) {
      for (const [uid, events] of byUid(calendar)) {
        if (OWN_UID.test(uid)) continue;
        for (const stretch of occurrencesOf(events, zone, from, to, count)) add(stretch);
      }
      for (const free of calendar.getAllSubcomponents('vfreebusy')) for (const one of freeBusy(free, zone)) add(one);
    }
  }
  return merged(found);
}

/** A booking as it stands in another calendar; null for its time where it was canceled there. */
export interface OwnEntry {
  bookingId: string;
  time: Stretch | null;
}

/**
 * Our bookings in a calendar, in which the consultant may have moved or canceled them. Days without a time are left
 * out: a meeting has one.
 *
 * @throws ReadError
 */
export function readOwnEntries({ texts, zone }: Pick<BusyJob, 'texts' | 'zone'>): OwnEntry[] {
  return texts.flatMap((text) =>
    calendarsIn(text).flatMap((calendar) =>
      [...byUid(calendar)].flatMap(([uid, [event]]): OwnEntry[] => {
        const bookingId = OWN_UID.exec(uid)?.[1];
        if (!bookingId || !event) return [];
        if (String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED')
          return [{ bookingId, time: null }];
        const time = stretchOf(event, zone);
        const isDay = (event.getFirstPropertyValue('dtstart') as ICAL.Time | null)?.isDate ?? true;
        return time && !isDay && time.end > time.start ? [{ bookingId, time }] : [];
      }),
    ),
  );
}

/** The calendars of a text. @throws ReadError */
function calendarsIn(text: string): ICAL.Component[] {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text.replace(/^\uFEFF/, ''))) throw new ReadError(problem('not_a_calendar'));
  let parsed: unknown;
  try {
    parsed = ICAL.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ReadError(problem('calendar_cut'));
  }
  const list = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as unknown[][];
  return list.map((one) => new ICAL.Component(one as never)).filter(({ name }) => name === 'vcalendar');
}

/** A calendar's events by their id; each with its exceptions. */
function byUid(calendar: ICAL.Component): Map<string, ICAL.Component[]> {
  const events = new Map<string, ICAL.Component[]>();
  for (const [at, event] of calendar.getAllSubcomponents('vevent').entries()) {
    const uid = String(event.getFirstPropertyValue('uid') ?? `without ${at}`);
    events.set(uid, [...(events.get(uid) ?? []), event]);
  }
  return events;
}

/** Whether an event takes no time: canceled, or marked as free. */
function isFree(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return (
    value('status') === 'CANCELLED' ||
    value('transp') === 'TRANSPARENT' ||
    value('x-microsoft-cdo-busystatus') === 'FREE'
  );
}

/** When the occurrences of an event are, exceptions in their places. */
function* occurrencesOf(
  events: readonly ICAL.Component[],
  zone: string,
  from: number,
  to: number,
  count: () => void,
): Generator<Stretch | null> {
  const isException = (event: ICAL.Component) => event.getFirstProperty('recurrence-id') !== null;
  const masters = events.filter((event) => !isException(event));
  const exceptions = events.filter(isException);
  const replaced = new Set(exceptions.map((event) => momentOf(event.getFirstProperty('recurrence-id'), zone)));
  const later = exceptions.flatMap((event) => laterOf(event, zone) ?? []).sort((one, other) => other.from - one.from);
  const earlyBy = Math.max(0, ...later.map(({ earlyBy }) => earlyBy));
  for (const exception of exceptions) {
    count();
    if (!isFree(exception)) yield stretchOf(exception, zone);
  }
  for (const master of masters) {
    if (isFree(master)) continue;
    const start = master.getFirstProperty('dtstart');
    const whole = stretchOf(master, zone);
    if (!start || !whole) continue;
    const repeats = ['rrule', 'rdate'].some((name) => master.getFirstProperty(name) !== null);
    if (!repeats) {
      count();
      yield whole;
      continue;
    }
    const length = lengthOf(master, zone);
    const tzid = tzidOf(start);
    const iterator = new ICAL.RecurExpansion({
      component: master,
      dtstart: start.getFirstValue() as ICAL.Time,
    });
    for (let next = iterator.next(); next; next = iterator.next()) {
      count();
      const begins = toMoment(next, tzid, zone);
      if (begins >= to + earlyBy) break;
      if (replaced.has(begins)) continue;
      const change = later.find((one) => one.from <= begins);
      if (change) {
        yield change.occurrence(next, begins);
        continue;
      }
      const ends = length(next, begins);
      if (ends > from) yield { start: begins, end: ends };
    }
  }
}

/** What an exception with `RANGE=THISANDFUTURE` makes of the occurrences from its own on. */
interface LaterChange {
  from: number;
  /** How much earlier they are, in milliseconds; 0 if they are not. */
  earlyBy: number;
  /** Null where they take no time any more. */
  occurrence(next: ICAL.Time, begins: number): Stretch | null;
}

/** The change that goes on from an exception; null for one of a single occurrence. */
function laterOf(exception: ICAL.Component, zone: string): LaterChange | null {
  const id = exception.getFirstProperty('recurrence-id');
  const start = exception.getFirstProperty('dtstart');
  if (String(id?.getParameter('range') ?? '').toUpperCase() !== 'THISANDFUTURE' || !id || !start) return null;
  const [was, is] = [id.getFirstValue() as ICAL.Time, start.getFirstValue() as ICAL.Time];
  const from = toMoment(was, tzidOf(id), zone);
  const shift = toMoment(is, tzidOf(start), zone) - from;
  const length = lengthOf(exception, zone);
  // On one clock the hour stays the same when the clocks change; between two, only the time between can.
  const onClock = tzidOf(id) === tzidOf(start) && was.isDate === is.isDate && was.zone === is.zone;
  const by = is.subtractDate(was);
  return {
    from,
    earlyBy: Math.max(0, -shift),
    occurrence(next, begins) {
      if (isFree(exception)) return null;
      const moved = next.clone();
      moved.addDuration(by);
      const at = onClock ? toMoment(moved, tzidOf(start), zone) : begins + shift;
      return { start: at, end: length(moved, at) };
    },
  };
}

/** A single event as a stretch; null if it has no beginning. */
function stretchOf(event: ICAL.Component, zone: string): Stretch | null {
  const start = event.getFirstProperty('dtstart');
  if (!start) return null;
  const value = start.getFirstValue() as ICAL.Time;
  const begins = toMoment(value, tzidOf(start), zone);
  return { start: begins, end: lengthOf(event, zone)(value, begins) };
}

/** How long each occurrence of an event takes: days by the calendar, hours by the clock that does not jump. */
function lengthOf(event: ICAL.Component, zone: string): (start: ICAL.Time, begins: number) => number {
  const startProperty = event.getFirstProperty('dtstart') as ICAL.Property;
  const first = startProperty.getFirstValue() as ICAL.Time;
  const endProperty = event.getFirstProperty('dtend');
  const duration = event.getFirstPropertyValue('duration') as ICAL.Duration | null;
  if (first.isDate) {
    const end = endProperty?.getFirstValue() as ICAL.Time | undefined;
    const days = end ? daysBetween(first, end) : duration ? Math.ceil(duration.toSeconds() / 86_400) : 1;
    return (start) => {
      const last = start.clone();
      last.adjust(Math.max(1, days), 0, 0, 0);
      return toMoment(last, null, zone);
    };
  }
  if (!endProperty) {
    const took = duration ? duration.toSeconds() * 1_000 : 0;
    return (_start, begins) => begins + took;
  }
  const took =
    toMoment(endProperty.getFirstValue() as ICAL.Time, tzidOf(endProperty), zone) -
    toMoment(first, tzidOf(startProperty), zone);
  return (_start, begins) => begins + Math.max(0, took);
}

const daysBetween = (one: ICAL.Time, other: ICAL.Time): number =>
  Math.round(
    (Date.UTC(other.year, other.month - 1, other.day) - Date.UTC(one.year, one.month - 1, one.day)) / 86_400_000,
  );

/** Busy periods that a calendar tells without events. */
function* freeBusy(component: ICAL.Component, zone: string): Generator<Stretch> {
  for (const property of component.getAllProperties('freebusy')) {
    if (String(property.getParameter('fbtype') ?? 'BUSY').toUpperCase() === 'FREE') continue;
    for (const value of property.getValues()) {
      const period = value as ICAL.Period;
      const end = period.getEnd();
      yield { start: toMoment(period.start, null, zone), end: toMoment(end, null, zone) };
    }
  }
}

const tzidOf = (property: ICAL.Property): string | null => {
  const tzid = property.getParameter('tzid');
  return typeof tzid === 'string' ? tzid : null;
};

const momentOf = (property: ICAL.Property | null, zone: string): number | null => {
  const value = property?.getFirstValue();
  return property && value ? toMoment(value as ICAL.Time, tzidOf(property), zone) : null;
};

const known = new Map<string, boolean>();

/** Whether the system knows the zone, whose rules it then keeps up to date. */
function isKnownZone(zone: string): boolean {
  let isKnown = known.get(zone);
  if (isKnown === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      isKnown = true;
    } catch {
      isKnown = false;
    }
    known.set(zone, isKnown);
  }
  return isKnown;
}

/**
 * A time in milliseconds since 1970. The rules of a zone are the system's; those of a zone that only the calendar knows
 * are the calendar's. Days and times without a zone are the consultant's.
 */
function toMoment(time: ICAL.Time, tzid: string | null, zone: string): number {
  const { year, month, day } = time;
  if (time.isDate) return atWallClock({ year, month, day }, zone);
  const { hour, minute } = time;
  const second = Math.min(time.second, 59);
  if (time.zone === ICAL.Timezone.utcTimezone) return Date.UTC(year, month - 1, day, hour, minute, second);
  const wall = { year, month, day, hour, minute, second };
  if (tzid !== null && isKnownZone(tzid)) return atWallClock(wall, tzid);
  if (time.zone && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1_000;
  return atWallClock(wall, zone);
}

interface WallClock {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
}

const atWallClock = (wall: WallClock, zone: string): number =>
  Temporal.ZonedDateTime.from({ ...wall, timeZone: zone }).epochMilliseconds;
