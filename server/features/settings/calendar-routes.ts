import { CALENDAR_FILE_MAX_BYTES, type CalendarAnswer } from '@understudy/contract/bookings';
import { calendarFileQuery, calendarSourceBody, emptyBody } from '@understudy/contract/settings-calls';
import type { Twin } from '@understudy/contract/twin';
import { inTransaction } from '../../platform/database/transaction.ts';
import { refuseUnread } from '../../platform/fetching/read-error.ts';
import { AppError } from '../../platform/http/app-error.ts';
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
const NO_FILE = 'Send the file as it is, with the content type application/octet-stream.';

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

  // In a scope of its own, whose bodies are files.
  void http.register(async (app) => {
    app.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    );
    app.post('/calendar/files', { bodyLimit: CALENDAR_FILE_MAX_BYTES }, async (request): Promise<CalendarAnswer> => {
      const actor = actorOf(request);
      const { name, replaces } = parseBody(calendarFileQuery, request.query);
      if (!Buffer.isBuffer(request.body)) throw new AppError('unsupported_media_type', NO_FILE);
      await limits.take('admin_models', actor.email);
      const file = { name, text: request.body.toString('utf8') };
      if (replaces === undefined) {
        const source = { kind: 'file', access: file, writes: false, by: actor.email } as const;
        const id = await sources.add(source).catch(refuseUnread);
        await audit(pool, actor, 'calendar_added', { id, kind: 'file', writes: false, host: name });
      } else {
        const isThere = await sources.replace(replaces, file, actor.email).catch(refuseUnread);
        if (!isThere) throw new AppError('not_found', NO_SOURCE);
        await audit(pool, actor, 'calendar_replaced', { id: replaces, host: name });
      }
      return present();
    });
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
