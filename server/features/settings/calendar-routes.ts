import type { CalendarAnswer } from '@understudy/contract/bookings';
import { calendarSourceBody, emptyBody } from '@understudy/contract/settings-calls';
import type { Twin } from '@understudy/contract/twin';
import { inTransaction } from '../../platform/database/transaction.ts';
import { refuseUnread } from '../../platform/fetching/read-error.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import type { Bookings, CalendarSources } from '../scheduling/index.ts';

/** Dependencies of the calendar's routes. */
export interface CalendarDeps {
  twin(): Twin;
  bookings: Bookings;
  sources: CalendarSources;
  /** Address of this server, without a slash at the end. */
  ownUrl: string;
}

const NO_SOURCE = 'There is no such calendar any more.';

/**
 * Mounts `/calendar`: the calendars that say when the consultant is busy, and the secret address of all bookings. Our
 * server calls the addresses that are entered, so that adding one needs recent reauthentication.
 */
export function mountCalendar(
  { http, pool, guard, limits, actorOf }: AdminScope,
  { twin, bookings, sources, ownUrl }: CalendarDeps,
): void {
  const present = async (): Promise<CalendarAnswer> => {
    const file = twin().calendar;
    return {
      booking: bookings.calendar() ? 'here' : file?.externalLink ? 'external' : 'none',
      sources: await sources.list(),
      feed: `${ownUrl}/calendar/${await bookings.links.feedToken()}.ics`,
    };
  };

  http.get('/calendar', present);

  http.post('/calendar/sources', async (request): Promise<CalendarAnswer> => {
    const actor = await guard.requireFresh(request);
    const { kind, url, user, password, writes } = parseBody(calendarSourceBody, request.body);
    await limits.take('admin_models', actor.email);
    const access = kind === 'caldav' ? { url, user: user ?? '', password: password ?? '' } : { url };
    const source = { kind, access, writes: kind === 'caldav' && writes, by: actor.email };
    const id = await sources.add(source).catch(refuseUnread);
    await audit(pool, actor, 'calendar_added', { id, kind, writes, host: URL.parse(url)?.host ?? '' });
    return present();
  });

  http.delete('/calendar/sources/:id', async (request): Promise<CalendarAnswer> => {
    const id = idOf(request, 'id', NO_SOURCE);
    const host = orNotFound(await sources.remove(id), NO_SOURCE);
    await audit(pool, actorOf(request), 'calendar_removed', { id, host });
    return present();
  });

  http.post('/calendar/read', async (request): Promise<CalendarAnswer> => {
    const actor = actorOf(request);
    parseBody(emptyBody, request.body);
    await limits.take('admin_models', actor.email);
    await sources.readAll();
    return present();
  });

  http.post('/calendar/feed', async (request): Promise<CalendarAnswer> => {
    const actor = actorOf(request);
    parseBody(emptyBody, request.body);
    await inTransaction(pool, async (client) => {
      await bookings.links.rotateFeed(client);
      await audit(client, actor, 'calendar_feed_renewed', {});
    });
    return present();
  });
}
