/** Types of `list_slots`, `book_slot`, `cancel_booking`, booking links and the owner's bookings; no runtime library. */

import type { ReadProblem } from './read-problems.ts';

/** A kind of meeting as visitors see it. */
export interface MeetingKindInfo {
  id: string;
  title: string;
  minutes: number;
  /** Where it takes place; null if it is not said. A video link is told once it is booked. */
  place: string | null;
  /** Whether the visitor is asked for a number to be called on. */
  asks_phone: boolean;
}

/** A free time. */
export interface Slot {
  kind: string;
  /** ISO 8601, UTC. */
  start: string;
  end: string;
}

/** A booking as its visitor sees it. */
export interface VisitorBooking {
  id: string;
  kind: string;
  title: string;
  /** ISO 8601, UTC. */
  start: string;
  end: string;
  /** IANA name of the zone that the visitor booked in. */
  zone: string;
  place: string | null;
  status: BookingStatus;
  /** How often it was changed since it was made. */
  sequence: number;
  name: string;
  email: string;
  /** The number to call; null where the meeting is not by phone. */
  phone: string | null;
  note: string | null;
}

/** What a visitor has booked, as their conversation shows it. */
export type BookedMeeting = Pick<VisitorBooking, 'title' | 'start' | 'end'>;

/** A booking that was moved is still confirmed; its `sequence` counts the changes. */
export type BookingStatus = 'confirmed' | 'cancelled';

/** The answer of `list_slots`. */
export interface ListSlotsAnswer {
  kinds: MeetingKindInfo[];
  /** The zone of the consultant's calendar. */
  calendar_zone: string;
  /** The zone in which the wish was read. */
  zone: string;
  /** Free times in order, those that fit the wish. */
  slots: Slot[];
  /** Whether there are free times that do not fit the wish. */
  has_others: boolean;
  /** Bookings of this visitor that are still to come. */
  bookings: VisitorBooking[];
  /** What a visitor agrees to by booking a meeting of the kind asked for. */
  consent: string;
}

/** The answer of `book_slot`. */
export interface BookSlotAnswer {
  booking: VisitorBooking;
  /** The invitation as a file. */
  ics: string;
  /** A page that shows, moves and cancels the booking. */
  link: string;
}

/** The answer of `cancel_booking`. */
export interface CancelBookingAnswer {
  booking: VisitorBooking;
  ics: string;
}

/** `GET /api/bookings/{token}`: a booking by its link, with free times to move it to. */
export interface LinkedBooking {
  booking: VisitorBooking;
  consultant: string;
  ics: string;
  slots: Slot[];
}

/** A booking as the owner sees it. */
export interface OwnerBooking extends VisitorBooking {
  visitor_id: string;
  /** Null once the conversation is no longer kept. */
  session_id: string | null;
  created_at: string;
  moved_at: string | null;
  cancelled_at: string | null;
  cancelled_by: 'visitor' | 'owner' | null;
  /** Why the owner's calendar does not have it yet; null if it has, or if bookings are not written to one. */
  write_problem: ReadProblem | null;
}

/** `GET /api/admin/bookings?from&to&cursor`: bookings by their beginning. */
export interface BookingsPage {
  items: OwnerBooking[];
  next_cursor: string | null;
  /** The calendar's zone, in which weeks are drawn; null without a calendar. */
  zone: string | null;
  /** Busy times of the range on the first page, of other calendars. */
  busy: { start: string; end: string }[];
}

/** `GET /api/admin/bookings/{id}/slots`. */
export interface BookingSlots {
  items: Slot[];
}

/** A source of busy times. */
export interface CalendarSource {
  id: string;
  /** `folder` is named in `calendar.yaml`, `address` a secret address, `caldav` on a server, `file` was uploaded. */
  kind: 'folder' | 'address' | 'caldav' | 'file';
  /** What to call it: the address without its secret part, or the file's name. */
  label: string;
  /** When the file was uploaded, ISO 8601; null for what is none. */
  uploaded_at: string | null;
  /** Whether bookings are written to it. */
  writes: boolean;
  /** The last attempt and the last that worked, ISO 8601; null if there was none. */
  read_at: string | null;
  ok_at: string | null;
  /** Why the last attempt failed; the busy times of the last good one still count. */
  problem: ReadProblem | null;
  /** Busy times in use. */
  times: number;
}

/** Largest calendar file to upload, in bytes: one of twenty busy years has about 5 MB. */
export const CALENDAR_FILE_MAX_BYTES = 10 * 1024 * 1024;

/** `GET /api/admin/calendar`. */
export interface CalendarAnswer {
  /** Whether visitors book here, elsewhere, or not at all. */
  booking: 'here' | 'external' | 'none';
  sources: CalendarSource[];
  /** The secret address of all bookings, for the owner's calendar program. */
  feed: string;
}
