/** When the owners hear of a call that a visitor asked for while free times are offered. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { calendarTwin, twinWithoutCalendar } from '../../testing/calendar-twin.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { testUser } from '../../testing/owners.ts';

let smtp: TestMailServer;
let dir: string;
let app: TestApp;
beforeAll(async () => {
  smtp = await startMailServer();
  dir = await calendarTwin();
  app = await startMailing(dir);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
  await rm(dir, { recursive: true });
});

async function startMailing(twinDir: string): Promise<TestApp> {
  const made = await startTestApp({ SMTP_URL: smtp.url, MAIL_FROM: 'orla@twin.example' }, { twinDir });
  await testUser(made.accounts, 'owner');
  return made;
}

/** A conversation, and what the owners were told of it: jobs that were requested are done when this is read. */
async function conversation(on: TestApp = app) {
  const credentials = await on.session();
  const { session_id: id } = credentials;
  const say = async (user_message: string) => (await on.call('agent_reply', { ...credentials, user_message })).body;
  const told = async (): Promise<string[]> => {
    const background = startWork(on);
    onTestFinished(() => background.stop());
    const isIdle = async () => {
      const { rows } = await on.pool.query<{ idle: boolean }>(
        `SELECT NOT EXISTS (SELECT FROM job_requests) AND NOT EXISTS (
           SELECT FROM jobs.job WHERE state < 'completed' AND name IN ('note_asks', 'finish_session', 'tell_hot_lead')
         ) AS idle`,
      );
      return rows[0]?.idle;
    };
    await expect.poll(isIdle, { timeout: 30_000 }).toBe(true);
    await background.stop();
    const { rows } = await on.pool.query<{ template: string }>(
      "SELECT template FROM outgoing_mails WHERE session_id = $1 AND template LIKE 'lead_%' ORDER BY id",
      [id],
    );
    return rows.map(({ template }) => template);
  };
  const book = async () => {
    const { slots } = (await on.call('list_slots', credentials)).body;
    const who = { name: 'Ana Costa', email: 'ana@costa.test', zone: 'UTC', consent: true };
    const { status } = await on.call('book_slot', { ...credentials, ...who, kind: 'intro', start: slots[0].start });
    expect(status).toBe(200);
  };
  const end = () => on.call('end_session', credentials);
  return { credentials, say, told, book, end };
}

const ASK = 'Can I book a call with Orla?';

test('while times are offered nobody is told of the call; once one is booked, only of the booking', async () => {
  const { say, told, book, end } = await conversation();
  expect((await say(ASK)).offers.map(({ kind }: { kind: string }) => kind)).toContain('slot');
  expect(await told()).toEqual([]);
  await book();
  expect(await told()).toEqual([]);
  await end();
  expect(await told()).toEqual([]);
}, 90_000);

test('a call that was asked for and not booked is told when the conversation ends', async () => {
  const { say, told, end } = await conversation();
  await say(ASK);
  expect(await told()).toEqual([]);
  await end();
  expect(await told()).toEqual(['lead_call']);
}, 90_000);

test('a wish for another time is told at once, as are other requests', async () => {
  const { credentials, say, told } = await conversation();
  await say(ASK);
  await say('Nobody answered my last letter. That is a disgrace, I want to complain.');
  expect(await told()).toEqual(['lead_complaint']);
  await app.call('request_call', { ...credentials, email: 'ana@costa.test', wished_time: 'on a Sunday in May' });
  expect(await told()).toEqual(['lead_complaint', 'lead_call']);
}, 90_000);

test('where no mail tells of bookings, and where nothing can be booked, it is told at once', async () => {
  const value = { off: ['booking_made'], digest_day: 0, language: 'en' };
  await app.pool.query("INSERT INTO settings (name, value, updated_by) VALUES ('mail', $1, 'o')", [value]);
  await app.parts.settings.refresh();
  const silent = await conversation();
  await silent.say(ASK);
  expect(await silent.told()).toEqual(['lead_call']);
  await app.pool.query("DELETE FROM settings WHERE name = 'mail'");
  await app.parts.settings.refresh();

  const without = await twinWithoutCalendar();
  const other = await startMailing(without);
  onTestFinished(async () => {
    await other.close();
    await rm(without, { recursive: true });
  });
  const plain = await conversation(other);
  await plain.say(ASK);
  expect(await plain.told()).toEqual(['lead_call']);
}, 90_000);
