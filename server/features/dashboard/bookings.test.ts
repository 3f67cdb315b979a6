import { rm } from 'node:fs/promises';
import type { CalendarSource, OwnerBooking } from '@understudy/contract/bookings';
import { EXPORT_PRESETS } from '@understudy/contract/export-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWork } from '../../testing/background-work.ts';
import { type CalDavServer, startCalDavServer } from '../../testing/caldav-server.ts';
import { calendarTwin } from '../../testing/calendar-twin.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let dir: string;
let scene: OwnerScene;
let dav: CalDavServer;
beforeAll(async () => {
  dir = await calendarTwin();
  dav = await startCalDavServer();
  scene = await ownerScene({}, { twinDir: dir, fetching: { allowsLoopback: true } });
});
afterAll(async () => {
  await scene.app.close();
  dav.close();
  await rm(dir, { recursive: true });
});

const HOUR = 3_600_000;
const hourAhead = (hours: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR).toISOString();
const book = async (hours: number, name = 'Ana Costa') => {
  const credentials = await scene.app.session();
  const person = { name, email: 'ana@costa.test', zone: 'Europe/Lisbon', consent: true };
  const { body } = await scene.app.call('book_slot', {
    ...credentials,
    kind: 'intro',
    start: hourAhead(hours),
    ...person,
  });
  return { credentials, booking: body.booking as OwnerBooking };
};
const post = (path: string, body: object = {}, role: 'admin' | 'viewer' = 'admin') =>
  scene.ask(path, { method: 'POST', body: JSON.stringify(body), role });
const range = (from: number, to: number) =>
  `from=${encodeURIComponent(hourAhead(from))}&to=${encodeURIComponent(hourAhead(to))}`;

