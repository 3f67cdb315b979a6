/** `calendar.yaml` of the twin's folder: when visitors may book which meetings. */
import { z } from 'zod';
import { isTimeZone } from './settings.ts';
import { line, slug } from './text-fields.ts';
import { WEEKDAYS } from './weekdays.ts';

/** Most kinds of meeting, sources of busy times, and blocked stretches of a calendar. */
export const KINDS_MAX = 12;
export const BUSY_MAX = 10;
export const BLOCKED_MAX = 200;
/** How far ahead visitors may book at most, in days. */
export const DAYS_AHEAD_MAX = 180;

/** A page on the public web, as it may stand in a reply. */
const publicAddress = z
  .url('must be an address that begins with https://')
  .regex(/^https:\/\/[^\s{}"<>\\@]+$/i, 'must be an address that begins with https://');

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;
/** A stretch of a day: '09:00-12:30'. */
const span = z
  .string('must be a stretch such as "09:00-12:30"')
  .transform((text) => text.replace(/\s|\u2013/g, (found) => (found === '\u2013' ? '-' : '')))
  .refine((text) => {
    const [from = '', to = '', ...more] = text.split('-');
    return more.length === 0 && clock.test(from) && clock.test(to) && from < to;
  }, 'must be a stretch such as "09:00-12:30"');

const spans = z
  .array(span)
  .max(6, 'must be at most 6 stretches a day')
  .refine(
    (list) => list.toSorted().every((one, at, all) => at === 0 || (all[at - 1] ?? '').slice(6) <= one.slice(0, 5)),
    'has stretches that overlap',
  );

/** Whether the day exists in the calendar: 2026-02-30 does not. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
/** A day, or several in a row: '2026-12-24 to 2027-01-02'. */
const blockedDays = z.string('must be a day such as "2026-12-24"').refine((text) => {
  const [from = '', to = from, ...more] = text.split(' to ').map((day) => day.trim());
  return more.length === 0 && isDay(from) && isDay(to) && from <= to;
}, 'must be a day such as "2026-12-24", or several such as "2026-12-24 to 2027-01-02"');

const minutes = (from: number, to: number) => {
  const sentence = `must be a whole number of minutes from ${from} to ${to}`;
  return z.int(sentence).min(from, sentence).max(to, sentence);
};
const whole = (from: number, to: number) => {
  const sentence = `must be a whole number from ${from} to ${to}`;
  return z.int(sentence).min(from, sentence).max(to, sentence);
};

/** A kind of meeting that visitors may book. */
const meetingKind = z
  .strictObject({
    id: slug,
    title: line.max(120),
    minutes: minutes(5, 480),
    /** Where it takes place, in words, such as 'By phone'. */
    place: line.max(200).optional(),
    videoLink: publicAddress.optional(),
    /** Whether visitors give a number to be called on; if left out, where the place is a telephone. */
    asksPhone: z.boolean('must be true or false').optional(),
    /** Free minutes before and after. */
    bufferBefore: minutes(0, 240).default(0),
    bufferAfter: minutes(0, 240).default(0),
    /** Hours between the booking and the meeting, at least. */
    noticeHours: whole(0, 720).default(12),
    daysAhead: whole(1, DAYS_AHEAD_MAX).default(28),
    /** How many of its kind are booked a day at most; any number if left out. */
    perDay: whole(1, 50).optional(),
  })
  .refine(({ place, videoLink }) => !(place && videoLink), 'has a place or a video link, not both');

/** 'By phone', 'Telefonisch', 'por teléfono', 'par téléphone'. */
const BY_PHONE = /phone|t[eé]l[eé](?:f|ph)o/i;

/** Whether whoever books this kind of meeting is asked for a number to be called on. */
export const asksPhone = ({ asksPhone: asks, place }: Pick<MeetingKind, 'asksPhone' | 'place'>): boolean =>
  asks ?? BY_PHONE.test(place ?? '');

/** The schema of `calendar.yaml`. */
export const calendarFile = z
  .strictObject({
    /** IANA name; that of the office hours in the settings if left out. */
    timeZone: z.string().refine(isTimeZone, 'must be a time zone such as "Europe/Amsterdam"').optional(),
    /** When visitors may book; the office hours of the settings if left out. */
    hours: z.partialRecord(z.enum(WEEKDAYS), spans).optional(),
    kinds: z.array(meetingKind).max(KINDS_MAX, `must be at most ${KINDS_MAX}`).default([]),
    /** Days without meetings. */
    blocked: z.array(blockedDays).max(BLOCKED_MAX, `must be at most ${BLOCKED_MAX}`).default([]),
    /** Where busy times are read: public iCalendar addresses, or files below `calendar/`. Secret ones are settings. */
    busy: z
      .array(
        z
          .string()
          .max(2_000)
          .regex(
            /^(?:(?:https|webcal):\/\/[^\s@]+|calendar\/[a-z0-9][a-z0-9-]*\.ics)$/i,
            'must be an address that begins with https://, or a file such as "calendar/holidays.ics"',
          ),
      )
      .max(BUSY_MAX, `must be at most ${BUSY_MAX}`)
      .default([]),
    /** A page on which visitors book, such as Cal.com or Calendly, instead of all this. */
    externalLink: publicAddress.optional(),
  })
  .superRefine(({ kinds, externalLink }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (externalLink === undefined && kinds.length === 0)
      refuse(['kinds'], 'needs a kind of meeting, or an externalLink in its place');
    if (externalLink !== undefined && kinds.length > 0)
      refuse(['externalLink'], 'stands in place of kinds of meeting: leave one of them out');
    for (const [at, { id }] of kinds.entries())
      if (kinds.findIndex((one) => one.id === id) < at) refuse(['kinds', at, 'id'], `'${id}' stands twice`);
  });

/** The parsed `calendar.yaml`. */
export type CalendarFile = z.infer<typeof calendarFile>;
/** A kind of meeting. */
export type MeetingKind = CalendarFile['kinds'][number];
