import { bookingMoveBody, bookingsQuery } from '../../admin-calls.ts';
import type { CalendarAnswer, OwnerBooking, VisitorBooking } from '../../bookings.ts';
import { bookSlot, cancelBooking, linkedQuery, listSlots, moveLinked } from '../../calls.ts';
import { calendarFileQuery, calendarSourceBody, emptyBody } from '../../settings-calls.ts';
import { credentials, SESSION, VISITOR } from '../examples.ts';
import type { Operations } from '../operation.ts';

const BOOKING = '0199fe3c-52a1-7c3d-9b1e-4f6a7b8c9d0e';
const TOKEN = 'AZn-PFKhfD2bHk9qe4ydDl0uYw3mQ8rT5vBzXc1LpGs';
const ics = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n';
const consent =
  'I agree that Dana keeps my name, my email address and my note for this meeting, sees them with it in the ' +
  'calendar, and writes to me about it. They are deleted 730 days after the meeting.';
const booking: VisitorBooking = {
  id: BOOKING,
  kind: 'intro',
  title: 'First call',
  start: '2026-12-03T15:00:00.000Z',
  end: '2026-12-03T15:30:00.000Z',
  zone: 'Europe/Lisbon',
  place: 'https://meet.example/dana',
  status: 'confirmed',
  sequence: 0,
  name: 'Ana Costa',
  email: 'ana@costabikes.example',
  phone: null,
  note: null,
};
const cancelled: VisitorBooking = { ...booking, status: 'cancelled', sequence: 1 };
const owned: OwnerBooking = {
  ...booking,
  visitor_id: VISITOR,
  session_id: SESSION,
  created_at: '2026-11-26T10:00:00.000Z',
  moved_at: null,
  cancelled_at: null,
  cancelled_by: null,
  write_problem: null,
};
const slot = { kind: 'intro', start: '2026-12-04T09:00:00.000Z', end: '2026-12-04T09:30:00.000Z' };
const moved = { start: slot.start, end: slot.end, sequence: 1 };
const calendar: CalendarAnswer = {
  booking: 'here',
  sources: [
    {
      id: '7d1c0f9e-4b5a-4c3d-8e2f-1a0b9c8d7e6f',
      kind: 'caldav',
      label: 'dav.reyes.example',
      uploaded_at: null,
      writes: true,
      read_at: '2026-11-26T10:00:00.000Z',
      ok_at: '2026-11-26T10:00:00.000Z',
      problem: null,
      times: 42,
    },
  ],
  feed: 'https://dana.example/calendar/mK3vQm1oYb8Xn0Zc5rT7uW2pL4sD6hJ9kF1aE3iM0oA.ics',
};
const inPath = { id: { about: 'The booking’s id.', example: BOOKING } };
const byLink = { token: { about: 'The signed part of the booking’s link.', example: TOKEN } };
const visitor = { tag: 'Bookings', access: 'session' } as const;
const link = { tag: 'Bookings', access: 'anyone', inPath: byLink } as const;
const owner = { tag: 'Bookings', access: 'admin' } as const;
const linked = { booking, consultant: 'Dana Reyes', ics, slots: [slot] };

