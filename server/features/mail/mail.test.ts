import type { MailTemplate } from '@understudy/contract/mail';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { testDatabase } from '../../testing/database.ts';
import { TEST_INTERVALS } from '../../testing/intervals.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { testUser } from '../../testing/owners.ts';
import { endRetryWaits } from '../../testing/retry-waits.ts';
import { readRetentionPlan, runRetention } from '../privacy/index.ts';
import { createMail } from './mail.ts';
import { SEND_MAIL_JOB } from './mail-store.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = any;
const PATIENT = { timeout: 50_000 };
const FROM = 'AI Orla <orla@twin.example>';

let other: TestMailServer;
let app: TestApp;
beforeEach(async () => {
  other = await startMailServer();
  app = await startTestApp({ SMTP_URL: other.url, MAIL_FROM: FROM, PUBLIC_URL: 'https://twin.example' });
});
afterEach(async () => {
  await app.close();
  await other.close();
});

/** Queues a waitlist mail in a transaction. @returns whether it was queued */
const queue = (to = 'ana@costa.example', key = 'one', instance = app) =>
  inTransaction(instance.pool, (client) =>
    instance.parts.mail.queueMail(client, { template: 'waitlist', to, language: 'de', data: { name: 'Ana' }, key }),
  );
const rows = async () =>
  (
    await app.pool.query(
      'SELECT id, key, delivered_at, gave_up_at, attempts, problem, sealed_data FROM outgoing_mails ORDER BY id',
    )
  ).rows;
/** Starts the background work, and ends the waits before retries until `what` holds. */
async function work(what: () => Promise<unknown> | unknown, instance = app): Promise<void> {
  const background = startWork(instance);
  onTestFinished(() => background.stop());
  const holds = async () => {
    await endRetryWaits(instance.pool, SEND_MAIL_JOB);
    return Boolean(await what());
  };
  await expect.poll(holds, PATIENT).toBe(true);
  await background.stop();
}

test('a mail is sent when its transaction is committed, in the reader’s language, and its data is gone', async () => {
  await expect(
    inTransaction(app.pool, async (client) => {
      const mail = { template: 'waitlist', to: 'a@b.example', language: 'en', data: { name: null }, key: 'x' } as const;
      await app.parts.mail.queueMail(client, mail);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await queue()).toBe(true);
  expect(await queue()).toBe(false);
  const [row] = await rows();
  expect(row.sealed_data.toString()).not.toContain('Ana');
  await work(() => other.mails.length === 1);
  expect(await rows()).toMatchObject([{ key: 'one', attempts: 1, problem: null, gave_up_at: null, sealed_data: null }]);
  expect(other.attempts).toEqual(['ana@costa.example']);
  expect(other.mails[0]).toMatchObject({
    subject: `Sie stehen auf der Warteliste von KI ${app.parts.twin().persona.name}`,
    messageId: `<${row.id}@twin.example>`,
    from: { value: [{ name: 'AI Orla', address: 'orla@twin.example' }] },
    replyTo: { value: [{ address: app.parts.twin().persona.contact.email }] },
  });
  expect(other.mails[0]?.text).toContain('Guten Tag Ana,');
}, 90_000);

test('what is greylisted is tried again, what is refused is listed at once, with the server’s words', async () => {
  await queue('grey@costa.example', 'grey');
  other.next = [{ status: 451, text: '4.7.1 greylisted' }];
  await work(async () => (await rows())[0].delivered_at);
  expect(await rows()).toMatchObject([{ attempts: 2, problem: null }]);
  await queue('gone@costa.example', 'gone');
  other.next = [{ status: 550, text: '5.1.1 no such user' }];
  await work(async () => (await rows())[1].gave_up_at);
  expect((await rows())[1]).toMatchObject({ attempts: 1, problem: expect.stringContaining('no such user') });
  expect(other.attempts).toEqual(['grey@costa.example', 'grey@costa.example', 'gone@costa.example']);
}, 90_000);

test('what no server takes for a day is listed, and can be sent again or taken off the list', async () => {
  const admin = await testUser(app.accounts, 'admin');
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`${app.url}/api/admin/mail/${path}`, { method, headers: admin.headers });
    return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as Answer };
  };
  other.usually = { status: 421, text: 'busy' };
  await queue();
  await queue('bo@lind.example', 'two');
  await work(async () => (await rows()).every(({ gave_up_at }) => gave_up_at));
  expect(other.attempts.length).toBe(2 * 13);
  const { items } = (await ask('undelivered')).body;
  expect(items).toMatchObject([
    { template: 'waitlist', recipient: 'bo@lind.example', attempts: 13, problem: expect.stringContaining('busy') },
    { recipient: 'ana@costa.example' },
  ]);
  expect((await ask(`undelivered/${items[1].id}/send`, 'POST')).body).toMatchObject({ ok: false });
  other.usually = 'accept';
  expect((await ask(`undelivered/${items[1].id}/send`, 'POST')).body).toMatchObject({
    ok: true,
    detail: '250 2.0.0 queued as 4711',
  });
  expect((await ask(`undelivered/${items[1].id}/send`, 'POST')).status).toBe(404);
  expect((await ask(`undelivered/${items[0].id}`, 'DELETE')).status).toBe(204);
  expect((await ask('undelivered')).body.items).toEqual([]);
  expect(other.mails).toHaveLength(1);
}, 120_000);