describe('the owner’s bookings', () => {
  test('are listed by time, page by page, for admins only', async () => {
    const first = await book(101);
    const second = await book(103, 'Ben Okafor');
    const { body } = await scene.ask(`/bookings?${range(100, 110)}&limit=1`);
    expect(body).toMatchObject({ zone: 'UTC', busy: [], items: [{ id: first.booking.id, name: 'Ana Costa' }] });
    const next = await scene.ask(`/bookings?${range(100, 110)}&limit=1&cursor=${body.next_cursor}`);
    expect(next.body).toMatchObject({ items: [{ id: second.booking.id }], next_cursor: null });
    expect((await scene.ask(`/bookings?${range(120, 130)}`)).body.items).toEqual([]);
    expect((await scene.ask(`/bookings?${range(100, 110)}`, { role: 'viewer' })).status).toBe(403);
    expect((await scene.ask(`/bookings?${range(100, 110)}`, { role: null })).status).toBe(401);
    expect((await scene.ask(`/bookings?${range(110, 100)}`)).status).toBe(400);
    expect((await scene.ask('/bookings?from=now&to=later')).status).toBe(400);
    expect((await scene.ask(`/bookings?${range(100, 110)}&cursor=x`)).status).toBe(400);
  });

  test('stand in exports of their conversation, in all formats, also after they were canceled', async () => {
    const { credentials, booking } = await book(161);
    const [start, end] = [hourAhead(161), new Date(Date.parse(hourAhead(161)) + HOUR / 2).toISOString()];
    const exported = async (query: string) => String((await scene.ask(`/export?${query}`)).body);
    const line = async () =>
      (await exported('format=jsonl'))
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text))
        .find(({ id }) => id === credentials.session_id);
    const told = { title: 'First call', starts_at: start, ends_at: end, status: 'confirmed' };
    expect((await line()).bookings).toEqual([told]);
    await post(`/bookings/${booking.id}/cancel`);
    expect((await line()).bookings).toEqual([{ ...told, status: 'cancelled' }]);
    const cell = `${start.slice(0, 10)} ${start.slice(11, 16)} UTC: First call (canceled)`;
    for (const preset of EXPORT_PRESETS) {
      const [head, ...rows] = (await exported(`preset=${preset}`)).split('\r\n');
      const row = rows.find((one) => one.includes(credentials.session_id));
      expect({ preset, head, row }).toEqual({
        ...{ preset, head: expect.stringMatching(/,(?:Lead - )?(?:Twin )?Bookings$/) },
        row: expect.stringContaining(cell),
      });
      expect(row?.endsWith(cell)).toBe(true);
    }
  });

  test('move to a free time and are canceled; the audit log and the conversation have it', async () => {
    const { booking, credentials } = await book(141);
    const { body } = await scene.ask(`/bookings/${booking.id}/slots`);
    expect(body.items.map(({ start }: { start: string }) => start)).toContain(booking.start);
    const moved = await post(`/bookings/${booking.id}/move`, { start: hourAhead(143) });
    expect(moved.body).toMatchObject({ start: hourAhead(143), sequence: 1, zone: 'Europe/Lisbon' });
    const taken = await book(145);
    expect(await post(`/bookings/${booking.id}/move`, { start: taken.booking.start })).toMatchObject({
      status: 409,
      body: { code: 'slot_taken' },
    });
    expect((await post(`/bookings/${booking.id}/cancel`, {}, 'viewer')).status).toBe(403);
    const cancelled = await post(`/bookings/${booking.id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancelled_by: 'owner' });
    expect(await post(`/bookings/${booking.id}/cancel`)).toMatchObject({ status: 409 });
    expect((await post(`/bookings/${crypto.randomUUID()}/cancel`)).status).toBe(404);
    const { rows } = await scene.app.pool.query(
      "SELECT action FROM audit_log WHERE detail ->> 'booking_id' = $1 ORDER BY id",
      [booking.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['booking_moved', 'booking_cancelled']);
    const detail = await scene.ask(`/sessions/${credentials.session_id}`);
    expect(detail.body.bookings).toMatchObject([{ id: booking.id, status: 'cancelled' }]);
    expect(detail.body.session.booked).toBe(false);
    expect(detail.body.events.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['booking_made', 'booking_moved', 'booking_cancelled']),
    );
  });

  test('count in the funnel', async () => {
    const { credentials } = await book(161);
    expect((await scene.ask(`/sessions/${credentials.session_id}`)).body.session.booked).toBe(true);
    const work = startWork(scene.app);
    await scene.app.call('agent_reply', { ...credentials, user_message: 'Thank you, see you then.' });
    await scene.app.call('end_session', credentials);
    const booked = async () =>
      (await scene.ask('/analytics?range=7d')).body.funnel?.find(({ step }: { step: string }) => step === 'booked')
        ?.count;
    await expect.poll(booked, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await work.stop();
  }, 30_000);

  test('go with their visitor, from the calendar server too', async () => {
    const { body } = await post('/calendar/sources', {
      ...{ kind: 'caldav', url: dav.url, user: dav.user, password: dav.password, writes: true },
    });
    expect(body.sources).toMatchObject([{ kind: 'caldav', writes: true, problem: null }]);
    const { booking, credentials } = await book(181);
    const work = startWork(scene.app);
    const entry = `/orla/calendar/${booking.id}%40understudy.ics`;
    await expect.poll(() => dav.entries.has(entry), { timeout: 10_000 }).toBe(true);
    const visitor = (await scene.app.pool.query('SELECT visitor_id FROM bookings WHERE id = $1', [booking.id])).rows[0];
    const preview = await scene.ask('/danger/erase-visitor/preview', {
      method: 'POST',
      body: JSON.stringify({ visitor_id: visitor.visitor_id }),
      role: 'owner',
    });
    expect(preview.status, JSON.stringify(preview.body)).toBe(200);
    expect(preview.body.counts.bookings).toBe(1);
    await scene.ask('/danger/erase-visitor', {
      method: 'POST',
      body: JSON.stringify({ visitor_id: visitor.visitor_id, confirm_rows: preview.body.total }),
      role: 'owner',
    });
    expect((await scene.app.pool.query('SELECT FROM bookings WHERE id = $1', [booking.id])).rowCount).toBe(0);
    for (const one of scene.app.works) one.nudge();
    await expect.poll(() => dav.entries.has(entry), { timeout: 10_000 }).toBe(false);
    expect((await scene.app.call('list_slots', credentials)).status).toBe(401);
    await work.stop();
    for (const { id } of body.sources) await scene.ask(`/calendar/sources/${id}`, { method: 'DELETE' });
  }, 30_000);
});

describe('the calendar’s settings', () => {
  test('tell where visitors book, and renew the secret address', async () => {
    const { body } = await scene.ask('/calendar');
    expect(body).toMatchObject({ booking: 'here', sources: [] });
    const path = new URL(body.feed).pathname;
    expect((await fetch(scene.app.url + path)).status).toBe(200);
    const renewed = await post('/calendar/feed');
    expect(renewed.body.feed).not.toBe(body.feed);
    expect((await fetch(scene.app.url + path)).status).toBe(404);
    expect((await fetch(scene.app.url + new URL(renewed.body.feed).pathname)).status).toBe(200);
    expect((await scene.ask('/calendar', { role: 'viewer' })).status).toBe(403);
  });

  test.each([
    [{ kind: 'caldav', url: 'https://dav.example/', user: 'a' }, 400, 'password'],
    [{ kind: 'address', url: 'ftp://x.test/a.ics' }, 400, 'https://'],
  ])('refuse %j', async (source, status, words) => {
    const answer = await post('/calendar/sources', source);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(words);
  });

  test('refuse a calendar that cannot be read, by a code for the page', async () => {
    const { status, body } = await post('/calendar/sources', { kind: 'address', url: 'https://192.168.0.1/a.ics' });
    expect(status).toBe(422);
    expect(body).toEqual({
      error: '192.168.0.1 is an address of a private network. Only addresses on the internet can be read.',
      code: 'unreadable',
      problem: { code: 'private_address', values: { host: '192.168.0.1' } },
      request_id: expect.any(String),
    });
    expect((await scene.ask('/calendar')).body.sources).toEqual([]);
  });

  test('take a calendar file, read it again as it is, replace it, and forget it', async () => {
    const upload = (body: string | Buffer, query: string, headers = { 'content-type': 'application/octet-stream' }) =>
      scene.ask(`/calendar/files?${query}`, { method: 'POST', body, headers });
    const ics = (hours: number) => {
      const [start, end] = [hourAhead(hours), hourAhead(hours + 1)].map((at) => at.replace(/[-:]|\.\d{3}/g, ''));
      const event = ['BEGIN:VEVENT', 'UID:secret-1', `DTSTART:${start}`, `DTEND:${end}`, 'END:VEVENT'];
      return ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n');
    };
    const busy = async (hours: number) => (await scene.ask(`/bookings?${range(hours, hours + 1)}`)).body.busy.length;
    const added = await upload(ics(300), 'name=work.ics');
    expect(added.status).toBe(200);
    const [{ id, uploaded_at: at }] = added.body.sources as [CalendarSource];
    expect(added.body.sources).toMatchObject([{ kind: 'file', label: 'work.ics', writes: false, times: 1 }]);
    expect(Date.parse(at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const { rows } = await scene.app.pool.query('SELECT * FROM calendar_sources');
    expect(JSON.stringify(rows) + rows[0].sealed.toString('latin1')).not.toContain('secret-1');
    const read = await post('/calendar/read');
    expect(read.body.sources).toMatchObject([{ problem: null, times: 1, uploaded_at: at }]);
    expect([await busy(300), await busy(320)]).toEqual([1, 0]);
    // What cannot be read changes nothing.
    expect(await upload('Hello', `name=other.ics&replaces=${id}`)).toMatchObject({
      ...{ status: 422, body: { code: 'unreadable', problem: { code: 'not_a_calendar' } } },
    });
    expect((await upload('', 'name=empty.ics')).status).toBe(422);
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1), 'name=large.ics')).body.code).toBe('body_too_large');
    expect((await upload('{}', 'name=a.ics', { 'content-type': 'application/json' })).status).toBe(415);
    const replaced = await upload(ics(320), `name=other.ics&replaces=${id}`);
    expect(replaced.body.sources).toMatchObject([{ id, label: 'other.ics', times: 1 }]);
    expect(Date.parse(replaced.body.sources[0].uploaded_at)).toBeGreaterThan(Date.parse(at ?? ''));
    expect([await busy(300), await busy(320)]).toEqual([0, 1]);
    expect((await scene.ask(`/calendar/sources/${id}`, { method: 'DELETE' })).body.sources).toEqual([]);
    expect(await busy(320)).toBe(0);
    expect((await upload(ics(300), `name=work.ics&replaces=${id}`)).status).toBe(404);
  });

  test('read again on request, and remove', async () => {
    const { body } = await post('/calendar/sources', {
      ...{ kind: 'caldav', url: dav.url, user: dav.user, password: dav.password },
    });
    dav.failing = 500;
    const read = await post('/calendar/read');
    expect(read.body.sources[0].problem).toEqual({ code: 'server_broken', values: { status: '500' } });
    dav.failing = null;
    const [{ id }] = body.sources as [CalendarSource];
    expect((await scene.ask(`/calendar/sources/${id}`, { method: 'DELETE' })).body.sources).toEqual([]);
    expect((await scene.ask(`/calendar/sources/${id}`, { method: 'DELETE' })).status).toBe(404);
    const { rows } = await scene.app.pool.query("SELECT detail FROM audit_log WHERE action LIKE 'calendar%'");
    expect(JSON.stringify(rows)).not.toContain(dav.password);
  });
});
