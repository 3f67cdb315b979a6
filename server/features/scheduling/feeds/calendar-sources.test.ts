import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { CANCEL_REQUEST_KEY } from '@understudy/contract/leads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { type CalDavServer, startCalDavServer } from '../../../testing/caldav-server.ts';
import { calendarTwin, OPEN_CALENDAR } from '../../../testing/calendar-twin.ts';
import { startWebsite, type Website } from '../../../testing/website.ts';

const HOUR = 3_600_000;
const hourAhead = (hours: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR);
const compact = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '');
/** A calendar with one event of an hour, so many hours ahead. */
const calendarAt = (...hours: number[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...hours.flatMap((ahead) => [
      ...['BEGIN:VEVENT', `UID:busy-${ahead}`, `DTSTART:${compact(hourAhead(ahead))}`],
      ...[`DTEND:${compact(hourAhead(ahead + 1))}`, 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

let dir: string;
let app: TestApp;
let website: Website;
let dav: CalDavServer;
beforeAll(async () => {
  website = await startWebsite();
  dav = await startCalDavServer();
});
beforeEach(async () => {
  dir = await calendarTwin();
  app = await startTestApp({}, { twinDir: dir, fetching: { allowsLoopback: true, timeoutMs: 1_000 } });
});
afterEach(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});
afterAll(() => {
  website.close();
  dav.close();
});

const ics =
  (text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(text);
const isFree = async (hours: number) => {
  const { body } = await app.call('list_slots', { ...(await app.session()), limit: 500 });
  return body.slots.some(({ start }: { start: string }) => start === hourAhead(hours).toISOString());
};
const add = (source: { kind: 'address' | 'caldav'; url: string; writes?: boolean; password?: string }) => {
  const { kind, url, writes = false, password = dav.password } = source;
  const access = kind === 'address' ? { url } : { url, user: dav.user, password };
  return app.parts.sources.add({ kind, access, writes, by: 'orla@localhost' });
};
const first = async () => (await app.parts.sources.list())[0];

test('a secret address makes times busy; when it fails, its last ones stay and it says why', async () => {
  website.routes['/secret-5f2a/basic.ics'] = ics(calendarAt(30));
  const url = `${website.url}/secret-5f2a/basic.ics`;
  expect(await isFree(30)).toBe(true);
  await add({ kind: 'address', url });
  expect(await isFree(30)).toBe(false);
  const source = await first();
  expect(source).toMatchObject({ kind: 'address', problem: null, times: 1, label: new URL(url).host });
  const { rows } = await app.pool.query('SELECT sealed, label FROM calendar_sources');
  expect(JSON.stringify(rows) + rows[0].sealed.toString('latin1')).not.toContain('secret-5f2a');
  for (const [broken, why] of [
    ['<html>', 'not_a_calendar'],
    ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', 'calendar_cut'],
  ] as const) {
    website.routes['/secret-5f2a/basic.ics'] = ics(broken);
    await app.parts.sources.readAll();
    expect((await first())?.problem?.code).toBe(why);
    expect(await isFree(30)).toBe(false);
  }
  website.routes['/secret-5f2a/basic.ics'] = () => undefined;
  await app.parts.sources.readAll();
  expect((await first())?.problem).toMatchObject({ code: 'timeout', values: { seconds: '1' } });
  website.routes['/secret-5f2a/basic.ics'] = ics(calendarAt(40));
  await app.parts.sources.readAll();
  expect(await first()).toMatchObject({ problem: null, times: 1 });
  expect([await isFree(30), await isFree(40)]).toEqual([true, false]);
}, 30_000);

test('an address that cannot be read is not added', async () => {
  website.routes['/page'] = '<p>Hello</p>';
  await expect(add({ kind: 'address', url: `${website.url}/page` })).rejects.toThrow('not an iCalendar file');
  await expect(add({ kind: 'address', url: 'https://10.0.0.1/a.ics' })).rejects.toThrow('private network');
  await expect(add({ kind: 'caldav', url: 'https://192.168.0.2/dav/' })).rejects.toThrow('private network');
  expect(await app.parts.sources.list()).toEqual([]);
});

test('files and addresses of the twin’s folder are read, and go with it', async () => {
  await writeFile(path.join(dir, 'calendar.yaml'), `${OPEN_CALENDAR}\nbusy: [calendar/holidays.ics]\n`);
  await app.parts.live.reload();
  expect(app.parts.live.problem).toContain('calendar/holidays.ics');
  await mkdir(path.join(dir, 'calendar'));
  await writeFile(path.join(dir, 'calendar/holidays.ics'), calendarAt(50));
  await app.parts.live.reload();
  // It is listed at once, and read before the others are due.
  expect(await first()).toMatchObject({ label: 'calendar/holidays.ics', read_at: null });
  await app.parts.sources.readNew();
  const read = await first();
  expect(read?.read_at).not.toBeNull();
  await app.parts.sources.readNew();
  expect(await first()).toEqual(read);
  expect(await first()).toMatchObject({ kind: 'folder', label: 'calendar/holidays.ics', times: 1 });
  expect(await isFree(50)).toBe(false);
  await writeFile(path.join(dir, 'calendar/holidays.ics'), calendarAt(60) + ' '.repeat(10 * 1024 * 1024));
  await app.parts.sources.readAll();
  expect(await first()).toMatchObject({ problem: { code: 'file_too_large', values: { megabytes: '10' } }, times: 1 });
  expect(await isFree(50)).toBe(false);
  await writeFile(path.join(dir, 'calendar.yaml'), OPEN_CALENDAR);
  await app.parts.live.reload();
  await app.parts.sources.readAll();
  expect(await app.parts.sources.list()).toEqual([]);
  expect(await isFree(50)).toBe(true);
});

test('a calendar server is read, and bookings are written to it as they change', async () => {
  dav.entries.set('/orla/calendar/dentist.ics', calendarAt(60));
  await add({ kind: 'caldav', url: dav.url, writes: true });
  expect(await isFree(60)).toBe(false);
  const person = { name: 'Ana Costa', email: 'ana@costa.test', zone: 'UTC', consent: true };
  const credentials = await app.session();
  const book = (hours: number, more = {}) =>
    app.call('book_slot', { ...credentials, kind: 'intro', start: hourAhead(hours).toISOString(), ...person, ...more });
  const { body } = await book(70);
  const { id } = body.booking;
  const entry = () => dav.entries.get(`/orla/calendar/${id}%40understudy.ics`);
  await app.parts.sources.write(id);
  expect(entry()).toContain('SUMMARY:First call: Ana Costa');
  expect(entry()).toContain(`DTSTART:${compact(hourAhead(70))}`);
  const puts = dav.asked.length;
  await app.parts.sources.write(id);
  expect(dav.asked).toHaveLength(puts);
  await book(72, { booking_id: id });
  dav.failing = 503;
  await expect(app.parts.sources.write(id)).rejects.toThrow('has a problem (status 503)');
  const problem = async () =>
    (await app.pool.query('SELECT write_problem FROM bookings WHERE id = $1', [id])).rows[0].write_problem;
  expect(await problem()).toEqual({ code: 'server_broken', values: { status: '503' } });
  dav.failing = null;
  await app.parts.sources.write(id);
  expect(await problem()).toBeNull();
  expect(entry()).toContain('SEQUENCE:1');
  // Read back, our own entry does not make its time busy: a booking may move to where it overlaps itself.
  await app.parts.sources.readAll();
  expect((await book(73, { booking_id: id })).status).toBe(200);
  await app.call('cancel_booking', { ...credentials, booking_id: id });
  await app.parts.sources.write(id);
  expect(entry()).toBeUndefined();
}, 30_000);

test('a booking follows its entry in the consultant’s calendar: moved, and canceled when it is deleted', async () => {
  await add({ kind: 'caldav', url: dav.url, writes: true });
  const credentials = await app.session();
  const person = { name: 'Ana Costa', email: 'ana@costa.test', zone: 'UTC', consent: true };
  const book = async (hours: number) =>
    (await app.call('book_slot', { ...credentials, kind: 'intro', start: hourAhead(hours).toISOString(), ...person }))
      .body.booking.id as string;
  const [id, other] = [await book(80), await book(90)];
  await app.parts.sources.write(id);
  await app.parts.sources.write(other);
  const path = `/orla/calendar/${id}%40understudy.ics`;
  const shown = async () =>
    (
      await app.pool.query(
        'SELECT status, starts_at, sequence, cancelled_by, write_problem FROM bookings WHERE id = $1',
        [id],
      )
    ).rows[0];
  // Unchanged, it stays as it is.
  await app.parts.sources.readAll();
  expect(await shown()).toMatchObject({ status: 'confirmed', starts_at: hourAhead(80), sequence: 0 });
  const movedTo = (hours: number) =>
    dav.entries.set(
      path,
      (dav.entries.get(path) ?? '')
        .replace(/DTSTART:\S+/, `DTSTART:${compact(hourAhead(hours))}`)
        .replace(/DTEND:\S+/, `DTEND:${compact(new Date(hourAhead(hours).getTime() + HOUR / 2))}`),
    );
  movedTo(84);
  await app.parts.sources.readAll();
  expect(await shown()).toMatchObject({ status: 'confirmed', starts_at: hourAhead(84), sequence: 1 });
  const { rows: mails } = await app.pool.query('SELECT kind FROM events WHERE session_id = $1 ORDER BY id', [
    credentials.session_id,
  ]);
  expect(mails.map(({ kind }) => kind)).toContain('booking_moved');
  await app.parts.sources.write(id);
  expect(dav.entries.get(path)).toContain('SEQUENCE:1');
  // Onto another meeting it is not moved, and the owner reads why.
  movedTo(90);
  await app.parts.sources.readAll();
  expect(await shown()).toMatchObject({ starts_at: hourAhead(84), sequence: 1 });
  expect((await shown()).write_problem).toMatchObject({ code: 'moved_onto_another' });
  // Their visitor has asked for the change that the consultant now makes.
  await app.call('agent_reply', { ...credentials, user_message: 'I have to cancel my call.' });
  await app.pool.query(
    `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags, seq)
     SELECT s.id, s.visitor_id, $2, 'Cancel the call', '', 'high', 'you', 'follow-up', '{}', u.seq
     FROM sessions s JOIN utterances u ON u.session_id = s.id AND u.speaker = 'visitor' WHERE s.id = $1`,
    [credentials.session_id, CANCEL_REQUEST_KEY],
  );
  // While the server has a problem, nothing is taken for deleted.
  dav.entries.delete(path);
  dav.failing = 503;
  await app.parts.sources.readAll();
  expect((await shown()).status).toBe('confirmed');
  dav.failing = null;
  await app.parts.sources.readAll();
  expect(await shown()).toMatchObject({ status: 'cancelled', cancelled_by: 'owner', sequence: 2 });
  const items = await app.pool.query('SELECT status FROM action_items WHERE session_id = $1', [credentials.session_id]);
  expect(items.rows).toEqual([{ status: 'done' }]);
}, 30_000);

test('a calendar server that does not accept the password says so', async () => {
  await expect(add({ kind: 'caldav', url: dav.url, password: 'wrong' })).rejects.toThrow(
    'does not accept the user name or the password',
  );
});
