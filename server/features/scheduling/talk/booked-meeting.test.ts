/** What a conversation shows as booked. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { calendarTwin } from '../../../testing/calendar-twin.ts';

const CALENDAR = `
timeZone: Europe/Lisbon
hours: { Monday: ['09:00-17:00'], Tuesday: ['09:00-17:00'] }
kinds:
  - { id: intro, title: First call, minutes: 30, place: At the office, daysAhead: 28 }
`;

let dir: string;
let app: TestApp;
beforeAll(async () => {
  dir = await calendarTwin(CALENDAR);
  app = await startTestApp({}, { twinDir: dir, now: () => new Date('2026-12-01T08:00:00Z') });
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

const zone = 'Europe/Lisbon';

/** A conversation; says a line and gives the answer. */
async function talk() {
  const credentials = await app.session();
  const say = async (user_message: string) =>
    (await app.call('agent_reply', { ...credentials, user_message, time_zone: zone, locale: 'en-US' })).body;
  return { credentials, say };
}

test('is told with the reply that booked, moved or canceled it, and after a reload', async () => {
  const { credentials, say } = await talk();
  const afterReload = async () => (await app.call('session_history', credentials)).body.meeting;
  expect(await afterReload()).toBeNull();
  await say('Hi, my name is Dan Roth and my email is dan@roth.example.');
  expect(await say('Can I have a call on Monday, December 14 at 2pm?')).not.toHaveProperty('meeting');
  const booked = { title: 'First call', start: '2026-12-14T14:00:00.000Z', end: '2026-12-14T14:30:00.000Z' };
  expect((await say('Yes please')).meeting).toEqual(booked);
  expect(await afterReload()).toEqual(booked);
  // Of two the one that changed last, although it is later.
  const person = { name: 'Dan Roth', email: 'dan@roth.example', consent: true };
  const other = { ...credentials, kind: 'intro', start: '2026-12-21T10:00:00Z', zone, ...person };
  expect((await app.call('book_slot', other)).status).toBe(200);
  expect(await afterReload()).toMatchObject({ start: '2026-12-21T10:00:00.000Z' });
  await say('Please cancel my call on December 21.');
  expect((await say('Yes, cancel it.')).meeting).toEqual(booked);
  await say('Can we move my call to Tuesday, December 15 at 2pm?');
  expect((await say('Yes')).meeting).toMatchObject({ start: '2026-12-15T14:00:00.000Z' });
  await say('Please cancel my call.');
  expect((await say('Yes, cancel it.')).meeting).toBeNull();
  expect(await afterReload()).toBeNull();
});

test('is nothing for a name and an address that were erased before the yes', async () => {
  const { credentials, say } = await talk();
  await say('My name is Ben Okafor, ben@okafor.example.');
  expect((await say('Could we have a call on Monday at 10am?')).text).toContain('for Ben Okafor, ben@okafor.example');
  const { session_id } = credentials;
  const { body } = await app.call('my_conversation', { ...credentials, conversation_id: session_id });
  const erased = { ...credentials, scope: 'message', ids: [body.lines[0].id] };
  expect((await app.call('erase_my_data', erased)).status).toBe(200);
  expect(await say('Yes please')).not.toHaveProperty('meeting');
  const { rows } = await app.pool.query('SELECT state::text FROM booking_talks WHERE session_id = $1', [session_id]);
  expect(JSON.stringify(rows)).not.toContain('okafor');
});
