import type { LinkedBooking } from '@understudy/contract/bookings';
import { linkedQuery, moveLinked } from '@understudy/contract/calls';
import { emptyBody } from '@understudy/contract/settings-calls';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { type Admit, parseBody } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { addressKey } from '../../platform/limits/rate-limits.ts';
import type { Bookings } from './bookings.ts';

interface LinkRoute {
  Params: { token: string };
}

/**
 * Mounts what needs no session but a secret address: a booking by its signed link (`/api/bookings/{token}`, `/move`,
 * `/cancel`), and the owner's feed of all bookings (`/calendar/{token}.ics`).
 */
export function mountBookingLinks(
  http: FastifyInstance,
  { bookings, limits, admit }: { bookings: Bookings; limits: Pick<Limits, 'take'>; admit: Admit },
): void {
  const route = {
    async onRequest(request: Parameters<Admit>[0], reply: { header(name: string, value: string): unknown }) {
      reply.header('cache-control', 'no-store');
      reply.header('x-robots-tag', 'noindex');
      reply.header('referrer-policy', 'no-referrer');
      await admit(request);
    },
  };

  http.get<LinkRoute>('/api/bookings/:token', route, async (request): Promise<LinkedBooking> => {
    const { zone } = parseBody(linkedQuery, request.query);
    const row = await bookings.linked(request.params.token);
    return bookings.presentLinked(row, zone ?? row.zone);
  });

  http.post<LinkRoute>('/api/bookings/:token/move', route, async (request): Promise<LinkedBooking> => {
    const { start, zone, locale = null } = parseBody(moveLinked, request.body);
    await limits.take('address_bookings', addressKey(request.ip));
    const row = await bookings.linked(request.params.token);
    return bookings.presentLinked(await bookings.move(row.id, Date.parse(start), { zone, locale }), zone);
  });

  http.post<LinkRoute>('/api/bookings/:token/cancel', route, async (request): Promise<LinkedBooking> => {
    parseBody(emptyBody, request.body);
    await limits.take('address_bookings', addressKey(request.ip));
    const row = await bookings.linked(request.params.token);
    return bookings.presentLinked(await bookings.cancel(row.id, 'visitor'), row.zone);
  });

  http.get<LinkRoute>('/calendar/:token.ics', route, async (request, reply) => {
    const feed = await bookings.feed(request.params.token);
    if (feed === null) throw new AppError('not_found', 'There is no calendar at this address, or no more.');
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="bookings.ics"')
      .send(feed);
  });
}
