import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { calendarTwin, OPEN_CALENDAR } from '../../testing/calendar-twin.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { testUser } from '../../testing/owners.ts';

const HOUR = 3_600_000;
const PATIENT = { timeout: 50_000 };
const VISITOR = 'ana@costa.example';

let now = Date.now();
let dir: string;
let other: TestMailServer;
let app: TestApp;
let stopWork: () => Promise<void>;
beforeEach(async () => {
  now = Date.now();
  dir = await calendarTwin();
  other = await startMailServer();
  const environment = { SMTP_URL: other.url, MAIL_FROM: 'orla@twin.example', PUBLIC_URL: 'https://twin.example' };
  app = await startTestApp(environment, { twinDir: dir, now: () => new Date(now) });
  const background = startWork(app);
  stopWork = () => background.stop();
});
afterEach(async () => {
  await stopWork();
  await app.close();
  await other.close();
  await rm(dir, { recursive: true });
});

const startIn = (hours: number): string => new Date(Math.ceil(now / HOUR) * HOUR + hours * HOUR).toISOString();
const to = (address: string) => other.mails.filter(({ to: reader }) => JSON.stringify(reader).includes(address));
/** The calendar file of the newest mail to an address. */
const fileTo = (address: string): string => {
  const content = to(address)
    .at(-1)
    ?.attachments.find(({ contentType }) => contentType === 'text/calendar')?.content;
  return String(content).replaceAll('\r\n ', '');
};

test('the number to call at a meeting by phone is in both mails and their files', async () => {
  await stopWork();
  await app.close();
  await rm(dir, { recursive: true });
  dir = await calendarTwin(OPEN_CALENDAR.replace('videoLink: https://meet.example/orla', 'place: By phone'));
  app = await startTestApp({ SMTP_URL: other.url, MAIL_FROM: 'orla@twin.example' }, { twinDir: dir });
  const background = startWork(app);
  stopWork = () => background.stop();
  const owner = await testUser(app.accounts, 'owner');
  const { status } = await app.call('book_slot', {
    ...{ ...(await app.session()), kind: 'intro', start: startIn(50), name: 'Ana Costa', email: VISITOR },
    ...{ phone: '+351 912 345 678', zone: 'Europe/Lisbon', consent: true },
  });
  expect(status).toBe(200);
  await expect.poll(() => [to(VISITOR).length, to(owner.email).length], PATIENT).toEqual([1, 1]);
  for (const address of [VISITOR, owner.email]) {
    expect(to(address)[0]?.text).toMatch(/Phone: \+351 912 345 678/);
    expect(fileTo(address)).toContain('LOCATION:By phone: +351 912 345 678');
  }
}, 60_000);

test('a booking is told to both, with a file that updates the entry when it moves and removes it at last', async () => {
  const owner = await testUser(app.accounts, 'owner');
  const credentials = await app.session();
  const { status, body } = await app.call('book_slot', {
    ...{ ...credentials, kind: 'intro', start: startIn(50), name: 'Ana Costa', email: VISITOR },
    ...{ zone: 'Europe/Lisbon', consent: true },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  await expect.poll(() => [to(VISITOR).length, to(owner.email).length], PATIENT).toEqual([1, 1]);
  expect(fileTo(VISITOR)).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:0/);
  expect(fileTo(owner.email)).toMatch(/METHOD:PUBLISH[\s\S]*Ana Costa/);
  expect(to(VISITOR)[0]?.text).toContain(body.link);
  // The page of its week, which may not be this one.
  const [, monday = ''] =
    /https:\/\/twin\.example\/admin\/bookings\?week=([\d-]+)/.exec(to(owner.email)[0]?.text ?? '') ?? [];
  const days = (Date.parse(body.booking.start) - Date.parse(monday)) / 86_400_000;
  expect([new Date(monday).getUTCDay(), Math.floor(days / 7)]).toEqual([1, 0]);
  expect(to(owner.email)[0]?.text).not.toContain(body.link);

  const booking = { ...credentials, booking_id: body.booking.id };
  await app.call('book_slot', {
    ...{ ...booking, kind: 'intro', start: startIn(60), name: 'Ana Costa', email: VISITOR },
    ...{ zone: 'Europe/Lisbon', consent: true },
  });
  await expect.poll(() => [to(VISITOR).length, to(owner.email).length], PATIENT).toEqual([2, 2]);
  expect(fileTo(VISITOR)).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:1/);

  await app.call('cancel_booking', booking);
  await expect.poll(() => [to(VISITOR).length, to(owner.email).length], PATIENT).toEqual([3, 3]);
  expect(fileTo(VISITOR)).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/);
  // A reminder of a meeting that is off is never sent.
  now += 45 * HOUR;
  const { rows } = await app.pool.query("SELECT count(*)::int AS count FROM reminders WHERE kind = 'booking'");
  expect(rows[0].count).toBe(0);
});

