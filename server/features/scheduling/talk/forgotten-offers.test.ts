/** What becomes of times that were offered before a booking was made, moved or canceled. */
import { rm } from 'node:fs/promises';
import type { ReplyOffer } from '@understudy/contract/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { calendarTwin, OPEN_CALENDAR } from '../../../testing/calendar-twin.ts';

let dir: string;
let app: TestApp;
beforeAll(async () => {
  dir = await calendarTwin(OPEN_CALENDAR);
  app = await startTestApp({}, { twinDir: dir, now: () => new Date('2026-12-01T08:00:00Z') });
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(status).toBe(200);
};
const startsOf = (offers: readonly ReplyOffer[]) =>
  offers.flatMap(({ kind, payload }) => (kind === 'slot' ? [payload.split(' ')[0] as string] : []));

/** A conversation of somebody who is known. */
async function talk() {
  const credentials = await app.session();
  const say = async (user_message: string): Promise<{ text: string; offers: ReplyOffer[] }> =>
    (await app.call('agent_reply', { ...credentials, user_message, time_zone: 'UTC', locale: 'en-US' })).body;
  const offer = async () => startsOf((await say('Can I book a call the week after next?')).offers);
  const book = async (start: string | undefined, more = {}) => {
    const person = { name: 'Ana Costa', email: 'ana@costa.test', consent: true };
    const { status, body } = await app.call('book_slot', {
      ...{ ...credentials, kind: 'intro', start, zone: 'UTC', ...person, ...more },
    });
    expect(status).toBe(200);
    return { id: body.booking.id as string, link: `/api/bookings/${(body.link as string).split('/').at(-1)}` };
  };
  const cancel = async (booking_id: string) =>
    expect((await app.call('cancel_booking', { ...credentials, booking_id })).status).toBe(200);
  const starts = async () =>
    (await app.call('list_slots', credentials)).body.bookings.map(({ start }: { start: string }) => start);
  await say('Hi, my name is Ana Costa and my email is ana@costa.test.');
  return { say, offer, book, cancel, starts };
}
type Talk = Awaited<ReturnType<typeof talk>>;
type Booking = Awaited<ReturnType<Talk['book']>>;

/** Says what would choose an offered time, and agree to it: neither is understood so, and nothing changes. */
async function expectForgotten({ say, starts }: Talk): Promise<void> {
  const before = await starts();
  const { text, offers } = await say('The first one, please');
  expect(text).not.toContain('Shall I');
  expect(startsOf(offers)).toEqual([]);
  expect((await say('Yes please')).text).not.toMatch(/Booked|is now on/);
  expect(await starts()).toEqual(before);
}

test('they are no longer meant once a meeting is booked in the dialog', async () => {
  const visitor = await talk();
  const [, second] = await visitor.offer();
  await visitor.book(second);
  await expectForgotten(visitor);
});

test('what yes would have booked is no longer booked by yes', async () => {
  const visitor = await talk();
  const [, second] = await visitor.offer();
  expect((await visitor.say('The first one, please')).text).toContain('Shall I book');
  await visitor.book(second);
  expect((await visitor.say('Yes please')).text).not.toContain('Booked');
  expect(await visitor.starts()).toEqual([second]);
});

test.each<[string, (visitor: Talk, booking: Booking, start: string) => Promise<unknown>]>([
  ['moved in the dialog', ({ book }, { id }, start) => book(start, { booking_id: id })],
  ['moved by its link', (_, { link }, start) => post(`${link}/move`, { start, zone: 'UTC', locale: 'en-US' })],
  ['canceled in the dialog', ({ cancel }, { id }) => cancel(id)],
  ['canceled by its link', (_, { link }) => post(`${link}/cancel`, {})],
  ['canceled by the owner', (_, { id }) => app.parts.bookings.cancel(id, 'owner')],
])('they are no longer meant once a meeting is %s', async (_, change) => {
  const visitor = await talk();
  const [first] = await visitor.offer();
  const booking = await visitor.book(first);
  const offered = await visitor.offer();
  expect(offered.length).toBeGreaterThan(1);
  await change(visitor, booking, offered.at(-1) as string);
  await expectForgotten(visitor);
});

test('those offered to somebody else stay', async () => {
  const [visitor, other] = [await talk(), await talk()];
  const offered = await visitor.offer();
  await other.book(offered.at(-1));
  expect((await visitor.say('The first one, please')).text).toContain('Shall I book');
});