test('a dead letter that two people send again at once is sent once', async () => {
  const admin = await testUser(app.accounts, 'admin');
  await queue();
  const [{ id }] = await rows();
  await app.pool.query('UPDATE outgoing_mails SET gave_up_at = now()');
  const send = async () =>
    (await fetch(`${app.url}/api/admin/mail/undelivered/${id}/send`, { method: 'POST', headers: admin.headers }))
      .status;
  const statuses = await Promise.all([send(), send(), send()]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(other.mails).toHaveLength(1);
});

test('three instances send no mail twice', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const environment = { SMTP_URL: other.url, MAIL_FROM: FROM };
  const instances = await Promise.all([1, 2, 3].map(() => startTestApp(environment, { database })));
  onTestFinished(async () => void (await Promise.all(instances.map((instance) => instance.close()))));
  const works = instances.map((instance) => startWork(instance, { shared: true }));
  onTestFinished(async () => void (await Promise.all(works.map((one) => one.stop()))));
  for (let n = 0; n < 60; n += 1) await queue(`reader-${n}@x.example`, `mail ${n}`, instances[n % 3]);
  const left = async () =>
    (await database.pool.query('SELECT FROM outgoing_mails WHERE delivered_at IS NULL')).rowCount;
  await expect.poll(left, PATIENT).toBe(0);
  expect(other.attempts.toSorted()).toEqual(Array.from({ length: 60 }, (_, n) => `reader-${n}@x.example`).toSorted());
}, 120_000);

test('a mail that was accepted although the database could not record it is not sent again', async () => {
  await queue();
  const [{ id }] = await rows();
  await app.pool.query('ALTER TABLE outgoing_mails RENAME COLUMN delivered_at TO gone');
  await app.pool.query('ALTER TABLE outgoing_mails ADD COLUMN delivered_at timestamptz');
  await app.pool.query('ALTER TABLE outgoing_mails ADD CONSTRAINT never CHECK (delivered_at IS NULL)');
  await expect(app.parts.mail.send(id)).rejects.toThrow();
  await app.pool.query('ALTER TABLE outgoing_mails DROP CONSTRAINT never');
  // A server that died at this moment does not know: its reader gets the same mail, with the same id.
  const restarted = createMail({
    ...{ pool: app.pool, sealer: app.parts.sealer, servers: app.parts.mailServers, settings: app.parts.settings },
    ...{ twin: app.parts.twin, baseUrl: 'https://twin.example', now: () => new Date() },
  });
  await restarted.send(id);
  expect(other.mails.map(({ messageId }) => messageId)).toEqual([`<${id}@twin.example>`, `<${id}@twin.example>`]);
  await app.pool.query("UPDATE outgoing_mails SET delivered_at = NULL, sealed_data = 'x'");
  await app.parts.mail.send(id);
  expect(other.attempts).toHaveLength(2);
  expect((await rows())[0].delivered_at).not.toBeNull();
});

