/** Calendars on a CalDAV server (RFC 4791): reads their events, writes bookings to them. */
import type { ReadProblem } from '@understudy/contract/read-problems';
import type { FetchOptions } from '../../../platform/fetching/fetch-page.ts';
import { guardedFetch } from '../../../platform/fetching/guarded-fetch.ts';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';

/** How to reach a calendar. */
export interface CalDavAccess {
  /** Address of the calendar, not of its server. */
  url: string;
  user: string;
  password: string;
}

const load = () => import('tsdav');
/** Loaded with the first calendar of a server: most installations have none. */
let loaded: ReturnType<typeof load> | null = null;

/** Statuses of an entry that is not there. */
const GONE = new Set([404, 410]);

/** What every call sends; an answer that tells of a failure is a ReadError. */
async function prepare({ user, password }: CalDavAccess, signal: AbortSignal, fetching: FetchOptions) {
  loaded ??= load();
  const dav = await loaded;
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  const guarded = guardedFetch(signal, fetching);
  const fetch: typeof guarded = async (input, init) => {
    const answer = await guarded(input, init);
    if (answer.ok || ((init?.method === 'DELETE' || init?.method === 'GET') && GONE.has(answer.status))) return answer;
    throw new ReadError(meaningOf(answer.status, answer.statusText));
  };
  return { dav, common: { headers, fetch } };
}

/** Addresses of calendars end in a slash, so that their entries are below them. */
export const collectionUrl = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

const entryUrl = (url: string, uid: string): string =>
  new URL(`${encodeURIComponent(uid)}.ics`, collectionUrl(url)).href;

const compact = (moment: number): string => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * The calendar's events in a stretch of time, each as a text.
 *
 * @throws ReadError; the signal's reason when it aborts
 */
export async function readEvents(
  access: CalDavAccess,
  range: { from: number; to: number },
  signal: AbortSignal,
  fetching: FetchOptions = {},
): Promise<string[]> {
  const { dav, common } = await prepare(access, signal, fetching);
  const { DAVNamespaceShort: short } = dav;
  const responses = await dav.calendarQuery({
    url: collectionUrl(access.url),
    depth: '1',
    props: { [`${short.DAV}:getetag`]: {}, [`${short.CALDAV}:calendar-data`]: {} },
    filters: {
      'comp-filter': {
        _attributes: { name: 'VCALENDAR' },
        'comp-filter': {
          _attributes: { name: 'VEVENT' },
          'time-range': { _attributes: { start: compact(range.from), end: compact(range.to) } },
        },
      },
    },
    ...common,
  });
  const texts: string[] = [];
  for (const { status, ok, statusText, props, raw } of responses) {
    if (status >= 400 || !ok) throw new ReadError(meaningOf(status, statusText));
    const data = (props as { calendarData?: unknown } | undefined)?.calendarData;
    const text = typeof data === 'string' ? data : ((data as { _cdata?: string } | undefined)?._cdata ?? null);
    if (text !== null) texts.push(text);
    else if (raw === undefined) throw new ReadError(problem('server_not_calendar'));
  }
  return texts;
}

/**
 * Whether an entry is in the calendar, wherever it was moved to.
 *
 * @throws ReadError; the signal's reason when it aborts
 */
export async function hasEntry(
  access: CalDavAccess,
  uid: string,
  signal: AbortSignal,
  fetching: FetchOptions = {},
): Promise<boolean> {
  const { common } = await prepare(access, signal, fetching);
  const { headers } = common;
  return (await common.fetch(entryUrl(access.url, uid), { method: 'GET', headers })).ok;
}

/**
 * Puts an entry into the calendar, or replaces it.
 *
 * @throws ReadError; the signal's reason when it aborts
 */
export async function putEntry(
  access: CalDavAccess,
  { uid, ics }: { uid: string; ics: string },
  signal: AbortSignal,
  fetching: FetchOptions = {},
): Promise<void> {
  const { dav, common } = await prepare(access, signal, fetching);
  // Without an ETag it replaces whatever is there: ours is the only writer of this entry.
  await dav.updateCalendarObject({ calendarObject: { url: entryUrl(access.url, uid), data: ics }, ...common });
}

/**
 * Takes an entry out of the calendar; one that is not there is no mistake.
 *
 * @throws ReadError; the signal's reason when it aborts
 */
export async function removeEntry(
  access: CalDavAccess,
  uid: string,
  signal: AbortSignal,
  fetching: FetchOptions = {},
): Promise<void> {
  const { dav, common } = await prepare(access, signal, fetching);
  await dav.deleteCalendarObject({ calendarObject: { url: entryUrl(access.url, uid) }, ...common });
}

function meaningOf(status: number, text: string): ReadProblem {
  if (status === 401 || status === 403) return problem('server_refused');
  if (status === 404 || status === 410) return problem('server_has_none');
  if (status === 405) return problem('server_no_calendar');
  if (status >= 500) return problem('server_broken', { status });
  return problem('server_status', { status: `${status} ${text}`.trim().slice(0, 80) });
}