test.each([
  ['en-US', 'en', /at \d\d?:\d\d (AM|PM) /],
  ['en-GB', 'en', /at \d\d:\d\d Western/],
  ['de-DE', 'de', /um \d\d:\d\d Westeuropäische/],
  ['es-ES', 'es', /, \d\d?:\d\d hora/],
] as const)('a mail tells a visitor from %s the time as their page does', async (locale, consent_language, time) => {
  const { status } = await app.call('book_slot', {
    ...{ ...(await app.session()), kind: 'intro', start: startIn(50), name: 'Ana Costa', email: VISITOR },
    ...{ zone: 'Europe/Lisbon', consent: true, locale, consent_language },
  });
  expect(status).toBe(200);
  await expect.poll(() => to(VISITOR).length, PATIENT).toBe(1);
  expect(to(VISITOR)[0]?.text).toMatch(time);
});

test('what is booked in words is confirmed by mail in the language of the page', async () => {
  const session = { ...(await app.session()), time_zone: 'Europe/Lisbon', locale: 'de-DE' };
  const say = (user_message: string) => app.call('agent_reply', { ...session, user_message });
  await say('Hi, my name is Ana Costa and my email is ana@costa.example.');
  expect((await say('Can I have a call tomorrow at 3pm?')).body.text).toContain('15:00 (Lisbon time)');
  expect((await say('Yes please')).body.text).toMatch(/^Booked: /);
  await expect.poll(() => to(VISITOR).length, PATIENT).toBe(1);
  expect(to(VISITOR)[0]?.text).toMatch(/um 15:00 Westeuropäische Zeit/);
  const { rows } = await app.pool.query('SELECT text FROM consent_texts c JOIN bookings b ON b.consent_hash = c.hash');
  expect(rows[0].text).toMatch(/^I agree that Orla/);
});

test('the visitor is reminded a day before, once, and at its new time when it moves', async () => {
  const credentials = await app.session();
  const wish = { ...credentials, kind: 'intro', name: 'Ana Costa', email: VISITOR, zone: 'UTC', consent: true };
  const queued = async () =>
    (await app.pool.query("SELECT id FROM outgoing_mails WHERE template = 'booking_tomorrow'")).rows.length;
  const { body } = await app.call('book_slot', { ...wish, start: startIn(30) });
  await app.call('book_slot', { ...wish, start: startIn(80), booking_id: body.booking.id });
  await expect.poll(() => to(VISITOR).length, PATIENT).toBe(2);
  now += 10 * HOUR;
  await app.parts.reminders.tellDue();
  expect(await queued()).toBe(0);
  now += 50 * HOUR;
  await app.parts.reminders.tellDue();
  await app.parts.reminders.tellDue();
  expect(await queued()).toBe(1);
  await expect.poll(() => to(VISITOR).length, PATIENT).toBe(3);
  expect(fileTo(VISITOR)).toContain('SEQUENCE:1');
});

test('a booking that its visitor erases is counted before, and told to the owner without a name', async () => {
  const owner = await testUser(app.accounts, 'owner');
  const visitor = newVisitor();
  const credentials = await startAs(app, visitor);
  await app.call('book_slot', {
    ...{ ...credentials, kind: 'intro', start: startIn(50), name: 'Ana Costa', email: VISITOR },
    ...{ zone: 'Europe/Lisbon', consent: true },
  });
  await expect.poll(() => to(owner.email).length, PATIENT).toBe(1);
  expect(to(owner.email)[0]?.text).toContain(`Email: ${VISITOR}`);
  expect((await app.call('my_data', visitor)).body.counts.bookings).toBe(1);
  expect((await app.call('erase_my_data', { ...visitor, scope: 'all' })).body.counts.bookings).toBe(1);
  await expect.poll(() => to(owner.email).length, PATIENT).toBe(2);
  const told = to(owner.email)[1];
  expect(told?.subject).toContain('Canceled with the visitor’s data: First call');
  expect(told?.text).toMatch(/The time is\sfree again\./);
  expect(`${told?.subject} ${told?.text}`).not.toMatch(/Ana|costa/i);
});

test('without a mail server a booking is made all the same', async () => {
  const silent = await startTestApp({}, { twinDir: dir });
  onTestFinished(() => silent.close());
  const { status } = await silent.call('book_slot', {
    ...{ ...(await silent.session()), kind: 'intro', start: startIn(50), name: 'Ana', email: VISITOR },
    ...{ zone: 'UTC', consent: true },
  });
  expect(status).toBe(200);
  const { rows } = await silent.pool.query('SELECT count(*)::int AS count FROM outgoing_mails');
  expect(rows[0].count).toBe(0);
});