test('a link to the desk that expired while the mail server was away is not mailed', async () => {
  const link = (key: string, minutes: number) =>
    app.parts.mail.queueMail(app.pool, {
      ...{ template: 'desk_link', to: 'ana@costa.example', language: 'en', key },
      data: {
        url: `https://twin.example/privacy#link=${key}`,
        expiresAt: new Date(Date.now() + minutes * 60_000).toISOString(),
      },
    });
  await link('too-late-to-use', -1);
  await link('still-in-time', 1);
  for (const { id } of await rows()) await app.parts.mail.send(id);
  expect(other.mails.map(({ text }) => text)).toEqual([expect.stringContaining('/privacy#link=still-in-time')]);
  expect(await rows()).toMatchObject([{ key: 'still-in-time', delivered_at: expect.any(Date) }]);
});

test('a mail of a server that died while it was sent is listed', async () => {
  await queue();
  await app.pool.query('DELETE FROM job_requests');
  await work(async () => (await rows())[0].gave_up_at);
  expect(await rows()).toMatchObject([{ attempts: 0, problem: 'sending stopped unexpectedly' }]);
}, 90_000);

test.each<[string, MailTemplate[]]>([
  ['a header\r\nBcc: x@y.example', []],
  ['owner@localhost', []],
  ['ana@costa.example', ['waitlist']],
])('nothing is queued for %j with %j switched off', async (to, off) => {
  await app.pool.query(
    "INSERT INTO settings (name, value, updated_by) VALUES ('mail', $1, 'o') ON CONFLICT DO NOTHING",
    [{ off, digest_day: 0, language: 'en' }],
  );
  await app.parts.settings.refresh();
  expect(await queue(to)).toBe(false);
  expect(await rows()).toEqual([]);
});

test('the waitlist is confirmed in the page’s language, once; the link in the mail leaves it', async () => {
  const background = startWork(app, { intervals: { ...TEST_INTERVALS, relayMs: 600_000 } });
  onTestFinished(() => background.stop());
  const join = () =>
    app.call('collect_email', { email: 'Ana@costa.example', name: 'Ana' }, { 'accept-language': 'es-MX' });
  expect((await join()).status).toBe(200);
  expect((await join()).status).toBe(200);
  await expect.poll(() => other.mails.length, PATIENT).toBe(1);
  const [mail] = other.mails;
  expect(mail?.subject).toContain('lista de espera');
  const url = /<(https:[^>]+)>/.exec(
    String(mail?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line),
  )?.[1];
  const { pathname, search } = new URL(url ?? '');
  const opened = await fetch(`${app.url}${pathname}${search}`);
  expect(await opened.text()).toContain('Salir de la lista de espera');
  expect((await app.pool.query('SELECT FROM waitlist')).rowCount).toBe(1);
  const left = await fetch(`${app.url}${pathname}${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(left.status).toBe(200);
  expect((await app.pool.query('SELECT FROM waitlist')).rowCount).toBe(0);
}, 90_000);

test('an invitation is mailed with its link, and a link for somebody with a password as such', async () => {
  const owner = await testUser(app.accounts, 'owner');
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${app.url}/api/admin/users${path}`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { url: string; mailed: boolean; user: { id: string } };
  };
  const invited = await post('', { email: 'new@twin.example', role: 'admin' });
  expect(invited.mailed).toBe(true);
  await work(() => other.mails.length === 1);
  expect(other.mails[0]?.text).toContain(invited.url);
  expect(other.mails[0]?.headers.has('list-unsubscribe')).toBe(false);
  await app.pool.query('UPDATE users SET password_hash = $1 WHERE id = $2', ['x', invited.user.id]);
  const again = await post(`/${invited.user.id}/invitation`, {});
  await work(() => other.mails.length === 2);
  expect(other.mails[1]?.subject).toContain('new password');
  expect(other.mails[1]?.text).toContain(again.url);
}, 90_000);

