import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { addTestUser } from '../../testing/owners.ts';

const PATIENT = { timeout: 50_000 };
/** A Wednesday morning in Berlin, within working hours. */
const MORNING = new Date('2026-11-25T09:30:00Z');
const TODAY = '2026-11-25';

let other: TestMailServer;
let database: TestDatabase;
let app: TestApp;
let now: Date;
let owner: { id: string; email: string };
const start = () =>
  startTestApp(
    { SMTP_URL: other.url, MAIL_FROM: 'orla@twin.example', PUBLIC_URL: 'https://twin.example' },
    { database, now: () => now },
  );
beforeEach(async () => {
  now = MORNING;
  other = await startMailServer();
  database = await testDatabase();
  await database.pool.query("INSERT INTO settings (name, value, updated_by) VALUES ('hours', $1, 'o')", [
    { time_zone: 'Europe/Berlin', open: [] },
  ]);
  app = await start();
  owner = await addTestUser(app.accounts, 'owner');
});
afterEach(async () => {
  await app.close();
  await database.close();
  await other.close();
});

/** Makes action items; those of the visitor's are not reminded of. */
async function items(
  count: number,
  due: string | null,
  changed: { priority?: string; owner?: string; assignee?: string | null; visitor?: string } = {},
): Promise<string[]> {
  const { priority = 'medium', owner: whose = 'you', assignee = null, visitor = randomUUID() } = changed;
  const { rows } = await app.pool.query<{ id: string }>(
    `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags, due_date,
       assignee_id)
     SELECT $6, gen_random_uuid()::text, 'Item ' || n, '', $2, $3, 'sales', '{}', $4::date, $5::uuid
     FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count, priority, whose, due, assignee, visitor],
  );
  return rows.map(({ id }) => id);
}
const tell = (instance = app) => instance.parts.reminders.tellDue();
/** Queued mails, as template and recipient. */
const queued = async () =>
  (await app.pool.query('SELECT template, recipient FROM outgoing_mails ORDER BY id')).rows.map(
    ({ template, recipient }) => `${template} ${recipient}`,
  );
/** Sends what is queued. */
async function send(): Promise<void> {
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM outgoing_mails WHERE delivered_at IS NULL');
  for (const { id } of rows) await app.parts.mail.send(id);
}
/** The links of the latest mail to answer its first item. */
const linkOf = (label: string): string => {
  const url = new RegExp(`${label}: (https://\\S+)`).exec(other.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(url);
  return `${app.url}${pathname}${search}`;
};
const answer = async (link: string, body: string | null) => {
  const response = await fetch(link, {
    ...(body === null
      ? {}
      : { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
  return { status: response.status, text: await response.text() };
};

test('what is due is told once, whoever looks and however often, also after a restart', async () => {
  await items(1, TODAY);
  await items(1, '2026-11-26');
  await items(1, null);
  await items(1, TODAY, { owner: 'visitor' });
  await tell();
  await tell();
  await app.close();
  app = await start();
  await tell();
  expect(await queued()).toEqual([`reminder ${owner.email}`]);
  await send();
  expect(other.mails[0]).toMatchObject({ subject: 'Due: Item 1' });
  // A new due day is a new occasion.
  await app.pool.query("UPDATE action_items SET due_date = '2026-11-24' WHERE due_date = $1", [TODAY]);
  await tell();
  expect(await queued()).toHaveLength(2);
});

test('three instances that look at once tell a person once', async () => {
  const instances = [app, await start(), await start()];
  onTestFinished(async () => void (await Promise.all(instances.slice(1).map((instance) => instance.close()))));
  await items(300, TODAY);
  await Promise.all(instances.flatMap((instance) => [tell(instance), tell(instance)]));
  await tell();
  expect(await queued()).toEqual([`reminder ${owner.email}`]);
});

test('ten thousand items due in one minute become one mail for each person', async () => {
  const admin = await addTestUser(app.accounts, 'admin');
  await items(9_990, TODAY);
  await items(10, TODAY, { assignee: admin.id, priority: 'high' });
  await tell();
  expect((await queued()).toSorted()).toEqual([`reminder ${admin.email}`, `reminder ${owner.email}`].toSorted());
  await send();
  expect(other.mails.map(({ subject }) => subject).toSorted()).toEqual([
    '10 action items are due',
    '9990 action items are due',
  ]);
  expect(other.mails.find(({ subject }) => subject?.startsWith('9990'))?.text).toContain('9970 more');
  expect((await app.pool.query('SELECT FROM reminders WHERE sent_at IS NULL')).rowCount).toBe(0);
}, 60_000);

test('an item of somebody who has left the team is told to the owners', async () => {
  const admin = await addTestUser(app.accounts, 'admin');
  await items(1, TODAY, { assignee: admin.id });
  await app.pool.query("UPDATE users SET role = 'viewer' WHERE id = $1", [admin.id]);
  await tell();
  expect(await queued()).toEqual([`reminder ${owner.email}`]);
});

test.each([
  ['in the evening', '2026-11-25T19:00:00Z', { medium: false, high: true }],
  ['before work', '2026-11-25T06:00:00Z', { medium: false, high: false }],
  ['on a Saturday', '2026-11-28T10:00:00Z', { medium: false, high: true }],
  ['in the morning', '2026-11-25T09:30:00Z', { medium: true, high: true }],
])('%s only what is urgent is told', async (_, moment, told) => {
  now = new Date(moment);
  for (const priority of ['medium', 'high'] as const) {
    await app.pool.query('DELETE FROM action_items');
    await app.pool.query('DELETE FROM outgoing_mails');
    await items(1, moment.slice(0, 10), { priority });
    await tell();
    expect({ priority, mails: (await queued()).length }).toEqual({ priority, mails: told[priority] ? 1 : 0 });
  }
});

test('what was due long ago is left to the inbox', async () => {
  await items(1, '2026-11-17');
  await tell();
  expect(await queued()).toEqual([]);
});

test('switched off, or without a mail server, nothing is marked as told', async () => {
  await items(1, TODAY);
  app.parts.mailServers.use(null);
  await tell();
  expect((await app.pool.query('SELECT FROM reminders')).rowCount).toBe(0);
});

test('an item that is done or erased before the mail goes out is not in it', async () => {
  const visitor = randomUUID();
  const [done] = await items(1, TODAY);
  await items(1, TODAY, { visitor });
  await tell();
  await app.parts.reminders.tellDue();
  await app.pool.query("UPDATE action_items SET status = 'done' WHERE id = $1", [done]);
  await app.pool.query('DELETE FROM action_items WHERE visitor_id = $1', [visitor]);
  await send();
  expect(other.mails).toEqual([]);
  expect(await queued()).toEqual([]);
  expect((await app.pool.query('SELECT FROM reminders WHERE visitor_id = $1', [visitor])).rowCount).toBe(0);
});

describe('the link in the mail', () => {
  beforeEach(async () => {
    await items(1, TODAY);
    await tell();
    await send();
  });
  const status = async () => (await app.pool.query('SELECT status FROM action_items')).rows[0].status;

  test('asks before it marks the item as done; used twice, it says so', async () => {
    const link = linkOf('Done');
    const asked = await answer(link, null);
    expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('Mark as done') });
    expect(asked.text).toContain('Item 1');
    expect(await status()).toBe('open');
    expect(await answer(link, 'answer=done')).toMatchObject({ status: 200, text: expect.stringContaining('Marked') });
    expect(await status()).toBe('done');
    const again = { status: 409, text: expect.stringContaining('is done already') };
    expect(await answer(link, 'answer=done')).toMatchObject(again);
    expect(await answer(link, null)).toMatchObject(again);
  });

  test('puts the reminder off, once, until the chosen time whatever the hour', async () => {
    const link = linkOf('Remind me later');
    now = new Date('2026-11-25T18:00:00Z');
    expect(await answer(link, 'answer=hour')).toMatchObject({ status: 200, text: expect.stringContaining('20:00') });
    expect(await answer(link, 'answer=week')).toMatchObject({ status: 409 });
    await tell();
    await send();
    expect(other.mails).toHaveLength(1);
    now = new Date('2026-11-25T19:00:00Z');
    await tell();
    await tell();
    await send();
    expect(other.mails).toHaveLength(2);
    expect(await answer(linkOf('Done'), 'answer=done')).toMatchObject({ status: 200 });
  });

  test('changed by a single character it does not work, and expired it says so', async () => {
    const link = linkOf('Done');
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const bad of [
      forged,
      link.slice(0, -9),
      link.replace(/token=.*/, ''),
      link.replace('/item', '/unsubscribe'),
    ]) {
      expect(await answer(bad, 'answer=done')).toMatchObject({ status: 404, text: expect.stringContaining('mail') });
    }
    expect(await answer(link, 'answer=everything')).toMatchObject({ status: 400 });
    now = new Date('2026-12-30T09:00:00Z');
    expect(await answer(link, 'answer=done')).toMatchObject({ status: 410, text: expect.stringContaining('expired') });
    expect(await status()).toBe('open');
  });

  test('does not work for somebody who has left the team', async () => {
    const link = linkOf('Done');
    await app.pool.query("UPDATE users SET role = 'viewer' WHERE id = $1", [owner.id]);
    expect(await answer(link, null)).toMatchObject({ status: 410, text: expect.not.stringContaining('Item 1') });
    expect(await answer(link, 'answer=done')).toMatchObject({ status: 410 });
    expect(await status()).toBe('open');
  });

  test('of two people who answer at once, one is told that it was answered', async () => {
    const link = linkOf('Done');
    const statuses = (await Promise.all([1, 2, 3].map(() => answer(link, 'answer=done')))).map((one) => one.status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  test('of an item that is gone says so', async () => {
    const link = linkOf('Done');
    await app.pool.query('DELETE FROM action_items');
    expect(await answer(link, 'answer=done')).toMatchObject({ status: 404 });
  });
});

test('a booking is reminded of at its time, once, and not if it was moved or canceled', async () => {
  const { remind, forget } = app.parts.reminders;
  const booking = (ref: string, startsAt: string, visitorId = randomUUID()) => ({
    kind: 'booking' as const,
    ref,
    occasion: startsAt,
    dueAt: new Date(Date.parse(startsAt) - 86_400_000),
    visitorId,
    mail: {
      template: 'booking_tomorrow' as const,
      to: 'ana@costa.example',
      language: 'en' as const,
      key: `booking:${ref}:${startsAt}`,
      data: {
        ...{ consultant: 'Orla', kind: 'Call', startsAt, zone: 'Europe/Lisbon', manageUrl: 'https://twin.example/b' },
        ics: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSEQUENCE:1\r\nEND:VCALENDAR\r\n',
      },
    },
  });
  const [kept, cancelled] = [randomUUID(), randomUUID()];
  await inTransaction(app.pool, async (client) => {
    await remind(client, booking(kept, '2026-11-27T14:00:00Z'));
    await remind(client, booking(cancelled, '2026-11-27T15:00:00Z'));
    await forget(client, 'booking', cancelled);
  });
  const { rows } = await app.pool.query("SELECT encode(sealed_mail, 'escape') AS mail FROM reminders");
  expect(JSON.stringify(rows)).not.toContain('costa');
  await tell();
  expect(await queued()).toEqual([]);
  now = new Date('2026-11-26T22:00:00Z');
  await tell();
  await tell();
  expect(await queued()).toEqual(['booking_tomorrow ana@costa.example']);
  await send();
  expect(other.mails[0]?.text).toContain('Friday 27 November at 14:00');
  expect(other.mails[0]?.attachments.some(({ filename }) => filename === 'invitation.ics')).toBe(true);
});

test('the weekly digest comes on its day, once, with the figures of the week', async () => {
  now = new Date('2026-11-30T07:00:00Z');
  await app.parts.reminders.queueDigest();
  expect(await queued()).toEqual([]);
  now = new Date('2026-11-30T08:30:00Z');
  await app.parts.reminders.queueDigest();
  await app.parts.reminders.queueDigest();
  expect(await queued()).toEqual([`digest ${owner.email}`]);
  await items(3, TODAY);
  await app.pool.query("UPDATE action_items SET created_at = '2026-11-29T22:59:00Z'");
  await app.pool.query(
    `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, lead_score, contact_name,
       started_at)
     SELECT gen_random_uuid(), gen_random_uuid(), '', consent, '1', 'mentor', score, name, at::timestamptz
     FROM (VALUES (true, 81, 'Ana', '2026-11-23T00:00:00+01'), (true, 20, 'Bo', '2026-11-29T12:00:00Z'),
       (true, 99, 'Before', '2026-11-22T22:59:59Z'), (false, 99, 'Unkept', '2026-11-25T00:00:00Z'))
       AS s (consent, score, name, at)`,
  );
  await send();
  const text = other.mails[0]?.text ?? '';
  expect(text).toContain('from 23 November to 29 November');
  expect(text).toContain('Conversations: 2\nHot leads: 1\nNew action items: 3\nOpen action items: 3');
  expect(text).toMatch(/- Ana\n.*81/);
  expect(text).not.toMatch(/Before|Unkept/);
});

test('the background work tells what is due', async () => {
  const background = startWork(app);
  onTestFinished(() => background.stop());
  await items(1, TODAY);
  await app.pool.query("DELETE FROM jobs.job WHERE name = 'tell_due'").catch(() => undefined);
  await expect.poll(() => other.mails.length, PATIENT).toBe(1);
}, 90_000);
