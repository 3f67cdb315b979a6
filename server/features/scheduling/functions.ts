import type { BookSlotAnswer, CancelBookingAnswer, ListSlotsAnswer } from '@understudy/contract/bookings';
import {
  bookSlot as bookSlotSchema,
  cancelBooking as cancelBookingSchema,
  listSlots as listSlotsSchema,
} from '@understudy/contract/calls';
import { AppError } from '../../platform/http/app-error.ts';
import { type GatewayFunctions, gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Authenticator } from '../conversation/index.ts';
import { timeWishIn } from '../understanding/index.ts';
import { presentBooking } from './booking-store.ts';
import type { Bookings } from './bookings.ts';

/** What the visitors' functions need. */
interface SchedulingFunctionDeps {
  bookings: Bookings;
  authenticator: Authenticator;
  limits: Pick<Limits, 'take'>;
}

/** `list_slots`, `book_slot` and `cancel_booking`. */
export function schedulingFunctions({ bookings, authenticator, limits }: SchedulingFunctionDeps): GatewayFunctions {
  return {
    list_slots: gatewayFunction(listSlotsSchema, async (body) => {
      const { session } = await authenticator.session(body);
      await limits.take('session_events', session.id);
      const calendar = bookings.requireCalendar();
      const zone = body.zone ?? calendar.timeZone;
      const wish = body.wish ? await timeWishIn(body.wish, bookings.now(), zone) : null;
      const range = {
        ...(body.from === undefined ? {} : { from: Date.parse(body.from) }),
        ...(body.to === undefined ? {} : { to: Date.parse(body.to) }),
      };
      if (range.from !== undefined && range.to !== undefined && range.from > range.to)
        throw new AppError('invalid_request', 'The field "to" does not fit: it is before "from".');
      const asked = { ...(body.kind === undefined ? {} : { kind: body.kind }), zone };
      const found = await bookings.free({ ...asked, ...range, wish, limit: body.limit });
      const isNarrowed = wish !== null || body.from !== undefined || body.to !== undefined;
      const others = found.length === 0 && isNarrowed ? await bookings.free({ ...asked, limit: 1 }) : [];
      const answer: ListSlotsAnswer = {
        kinds: bookings.kinds(),
        calendar_zone: calendar.timeZone,
        zone,
        slots: found,
        has_others: others.length > 0,
        bookings: (await bookings.upcoming(session.visitor_id)).map(presentBooking),
        consent: bookings.consent(body.language, body.kind),
      };
      return answer;
    }),

    book_slot: gatewayFunction(bookSlotSchema, async (body, { address }): Promise<BookSlotAnswer> => {
      const { session } = await authenticator.session(body);
      await limits.take('address_bookings', address);
      const start = Date.parse(body.start);
      const { kind, zone, locale = null, name, email, phone = null, note = null, consent_language: language } = body;
      if (body.booking_id !== undefined) {
        const own = await bookings.own(body.booking_id, session.visitor_id);
        if (own.kind !== kind)
          throw new AppError('invalid_request', 'The field "kind" does not fit: the booking is of another kind.');
        return bookings.present(await bookings.move(own.id, start, { zone, locale }));
      }
      const booker = { sessionId: session.id, visitorId: session.visitor_id };
      const wish = { kind, start, zone, locale, name, email, phone, language, note };
      return bookings.present(await bookings.book(booker, wish));
    }),

    cancel_booking: gatewayFunction(cancelBookingSchema, async (body, { address }): Promise<CancelBookingAnswer> => {
      const { session } = await authenticator.session(body, { ended: true });
      await limits.take('address_bookings', address);
      const own = await bookings.own(body.booking_id, session.visitor_id);
      const row = await bookings.cancel(own.id, 'visitor');
      return { booking: presentBooking(row), ics: await bookings.icsFor(row) };
    }),
  };
}
