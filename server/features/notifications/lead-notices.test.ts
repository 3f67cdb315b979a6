import type { MessageReason } from '@understudy/contract/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { testUser } from '../../testing/owners.ts';
import { createLeadNotices, type LeadNotices } from './lead-notices.ts';
import { queueMessages, readMessage } from './messages.ts';

let other: TestMailServer;
let app: TestApp;
beforeEach(async () => {
  other = await startMailServer();
  app = await startTestApp({ SMTP_URL: other.url, MAIL_FROM: 'orla@twin.example' });
});
afterEach(async () => {
  await app.close();
  await other.close();
});

/** Requests a message. @returns its id */
async function ask(reason: MessageReason = 'call', session?: string): Promise<string> {
  const session_id = session ?? (await app.session()).session_id;
  await queueMessages(app.pool, session_id, [reason], 'tell_hot_lead');
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM webhook_messages');
  return rows[0]?.id ?? '';
}
const switchOff = async (off: string[]) => {
  const value = { off, digest_day: 0, language: 'en' };
  await app.pool.query("INSERT INTO settings (name, value, updated_by) VALUES ('mail', $1, 'o')", [value]);
  await app.parts.settings.refresh();
};
const mails = async () => (await app.pool.query('SELECT template, recipient FROM outgoing_mails')).rows;

/** Notices with a webhook that refuses until it is told not to. */
function withWebhook(told: string[], refuses: { now: boolean }): LeadNotices {
  return createLeadNotices({
    pool: app.pool,
    mail: app.parts.mail,
    threshold: () => 70,
    pageOf: () => 'https://twin.example/admin',
    webhook: {
      notifyFrom: () => 70,
      async tell(id) {
        told.push(id);
        if (refuses.now) throw new Error('it answered 503');
      },
    },
  });
}

test('owners are mailed once beside the webhook, however often that is retried', async () => {
  const { email } = await testUser(app.accounts, 'owner');
  await testUser(app.accounts, 'admin');
  const id = await ask();
  const told: string[] = [];
  const refuses = { now: true };
  const notices = withWebhook(told, refuses);
  await expect(notices.tell(id)).rejects.toThrow('it answered 503');
  refuses.now = false;
  await notices.tell(id);
  expect(told).toEqual([id, id]);
  expect(await mails()).toEqual([{ template: 'lead_call', recipient: email }]);
});

test('each reason is told by whatever channel is on for it', async () => {
  const { notices } = app.parts;
  expect([notices.notifyFrom(), notices.wants('call')]).toEqual([70, true]);
  await switchOff(['lead_hot']);
  expect([notices.notifyFrom(), notices.wants('call'), notices.wants('complaint')]).toEqual([null, true, true]);
  expect(withWebhook([], { now: false }).notifyFrom()).toBe(70);
  app.parts.mailServers.use(null);
  expect(notices.wants('call')).toBe(false);
});

test('what no channel tells any more is listed as undelivered', async () => {
  await testUser(app.accounts, 'owner');
  const id = await ask();
  await switchOff(['lead_call']);
  await app.parts.notices.tell(id);
  expect(await mails()).toEqual([]);
  const { rows } = await app.pool.query('SELECT problem FROM webhook_messages');
  expect(rows).toEqual([{ problem: 'no WEBHOOK_URL was configured' }]);
});

test.each([
  ['complaint', 'lead_complaint'],
  ['person', 'lead_handover'],
])('an item tagged %s is told as %s', async (tag, template) => {
  await testUser(app.accounts, 'owner');
  const { session_id } = await app.session();
  await app.pool.query(
    `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags)
     VALUES ($1, gen_random_uuid(), 'request:answer', 'Answer', '', 'high', 'you', 'support', ARRAY[$2])`,
    [session_id, tag],
  );
  await app.parts.notices.tell(await ask('complaint', session_id));
  expect(await mails()).toMatchObject([{ template }]);
});

test('who asks for a person in words and then by the button is mailed once', async () => {
  const { email } = await testUser(app.accounts, 'owner');
  const { session_id } = await app.session();
  await app.pool.query(
    `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags)
     VALUES ($1, gen_random_uuid(), 'request:answer', 'Answer', '', 'high', 'you', 'support', '{person}')`,
    [session_id],
  );
  await queueMessages(app.pool, session_id, ['complaint', 'person_wanted'], 'tell_hot_lead');
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM webhook_messages ORDER BY id');
  expect(rows).toHaveLength(2);
  const told: string[] = [];
  for (const { id } of rows) await withWebhook(told, { now: false }).tell(id);
  expect(told).toHaveLength(2);
  expect(await mails()).toEqual([{ template: 'lead_handover', recipient: email }]);
  // An hour later it is news again.
  await app.pool.query("UPDATE outgoing_mails SET created_at = now() - interval '1 hour'");
  await app.pool.query('DELETE FROM webhook_messages');
  await withWebhook(told, { now: false }).tell(await ask('person_wanted', session_id));
  expect(await mails()).toHaveLength(2);
});

test('who wants a person is one click away while the conversation runs, and its record afterwards', async () => {
  const { session_id } = await app.session();
  const page = (id: string) => `https://twin.example/admin/session/${id}`;
  const url = async () => {
    const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM webhook_messages');
    return (await readMessage(app.pool, rows[0]?.id ?? '', page))?.message.url;
  };
  await testUser(app.accounts, 'owner');
  const id = await ask('person_wanted', session_id);
  expect(await url()).toBe(`${page(session_id)}#live`);
  await app.parts.notices.tell(id);
  const { rows: queued } = await app.pool.query<{ id: string }>('SELECT id FROM outgoing_mails');
  await app.parts.mail.send(queued[0]?.id ?? '');
  expect(other.mails[0]?.text).toMatch(/Join the conversation[\s\S]*#live/);
  await app.pool.query('UPDATE webhook_messages SET delivered_at = NULL');
  await app.pool.query('UPDATE sessions SET ended_at = now()');
  expect(await url()).toBe(page(session_id));
});
