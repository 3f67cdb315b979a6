import type {
  BookSlotAnswer,
  CancelBookingAnswer,
  LinkedBooking,
  ListSlotsAnswer,
  VisitorBooking,
} from '@understudy/contract/bookings';
import { callFunction, getJson, send } from '../../platform/http.ts';
import { language } from '../../platform/language.ts';
import { readerZone } from '../../ui/dates.ts';
import { readerLocale } from '../../ui/numbers.ts';

/** A conversation's credentials. */
export interface BookingSession {
  session_id: string;
  session_secret: string;
}

/** A free time that a button names. */
export interface OfferedSlot {
  start: string;
  kind: string;
  /** The booking to move to it. */
  moves: string | null;
}

/** Reads a button's payload; null for anything else. */
export function offeredSlot(payload: string): OfferedSlot | null {
  const [start, kind, moves = null] = payload.split(' ');
  return start && kind && !Number.isNaN(Date.parse(start)) ? { start, kind, moves } : null;
}

/** Free times of a kind of meeting, with the visitor's bookings and the sentence to agree to. */
export const listSlots = (
  session: BookingSession,
  kind: string | null,
  signal: AbortSignal,
): Promise<ListSlotsAnswer> =>
  callFunction(
    'list_slots',
    { ...session, ...(kind ? { kind } : {}), zone: readerZone(), language: language(), limit: 500 },
    { signal },
  );

/** What a visitor types to book. */
export interface Typed {
  name: string;
  email: string;
  /** The number to call; empty where the meeting is not by phone. */
  phone: string;
  note: string;
  consent: boolean;
}

/** Books a time. */
export const bookSlot = (
  session: BookingSession,
  { start, kind }: Pick<OfferedSlot, 'start' | 'kind'>,
  { phone, note, ...typed }: Typed,
): Promise<BookSlotAnswer> =>
  callFunction('book_slot', {
    ...{ ...session, ...typed, start, kind, zone: readerZone(), locale: readerLocale(), consent_language: language() },
    ...(phone.trim() ? { phone } : {}),
    ...(note.trim() ? { note } : {}),
  });

/** Moves a booking, whose visitor and consent stay. */
export const moveBooking = (session: BookingSession, booking: VisitorBooking, start: string): Promise<BookSlotAnswer> =>
  callFunction('book_slot', {
    ...{
      ...session,
      start,
      kind: booking.kind,
      zone: readerZone(),
      locale: readerLocale(),
      booking_id: booking.id,
      consent: true,
    },
    ...{ name: booking.name, email: booking.email },
  });

/** Cancels a booking. */
export const cancelBooking = (session: BookingSession, id: string): Promise<CancelBookingAnswer> =>
  callFunction('cancel_booking', { ...session, booking_id: id });

/** A booking by its signed link. */
export const linkedBooking = (token: string, signal: AbortSignal): Promise<LinkedBooking> =>
  getJson(`/api/bookings/${encodeURIComponent(token)}?zone=${encodeURIComponent(readerZone())}`, { signal });

/** Moves or cancels it. */
export async function changeLinked(token: string, change: { start: string } | null): Promise<LinkedBooking> {
  const body = change ? { ...change, zone: readerZone(), locale: readerLocale() } : {};
  const answer = await send(`/api/bookings/${encodeURIComponent(token)}/${change ? 'move' : 'cancel'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as LinkedBooking;
}
