import { expect } from 'vitest';
import type { DescribedCall, DescribedCalls } from './described-calls.ts';
import type { Website } from './website.ts';

/** Books, moves and cancels by all calls, each checked against the document. */
export async function bookAsDescribed(
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  visitor: (id: string, body?: object) => Promise<any>,
  calls: DescribedCalls,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  owner: (id: string, options?: DescribedCall) => Promise<any>,
): Promise<void> {
  const person = { name: 'Ana Costa', email: 'ana@costabikes.example', zone: 'Europe/Lisbon', consent: true };
  const { slots } = await visitor('list_slots', { wish: 'not before ten' });
  const kind = slots[0].kind;
  const { booking, link } = await visitor('book_slot', { ...person, kind, start: slots[0].start });
  const path = { token: link.split('/').at(-1) as string };
  const { slots: others } = await calls.call('read_linked_booking', { path, query: { zone: 'Europe/Lisbon' } });
  await calls.call('move_linked_booking', { path, body: { start: others.at(-1).start, zone: 'Europe/Lisbon' } });
  await visitor('cancel_booking', { booking_id: booking.id });
  const again = await visitor('book_slot', { ...person, kind, start: slots[1].start });
  await calls.call('cancel_linked_booking', { path: { token: again.link.split('/').at(-1) as string }, body: {} });
  const last = await visitor('book_slot', { ...person, kind, start: slots[2].start });
  const id = { id: last.booking.id };
  const range = { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date(Date.now() + 3e9).toISOString() };
  expect((await owner('list_bookings', { query: range })).items).toHaveLength(3);
  const { items } = await owner('list_booking_slots', { path: id });
  await owner('move_booking', { path: id, body: { start: items.at(-1).start } });
  await owner('cancel_owner_booking', { path: id, body: {} });
}

/** Reads another calendar, and the owner's feed. @param site where the other calendar is */
export async function readCalendarsAsDescribed(
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  owner: (id: string, options?: DescribedCall) => Promise<any>,
  calls: DescribedCalls,
  site: Website,
): Promise<void> {
  site.routes['/busy.ics'] = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/calendar' })
      .end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
  await owner('read_calendar');
  const { sources } = await owner('add_calendar', { body: { kind: 'address', url: `${site.url}/busy.ics` } });
  await owner('read_busy_times', { body: {} });
  await owner('remove_calendar', { path: { id: sources[0].id } });
  const { feed } = await owner('renew_calendar_feed', { body: {} });
  await calls.call('read_calendar_feed', { path: { token: /([^/]+)\.ics$/.exec(feed)?.[1] ?? '' } });
}