export const bookingOperations = {
  list_slots: {
    ...visitor,
    method: 'post',
    path: '/functions/v1/list_slots',
    summary: 'List free times',
    about:
      'Free times in the consultant’s calendar, in order, those that fit a wish in words; also the visitor’s ' +
      'bookings that are still to come, and the sentence that they agree to by booking.',
    body: listSlots,
    errors: ['no_calendar', 'not_found'],
    send: { ...credentials, zone: 'Europe/Lisbon', wish: 'Thursday afternoon' },
    answer: {
      kinds: [{ id: 'intro', title: 'First call', minutes: 30, place: null, asks_phone: false }],
      calendar_zone: 'Europe/Amsterdam',
      zone: 'Europe/Lisbon',
      slots: [{ kind: 'intro', start: booking.start, end: booking.end }],
      has_others: false,
      bookings: [],
      consent,
    },
  },
  book_slot: {
    ...visitor,
    method: 'post',
    path: '/functions/v1/book_slot',
    summary: 'Book or move a meeting',
    about:
      'Books a free time, or moves a booking to it. Of any number of calls for overlapping times one succeeds. ' +
      'Asking again for the same time gives the same booking. The visitor agrees to a sentence of its own, which is ' +
      'kept with the booking.',
    body: bookSlot,
    errors: ['no_calendar', 'not_found', 'slot_taken', 'booking_cancelled', 'booking_over', 'conflict'],
    send: {
      ...{ ...credentials, kind: 'intro', start: booking.start, zone: 'Europe/Lisbon', name: booking.name },
      ...{ email: booking.email, consent: true },
    },
    answer: { booking, ics, link: `https://dana.example/booking/${TOKEN}` },
  },
  cancel_booking: {
    ...visitor,
    method: 'post',
    path: '/functions/v1/cancel_booking',
    summary: 'Cancel a meeting',
    about: 'Cancels a booking of this visitor; also after the conversation’s end.',
    body: cancelBooking,
    errors: ['not_found', 'booking_cancelled', 'booking_over'],
    send: { ...credentials, booking_id: BOOKING },
    answer: { booking: cancelled, ics },
  },
  read_linked_booking: {
    ...link,
    method: 'get',
    path: '/api/bookings/{token}',
    summary: 'Get a booking by its link',
    about: 'A booking by its signed link, which is valid until the meeting is over, with the times it may move to.',
    query: linkedQuery,
    errors: ['not_found', 'booking_over'],
    answer: linked,
  },
  move_linked_booking: {
    ...link,
    method: 'post',
    path: '/api/bookings/{token}/move',
    summary: 'Move a booking by its link',
    about: 'Moves the booking of a signed link to a free time.',
    body: moveLinked,
    errors: ['not_found', 'no_calendar', 'slot_taken', 'booking_cancelled', 'booking_over'],
    send: { start: slot.start, zone: 'Europe/Lisbon' },
    answer: { ...linked, booking: { ...booking, ...moved } },
  },
  cancel_linked_booking: {
    ...link,
    method: 'post',
    path: '/api/bookings/{token}/cancel',
    summary: 'Cancel a booking by its link',
    about: 'Cancels the booking of a signed link. Used again, it says that it was canceled before.',
    body: emptyBody,
    errors: ['not_found', 'booking_cancelled', 'booking_over'],
    answer: { ...linked, booking: cancelled, slots: [] },
  },
  read_calendar_feed: {
    method: 'get',
    tag: 'Bookings',
    access: 'anyone',
    path: '/calendar/{token}.ics',
    summary: 'Subscribe to all bookings',
    about: 'All bookings as an iCalendar file at a secret address, which the settings show and renew.',
    inPath: { token: { about: 'The secret part of the address.', example: TOKEN } },
    media: { 'text/calendar': { about: 'The calendar file.' } },
    errors: ['not_found'],
  },
  list_bookings: {
    ...owner,
    method: 'get',
    path: '/api/admin/bookings',
    summary: 'List bookings',
    about:
      'Bookings that take place within a range, by their beginning; canceled ones too. The first page also has the ' +
      'busy times of other calendars in the range.',
    query: bookingsQuery,
    ask: { from: '2026-11-30T00:00:00Z', to: '2026-12-07T00:00:00Z' },
    answer: {
      items: [owned],
      next_cursor: null,
      zone: 'Europe/Amsterdam',
      busy: [{ start: '2026-12-01T09:00:00.000Z', end: '2026-12-01T10:00:00.000Z' }],
    },
  },
  list_booking_slots: {
    ...owner,
    method: 'get',
    path: '/api/admin/bookings/{id}/slots',
    summary: 'List times to move to',
    about: 'Free times of the booking’s kind, to which it may move.',
    inPath,
    errors: ['not_found', 'no_calendar'],
    answer: { items: [slot] },
  },
  move_booking: {
    ...owner,
    method: 'post',
    path: '/api/admin/bookings/{id}/move',
    summary: 'Move a booking',
    about: 'Moves a booking to a free time.',
    inPath,
    body: bookingMoveBody,
    errors: ['not_found', 'no_calendar', 'slot_taken', 'booking_cancelled', 'booking_over'],
    send: { start: slot.start },
    answer: { ...owned, ...moved, moved_at: '2026-11-26T11:00:00.000Z' },
  },
  cancel_owner_booking: {
    ...owner,
    method: 'post',
    path: '/api/admin/bookings/{id}/cancel',
    summary: 'Cancel a booking',
    about: 'Cancels a booking on the owner’s side.',
    inPath,
    body: emptyBody,
    errors: ['not_found', 'booking_cancelled', 'booking_over'],
    answer: {
      ...owned,
      status: 'cancelled',
      sequence: 1,
      cancelled_at: '2026-11-26T11:00:00.000Z',
      cancelled_by: 'owner',
    },
  },
  read_calendar: {
    ...owner,
    method: 'get',
    path: '/api/admin/calendar',
    summary: 'Get the calendars',
    about: 'Where busy times come from, with the last reading of each, and the secret address of all bookings.',
    answer: calendar,
  },
  add_calendar: {
    ...owner,
    method: 'post',
    path: '/api/admin/calendar/sources',
    summary: 'Add a calendar',
    about:
      'Adds a secret iCalendar address or a calendar on a CalDAV server, once it can be read. Address and password ' +
      'are encrypted and never shown again. Bookings are written to at most one. One that cannot be read changes ' +
      'nothing: 422 `unreadable`, with the reason in `problem`.',
    fresh: true,
    body: calendarSourceBody,
    errors: ['unreadable', 'rate_limited'],
    send: { kind: 'address', url: 'https://calendar.example/private-5f2a9c0d/basic.ics' },
    answer: calendar,
  },
  upload_calendar: {
    ...owner,
    method: 'post',
    path: '/api/admin/calendar/files',
    summary: 'Upload a calendar file',
    about:
      'Adds the calendar of an iCalendar file (.ics) of at most 10 MB, or replaces the file `replaces`. It is ' +
      'encrypted and never shown again. One that cannot be read changes nothing.',
    query: calendarFileQuery,
    otherBody: { type: 'application/octet-stream', about: 'The file as it is.' },
    errors: ['unreadable', 'not_found', 'body_too_large', 'unsupported_media_type', 'rate_limited'],
    ask: { name: 'work.ics' },
    answer: calendar,
  },
  remove_calendar: {
    ...owner,
    method: 'delete',
    path: '/api/admin/calendar/sources/{id}',
    summary: 'Remove a calendar',
    about: 'Removes a calendar and its busy times.',
    inPath: { id: { about: 'The calendar’s id.', example: '7d1c0f9e-4b5a-4c3d-8e2f-1a0b9c8d7e6f' } },
    errors: ['not_found'],
    answer: { ...calendar, sources: [] },
  },
  read_busy_times: {
    ...owner,
    method: 'post',
    path: '/api/admin/calendar/read',
    summary: 'Read the calendars now',
    about: 'Reads all calendars at once instead of within ten minutes.',
    body: emptyBody,
    errors: ['rate_limited'],
    answer: calendar,
  },
  renew_calendar_feed: {
    ...owner,
    method: 'post',
    path: '/api/admin/calendar/feed',
    summary: 'Renew the secret address',
    about: 'Gives the file of all bookings a new secret address. The old one is gone at once.',
    body: emptyBody,
    answer: calendar,
  },
} satisfies Operations;
