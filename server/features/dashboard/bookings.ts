import { bookingMoveBody, bookingsQuery } from '@understudy/contract/admin-calls';
import type { BookingSlots, BookingsPage, OwnerBooking } from '@understudy/contract/bookings';
import { emptyBody } from '@understudy/contract/settings-calls';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { type Bookings, listBookings, presentOwnerBooking, readBooking, readTaken } from '../scheduling/index.ts';

const NO_BOOKING = 'There is no such booking any more.';
/** Free times to which a booking may move. */
const MAX_SLOTS = 400;

/** Mounts the owner's bookings: a list by time, and moving and canceling one. */
export function mountBookings({ http, pool, actorOf, now }: AdminScope, { bookings }: { bookings: Bookings }): void {
  http.get('/bookings', async (request): Promise<BookingsPage> => {
    const { from, to, cursor, limit } = parseBody(bookingsQuery, request.query);
    const [page, { busy }] = await Promise.all([
      listBookings(pool, { from, to, cursor, limit }),
      cursor === null ? readTaken(pool, from.getTime(), to.getTime(), null) : { busy: [] },
    ]);
    return {
      ...page,
      zone: bookings.calendar()?.timeZone ?? null,
      busy: busy.map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() })),
    };
  });

  http.get('/bookings/:id/slots', async (request): Promise<BookingSlots> => {
    const id = idOf(request, 'id', NO_BOOKING);
    const { kind, zone } = orNotFound(await readBooking(pool, id), NO_BOOKING);
    return { items: await bookings.free({ kind, zone, moves: id, limit: MAX_SLOTS }) };
  });

  http.post('/bookings/:id/move', async (request): Promise<OwnerBooking> => {
    const id = idOf(request, 'id', NO_BOOKING);
    const { start } = parseBody(bookingMoveBody, request.body);
    // The visitor's zone and habits stay: they are told in them.
    const before = orNotFound(await readBooking(pool, id), NO_BOOKING);
    const moved = await bookings.move(id, start.getTime(), before);
    const detail = { booking_id: id, start: moved.starts_at.toISOString(), ...sessionOf(moved) };
    await audit(pool, actorOf(request), 'booking_moved', detail, now());
    return presentOwnerBooking(moved);
  });

  http.post('/bookings/:id/cancel', async (request): Promise<OwnerBooking> => {
    const id = idOf(request, 'id', NO_BOOKING);
    parseBody(emptyBody, request.body);
    const cancelled = await bookings.cancel(id, 'owner');
    const detail = { booking_id: id, start: cancelled.starts_at.toISOString(), ...sessionOf(cancelled) };
    await audit(pool, actorOf(request), 'booking_cancelled', detail, now());
    return presentOwnerBooking(cancelled);
  });
}

const sessionOf = ({ session_id }: { session_id: string | null }) => (session_id === null ? {} : { session_id });