test('owners are mailed about a hot lead without a webhook, until they unsubscribe', async () => {
  const owner = await testUser(app.accounts, 'owner');
  const session = await app.session();
  const say = (user_message: string) => app.call('agent_reply', { ...session, user_message });
  await say('Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me. Can Orla help?');
  await say('We have set aside 20,000 euros and want it settled before Easter.');
  await work(() => other.mails.length === 1);
  expect(other.mails[0]).toMatchObject({ subject: 'Promising lead: Ana Costa' });
  expect(other.mails[0]?.replyTo).toBeUndefined();
  expect(other.attempts).toEqual([owner.email]);
  expect(other.mails[0]?.text).toContain(`https://twin.example/admin/session/${session.session_id}`);
  const messages = await app.pool.query('SELECT delivered_at, gave_up_at FROM webhook_messages');
  expect(messages.rows).toEqual([{ delivered_at: expect.any(Date), gave_up_at: null }]);
  await app.parts.mail.unsubscribe(app.pool, owner.email, 'lead_hot');
  await app.parts.mail.queueForOwners(app.pool, {
    template: 'lead_hot',
    data: { name: null, company: null, email: null, phone: null, score: 80, reasons: [], item: null, url: 'https://x' },
    key: 'again',
  });
  expect(await rows()).toHaveLength(1);
  // A deleted conversation takes its mails along.
  await app.pool.query('DELETE FROM sessions');
  expect(await rows()).toEqual([]);
}, 90_000);

test('a mail server connected in the settings is signed in to, kept sealed, and sends at once', async () => {
  const asking = await startMailServer({ login: { user: 'orla', password: 'canary pass' } });
  onTestFinished(() => asking.close());
  const bare = await startTestApp();
  onTestFinished(() => bare.close());
  const admin = await testUser(bare.accounts, 'admin');
  const ask = async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`${bare.url}/api/admin/mail${path}`, {
      method,
      headers: { ...admin.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  expect((await ask('')).body).toMatchObject({ environment: [], server: null, last: null });
  expect((await ask('/test', 'POST', { to: admin.email })).body).toMatchObject({ ok: false });
  const server = { host: '127.0.0.1', port: asking.port, secure: false, user: 'orla', from: FROM };
  const refused = await ask('', 'PUT', { ...server, password: 'wrong' });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('wrong user or password') } });
  for (const bad of [{ from: 'x\r\nBcc: a@b.c <a@b.example>' }, { host: 'a b' }, { port: 0 }]) {
    expect((await ask('', 'PUT', { ...server, password: 'x', ...bad })).status).toBe(400);
  }
  const connected = await ask('', 'PUT', { ...server, password: 'canary pass' });
  expect(connected).toMatchObject({
    status: 200,
    body: { server: { host: '127.0.0.1', has_password: true, from: FROM } },
  });
  // Without a password in the body, the stored one is used.
  expect((await ask('', 'PUT', { ...server, from: 'other@twin.example' })).status).toBe(200);
  expect((await ask('/test', 'POST', { to: admin.email })).body).toMatchObject({ ok: true });
  expect(asking.mails[0]?.from?.value[0]?.address).toBe('other@twin.example');
  const kept = await bare.pool.query('SELECT connected_mail::text AS row FROM connected_mail');
  const logged = await bare.pool.query('SELECT detail FROM audit_log');
  expect(JSON.stringify([kept.rows, logged.rows, (await ask('')).body])).not.toContain('canary');
  expect((await ask('', 'DELETE')).body.server).toBeNull();
  expect((await ask('/test', 'POST', { to: admin.email })).body).toMatchObject({ ok: false });
}, 60_000);

test('the environment wins over the settings', async () => {
  const admin = await testUser(app.accounts, 'admin');
  const answer = await fetch(`${app.url}/api/admin/mail`, {
    method: 'PUT',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ host: 'x.example', port: 25, secure: false, user: null, from: 'a@b.example' }),
  });
  expect(answer.status).toBe(409);
});

