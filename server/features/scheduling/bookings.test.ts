import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { CALL_REQUEST_KEY } from '@understudy/contract/leads';
import type { PublicConfig } from '@understudy/contract/wire';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { calendarTwin } from '../../testing/calendar-twin.ts';
import { testDatabase } from '../../testing/database.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';

let dir: string;
let app: TestApp;
beforeAll(async () => {
  dir = await calendarTwin();
  app = await startTestApp({ PUBLIC_URL: 'https://orla.example' }, { twinDir: dir });
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

type Credentials = Awaited<ReturnType<TestApp['session']>>;
const HOUR = 3_600_000;
/** Hours ahead that no other test of this file uses. */
let ahead = 100;
const freshStart = () => {
  ahead += 5;
  return new Date(Math.ceil(Date.now() / HOUR) * HOUR + ahead * HOUR).toISOString();
};
const PERSON = { name: 'Ana Costa', email: 'ana@costa.test', zone: 'Europe/Lisbon', consent: true };
const book = (credentials: Credentials, more: object = {}, on = app) =>
  on.call('book_slot', { ...credentials, kind: 'intro', start: freshStart(), ...PERSON, ...more });
const rowOf = async (id: string) =>
  (
    await app.pool.query(
      'SELECT b.*, c.text FROM bookings b JOIN consent_texts c ON c.hash = b.consent_hash WHERE id = $1',
      [id],
    )
  ).rows[0];
const eventsOf = async ({ session_id }: Credentials) =>
  (
    await app.pool.query(
      "SELECT kind, payload FROM events WHERE session_id = $1 AND kind LIKE 'booking%' ORDER BY id",
      [session_id],
    )
  ).rows;
const tokenIn = (link: string) => link.split('/').at(-1) as string;
const linked = async (token: string, action = '', body?: object) => {
  const response = await fetch(`${app.url}/api/bookings/${token}${action}`, {
    method: action ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};
const vevent = (ics: string) =>
  new ICAL.Component(ICAL.parse(ics) as never).getFirstSubcomponent('vevent') as ICAL.Component;

describe('free times', () => {
  test.each([
    'not before ten, in the morning',
    'vormittags, aber nicht vor zehn Uhr',
    'por la mañana, pero no antes de las diez',
  ])('are listed in the visitor’s zone by their wish, with what they agree to: %s', async (wish) => {
    const credentials = await app.session();
    const { body } = await app.call('list_slots', {
      ...credentials,
      zone: 'America/New_York',
      wish,
      language: 'de',
    });
    expect(body).toMatchObject({ calendar_zone: 'UTC', zone: 'America/New_York', has_others: false, bookings: [] });
    expect(body.kinds).toEqual([
      { id: 'intro', title: 'First call', minutes: 30, place: null, asks_phone: false },
      { id: 'workshop', title: 'Cue Sheet Day', minutes: 120, place: 'At your office', asks_phone: false },
    ]);
    expect(body.consent).toMatch(/^Ich bin einverstanden, dass Orla .* 730 Tage nach dem Treffen gelöscht\.$/);
    expect(body.slots.length).toBeGreaterThan(20);
    const clock = new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' });
    for (const { start } of body.slots) expect(['10', '11']).toContain(clock.format(new Date(start)));
  });

  test('are none where the wish fits none, and the answer says that there are others', async () => {
    const credentials = await app.session();
    const past = new Date(Date.now() - 72 * HOUR).toISOString();
    const { body } = await app.call('list_slots', { ...credentials, to: past });
    expect(body).toMatchObject({ slots: [], has_others: true });
  });

  test.each([
    [{ zone: 'Mars/Base' }, 400, 'zone'],
    [{ from: 'tomorrow' }, 400, 'from'],
    [{ from: '2027-01-02T00:00:00Z', to: '2027-01-01T00:00:00Z' }, 400, 'before'],
    [{ kind: 'dance' }, 404, 'no such kind'],
  ])('are refused for %j', async (more, status, words) => {
    const answer = await app.call('list_slots', { ...(await app.session()), ...more });
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(words);
  });

  test('are no secret of the calendar’s that a stranger may read', async () => {
    const { session_id } = await app.session();
    expect((await app.call('list_slots', { session_id, session_secret: 'wrong' })).status).toBe(401);
  });
});

describe('a booking', () => {
  test('is kept with its consent, told to the conversation, and answered with a file and a link', async () => {
    const credentials = await app.session();
    const start = freshStart();
    // Of a meeting that is not by phone, no number is kept.
    const { status, body } = await book(credentials, { start, note: 'About decisions', phone: '+31 6 1234 5678' });
    expect(body.booking.phone).toBeNull();
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({
      ...{ kind: 'intro', title: 'First call', start, zone: 'Europe/Lisbon', status: 'confirmed', sequence: 0 },
      ...{ place: 'https://meet.example/orla', name: 'Ana Costa', email: 'ana@costa.test', note: 'About decisions' },
    });
    expect(body.link).toMatch(/^https:\/\/orla\.example\/booking\/[\w-]{43}$/);
    const event = vevent(body.ics);
    expect(event.getFirstPropertyValue('uid')).toBe(`${body.booking.id}@understudy`);
    expect(event.getFirstPropertyValue('sequence')).toBe(0);
    expect(String(event.getFirstPropertyValue('location'))).toBe('https://meet.example/orla');
    expect((event.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().toISOString()).toBe(start);
    const row = await rowOf(body.booking.id);
    expect(row.text).toMatch(/^I agree that Orla keeps my name/);
    expect(await eventsOf(credentials)).toMatchObject([{ kind: 'booking_made', payload: { kind: 'intro', start } }]);
    const list = await app.call('list_slots', credentials);
    expect(list.body.bookings).toMatchObject([{ id: body.booking.id }]);
    expect(list.body.slots.map(({ start }: { start: string }) => start)).not.toContain(start);
  });

  test('asked for twice is one, and a second visitor is told that the time is taken', async () => {
    const [first, second] = [await app.session(), await app.session()];
    const start = freshStart();
    const { body } = await book(first, { start });
    expect((await book(first, { start })).body.booking.id).toBe(body.booking.id);
    expect(await book(second, { start })).toMatchObject({ status: 409, body: { code: 'slot_taken' } });
    const half = new Date(Date.parse(start) + HOUR / 4).toISOString();
    expect(await book(second, { start: half })).toMatchObject({ status: 409, body: { code: 'slot_taken' } });
  });

  test('moves in its row and counts the change; the old time is free again', async () => {
    const credentials = await app.session();
    const [start, later] = [freshStart(), freshStart()];
    const { body } = await book(credentials, { start });
    const moved = await book(credentials, { start: later, booking_id: body.booking.id, zone: 'Asia/Tokyo' });
    expect(moved.body.booking).toMatchObject({ id: body.booking.id, start: later, sequence: 1, zone: 'Asia/Tokyo' });
    expect(moved.body.link).toBe(body.link);
    expect(vevent(moved.body.ics).getFirstPropertyValue('sequence')).toBe(1);
    expect((await book(await app.session(), { start })).status).toBe(200);
    // To a time that overlaps its own.
    const half = new Date(Date.parse(later) + HOUR / 2).toISOString();
    expect((await book(credentials, { start: half, booking_id: body.booking.id })).body.booking.sequence).toBe(2);
    expect((await eventsOf(credentials)).map(({ kind }) => kind)).toEqual([
      'booking_made',
      'booking_moved',
      'booking_moved',
    ]);
  });

  test('is cancelled once', async () => {
    const credentials = await app.session();
    const start = freshStart();
    const { body } = await book(credentials, { start });
    const cancel = () => app.call('cancel_booking', { ...credentials, booking_id: body.booking.id });
    const cancelled = await cancel();
    expect(cancelled.body.booking).toMatchObject({ status: 'cancelled', sequence: 1 });
    expect(vevent(cancelled.body.ics).getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'booking_cancelled' } });
    expect((await book(credentials, { start: freshStart(), booking_id: body.booking.id })).body.code).toBe(
      'booking_cancelled',
    );
    expect((await book(await app.session(), { start })).status).toBe(200);
  });

  test('belongs to its visitor, in their other conversations too', async () => {
    const visitor = newVisitor();
    const first = await startAs(app, visitor);
    const { body } = await book(first);
    const stranger = await app.session();
    const own = { booking_id: body.booking.id };
    expect((await app.call('cancel_booking', { ...stranger, ...own })).status).toBe(404);
    expect((await book(stranger, own)).status).toBe(404);
    const again = await startAs(app, visitor);
    expect((await app.call('list_slots', again)).body.bookings).toMatchObject([{ id: body.booking.id }]);
    expect((await app.call('cancel_booking', { ...again, ...own })).status).toBe(200);
  });

  test('of a conversation that is not kept outlives it, by its own consent', async () => {
    const credentials = await app.session(false);
    const { body } = await book(credentials);
    await app.call('end_session', credentials);
    await expect.poll(async () => (await rowOf(body.booking.id)).session_id).toBeNull();
    expect((await linked(tokenIn(body.link))).body.booking.status).toBe('confirmed');
  });

  test.each([
    ['in the past', { start: '2020-01-01T09:00:00Z' }, 409, 'slot_taken'],
    ['too soon', { start: new Date(Math.ceil(Date.now() / HOUR) * HOUR).toISOString() }, 409, 'slot_taken'],
    ['too far ahead', { start: new Date(Date.now() + 90 * 24 * HOUR).toISOString() }, 409, 'slot_taken'],
    [
      'of another kind',
      { kind: 'workshop', start: new Date(Math.ceil(Date.now() / HOUR) * HOUR + 3 * HOUR).toISOString() },
      409,
      'slot_taken',
    ],
    ['of no kind', { kind: 'dance' }, 404, 'not_found'],
    ['without consent', { consent: false }, 400, 'invalid_request'],
    ['without an address', { email: 'ana' }, 400, 'invalid_request'],
    ['without a name', { name: ' ' }, 400, 'invalid_request'],
    ['with a number that is none', { phone: 'call me' }, 400, 'invalid_request'],
    ['in no zone', { zone: 'Lisbon' }, 400, 'invalid_request'],
    ['of somebody else', { booking_id: randomUUID() }, 404, 'not_found'],
  ])('%s is refused', async (_, more, status, code) => {
    expect(await book(await app.session(), more)).toMatchObject({ status, body: { code } });
  });

  test('of an ended conversation is refused', async () => {
    const credentials = await app.session();
    await app.call('end_session', credentials);
    expect(await book(credentials)).toMatchObject({ status: 410, body: { code: 'session_ended' } });
  });

  test('has one line of a name, which breaks no file', async () => {
    const credentials = await app.session();
    const name = 'Eve "E"\r\nATTENDEE:mailto:x@y.test\u202e';
    const { body } = await book(credentials, { name, note: 'a\nEND:VEVENT\nb' });
    expect(body.booking.name).toBe('Eve "E" ATTENDEE:mailto:x@y.test');
    const event = vevent(body.ics);
    expect(event.getAllProperties('attendee')).toHaveLength(1);
    expect(event.getFirstProperty('attendee')?.getParameter('cn')).toBe('Eve  E  ATTENDEE:mailto:x@y.test');
    expect(String(event.getFirstPropertyValue('description'))).toContain('a\nEND:VEVENT\nb');
  });

  test('is one of three that a visitor may have ahead', async () => {
    const credentials = await app.session();
    for (let n = 0; n < 3; n += 1) expect((await book(credentials)).status).toBe(200);
    expect(await book(credentials)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('is one of three also where a visitor books twice at the same moment', async () => {
    const visitor = newVisitor();
    const [one, other] = [await startAs(app, visitor), await startAs(app, visitor)];
    for (let n = 0; n < 2; n += 1) expect((await book(one)).status).toBe(200);
    // Nobody can insert until both have come as far as they can.
    const holder = await app.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE bookings IN SHARE MODE');
    const both = Promise.all([book(one), book(other)]);
    const waiting = async () =>
      (
        await app.pool.query(
          `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE datname = current_database() AND NOT granted`,
        )
      ).rowCount;
    await expect.poll(waiting).toBe(2);
    await holder.query('COMMIT');
    holder.release();
    const answers = (await both).map(({ status, body }) => [status, body.code]);
    expect(answers.sort()).toEqual([
      [200, undefined],
      [409, 'conflict'],
    ]);
  });

  test('ticks off the call that was asked for, also one that is only noted later', async () => {
    const credentials = await app.session();
    const work = startWork(app);
    const statusOf = async ({ session_id }: Credentials) =>
      (
        await app.pool.query('SELECT status FROM action_items WHERE session_id = $1 AND key = $2', [
          ...[session_id, CALL_REQUEST_KEY],
        ])
      ).rows[0]?.status;
    await app.call('request_call', { ...credentials, email: 'ana@costa.test', wished_time: 'Friday' });
    expect(await statusOf(credentials)).toBe('open');
    await book(credentials);
    expect(await statusOf(credentials)).toBe('done');
    const other = await app.session();
    await book(other);
    await app.call('agent_reply', { ...other, user_message: 'Can Orla call me on Friday at ten?' });
    await expect.poll(() => statusOf(other)).toBe('done');
    await work.stop();
  });
});

describe('a signed link', () => {
  test('shows, moves and cancels; used again it says so', async () => {
    const { body } = await book(await app.session());
    const token = tokenIn(body.link);
    const shown = await linked(token);
    expect(shown.body).toMatchObject({ consultant: 'Orla Venstrom', booking: { id: body.booking.id } });
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
    const { start } = shown.body.slots.at(-1);
    const moved = await linked(token, '/move', { start, zone: 'UTC' });
    expect(moved.body.booking).toMatchObject({ start, sequence: 1 });
    const cancelled = await linked(token, '/cancel', {});
    expect(cancelled.body.booking.status).toBe('cancelled');
    expect(cancelled.body.slots).toEqual([]);
    expect(await linked(token, '/cancel', {})).toMatchObject({ status: 409, body: { code: 'booking_cancelled' } });
    expect(await linked(token, '/move', { start, zone: 'UTC' })).toMatchObject({ status: 409 });
    expect((await linked(token)).body.booking.status).toBe('cancelled');
  });

  test('that is forged or cut is refused, and one of a meeting that is over says so', async () => {
    const { body } = await book(await app.session());
    const token = tokenIn(body.link);
    const swapped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const bad of [swapped, token.slice(0, -1), 'x', `${token}a`, '%2e%2e'])
      expect(await linked(bad)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await app.pool.query(
      `UPDATE bookings SET starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days',
         blocked_from = blocked_from - interval '60 days', blocked_to = blocked_to - interval '60 days' WHERE id = $1`,
      [body.booking.id],
    );
    expect(await linked(token)).toMatchObject({ status: 410, body: { code: 'booking_over' } });
    expect(await linked(token, '/cancel', {})).toMatchObject({ status: 410, body: { code: 'booking_over' } });
  });
});

describe('the owner’s feed', () => {
  test('has all bookings at a secret address', async () => {
    const { body } = await book(await app.session(), { name: 'Feed Reader' });
    const token = await app.parts.bookings.links.feedToken();
    const response = await fetch(`${app.url}/calendar/${token}.ics`);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const calendar = new ICAL.Component(ICAL.parse(await response.text()) as never);
    const mine = calendar
      .getAllSubcomponents('vevent')
      .find((event) => event.getFirstPropertyValue('uid') === `${body.booking.id}@understudy`);
    expect(String(mine?.getFirstPropertyValue('summary'))).toBe('First call: Feed Reader');
    for (const wrong of ['x', token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))])
      expect((await fetch(`${app.url}/calendar/${wrong}.ics`)).status).toBe(404);
  });
});

describe('many at once', () => {
  test('a hundred tries on three instances for one time make one booking', async () => {
    const database = await testDatabase();
    const instances = await Promise.all([0, 1, 2].map(() => startTestApp({}, { twinDir: dir, database })));
    try {
      const start = freshStart();
      const sessions = await Promise.all(Array.from({ length: 100 }, (_, n) => instances[n % 3]?.session()));
      const answers = await Promise.all(
        sessions.map((credentials, n) => book(credentials as Credentials, { start }, instances[n % 3])),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers)
        if (status !== 200) expect({ status, code: body.code }).toEqual({ status: 409, code: 'slot_taken' });
      const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM bookings WHERE status = 'confirmed'");
      expect(rows[0].n).toBe(1);
      // The database itself forbids a second one, whatever asks for it.
      await expect(
        database.pool.query(
          `INSERT INTO bookings SELECT (jsonb_populate_record(b, '{"id": "${randomUUID()}"}')).* FROM bookings b`,
        ),
      ).rejects.toThrow('bookings_do_not_overlap');
    } finally {
      for (const instance of instances) await instance.close();
      await database.close();
    }
  }, 60_000);

  test('as many a day as the kind allows, whoever asks at once', async () => {
    const day = new Date(Date.now() + 20 * 24 * HOUR).toISOString().slice(0, 10);
    const hours = ['02', '06', '10', '14', '18'];
    const sessions = await Promise.all(hours.map(() => app.session()));
    const answers = await Promise.all(
      sessions.map((credentials, n) => book(credentials, { kind: 'workshop', start: `${day}T${hours[n]}:00:00Z` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('where an external page takes bookings, the twin names it, and nothing is booked here', async () => {
  const folder = await calendarTwin('externalLink: https://cal.example/orla\n');
  const elsewhere = await startTestApp({}, { twinDir: folder });
  onTestFinished(async () => {
    await elsewhere.close();
    await rm(folder, { recursive: true });
  });
  const config = (await (await fetch(`${elsewhere.url}/api/config`)).json()) as PublicConfig;
  expect(config).toMatchObject({ books_calls: false, consultant: { calendar: 'https://cal.example/orla' } });
  const credentials = await elsewhere.session();
  const { body } = await elsewhere.call('agent_reply', {
    ...credentials,
    user_message: 'Can I book a call with Orla?',
  });
  expect(body.text).toContain('https://cal.example/orla');
  expect(body.offers.filter(({ kind }: { kind: string }) => kind === 'slot')).toEqual([]);
  expect(await elsewhere.call('list_slots', credentials)).toMatchObject({ body: { code: 'no_calendar' } });
});