test('logs hold neither addresses nor what the server said of them', async () => {
  const log: string[] = [];
  const loud = await startTestApp({ SMTP_URL: other.url, MAIL_FROM: FROM }, { log });
  onTestFinished(() => loud.close());
  other.next = [{ status: 451, text: 'canary@costa.example is unknown' }];
  await queue('canary@costa.example', 'c', loud);
  const { rows: mails } = await loud.pool.query('SELECT id FROM outgoing_mails');
  await expect(loud.parts.mail.send(mails[0].id)).rejects.toThrow('the mail server did not take a mail (451)');
  expect(log.join('\n')).not.toContain('canary');
  expect(JSON.stringify(await loud.parts.mail.lastOutcome())).not.toContain('canary');
});

test('erasing a visitor takes the mails to and about them, their reminders and jobs, and no others', async () => {
  const owner = await testUser(app.accounts, 'owner');
  const visitor = crypto.randomUUID();
  const session = await app.session();
  await app.pool.query("UPDATE sessions SET visitor_id = $1, email = 'Ana@costa.example' WHERE id = $2", [
    visitor,
    session.session_id,
  ]);
  const { mail, reminders } = app.parts;
  const data = {
    ...{ consultant: 'Orla', kind: 'Call', startsAt: '2030-01-02T10:00:00Z', zone: 'UTC' },
    ...{ manageUrl: 'https://twin.example/b', ics: 'BEGIN:VCALENDAR' },
  };
  const booking = { template: 'booking_made', to: 'ana@costa.example', language: 'en', data } as const;
  const lead = { name: 'Ana', company: null, email: null, phone: null, score: 80, reasons: [], item: null, url: 'x' };
  await inTransaction(app.pool, async (client) => {
    await mail.queueMail(client, { ...booking, key: 'by visitor', to: 'other@costa.example', visitorId: visitor });
    await mail.queueMail(client, { ...booking, key: 'by address' });
    await mail.queueMail(client, { ...booking, key: 'another', to: 'bo@lind.example' });
    const { session_id: sessionId } = session;
    await mail.queueForOwners(client, { template: 'lead_hot', data: lead, key: 'about', sessionId });
    const toQueue = { ...booking, template: 'booking_tomorrow', key: 'later' } as const;
    const at = { ref: crypto.randomUUID(), occasion: 'x', dueAt: new Date('2030-01-01'), visitorId: visitor };
    await reminders.remind(client, { kind: 'booking', ...at, mail: toQueue });
  });
  expect(await rows()).toHaveLength(4);
  const erased = await fetch(`${app.url}/api/admin/danger/erase-visitor`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@costa.example', confirm: 'ana@costa.example' }),
  });
  expect(erased.status).toBe(200);
  expect((await rows()).map(({ key }) => key)).toEqual(['another']);
  expect((await app.pool.query('SELECT FROM reminders')).rowCount).toBe(0);
  const { rows: jobs } = await app.pool.query("SELECT key FROM job_requests WHERE name = 'send_mail'");
  expect(jobs).toEqual([{ key: (await rows())[0].id }]);
});

test('what became of a mail is kept for ninety days', async () => {
  for (const [key, days] of [
    ['old', 91],
    ['new', 89],
  ] as const) {
    await queue(`${key}@x.example`, key);
    await app.pool.query("UPDATE outgoing_mails SET created_at = now() - $2 * interval '1 day' WHERE key = $1", [
      key,
      days,
    ]);
  }
  await runRetention(app.pool, readRetentionPlan);
  expect((await rows()).map(({ key }) => key)).toEqual(['new']);
});

test('the privacy page’s config says whether mails are sent', async () => {
  const config = async () =>
    ((await (await fetch(`${app.url}/api/config`)).json()) as { sends_mail: boolean }).sends_mail;
  expect(await config()).toBe(true);
  app.parts.mailServers.use(null);
  expect(await config()).toBe(false);
});
