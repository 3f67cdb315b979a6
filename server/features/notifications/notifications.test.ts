import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { TEST_INTERVALS } from '../../testing/intervals.ts';
import { closeServer, listen, serve } from '../../testing/local-server.ts';
import { testUser } from '../../testing/owners.ts';
import { endRetryWaits } from '../../testing/retry-waits.ts';
import { listDeadLetters, messageDeliveries } from './messages.ts';
import { createWebhook } from './webhook.ts';

const SECRET = `whsec_${Buffer.from('a secret of both sides').toString('base64')}`;
/** After the first line, the second makes a lead with a score of at least seventy. */
const WARM =
  'Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me and it is killing us. ' +
  'Can Orla help?';
const HOT = 'We have set aside 20,000 euros and want it settled before Easter.';
const PATIENT = { timeout: 50_000 };

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}
let other: Server;
let got: Got[];
let statuses: number[];
/** The receiver answers once this resolves. */
let held: Promise<void> | null;
let app: TestApp;
let url: string;
beforeEach(async () => {
  got = [];
  statuses = [];
  held = null;
  other = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece) => (body += piece));
    request.on('end', async () => {
      got.push({ headers: request.headers, body, path: request.url ?? '' });
      await held;
      response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  });
  url = `http://user:canary@127.0.0.1:${await listen(other)}/hook?token=canary`;
  app = await startTestApp({ WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET, PUBLIC_URL: 'https://twin.example' });
});
afterEach(async () => {
  await app.close();
  await closeServer(other);
});

const say = (credentials: object, user_message: string) => app.call('agent_reply', { ...credentials, user_message });
const messages = async () =>
  (await app.pool.query('SELECT id, session_id, threshold, lead_score, delivered_at FROM webhook_messages')).rows;

/**
 * Creates a hot lead.
 *
 * @returns the conversation, and the id of the message about it
 */
async function hotLead(): Promise<{ session_id: string; id: string }> {
  const session = await app.session();
  await say(session, WARM);
  await say(session, HOT);
  return { session_id: session.session_id, id: (await messages())[0].id };
}

/** A message of a new conversation that no job sends; a dead letter if given up. */
async function insertMessage(givenUp: boolean): Promise<string> {
  const { session_id } = await app.session();
  const { rows } = await app.pool.query<{ id: string }>(
    `INSERT INTO webhook_messages (session_id, threshold, lead_score, gave_up_at, attempts)
     VALUES ($1, 70, 80, CASE WHEN $2 THEN now() END, CASE WHEN $2 THEN 13 ELSE 0 END) RETURNING id`,
    [session_id, givenUp],
  );
  return rows[0]?.id ?? '';
}

function expectSigned({ headers, body }: Got): void {
  const [id, at] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(300);
  const expected = createHmac('sha256', 'a secret of both sides').update(`${id}.${at}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
}

test('a lead that becomes hot is asked to be told in the same commit, once, and told by the job', async () => {
  const session = await app.session();
  await say(session, WARM);
  expect(await messages()).toEqual([]);
  await say(session, HOT);
  const [message, ...more] = await messages();
  expect(more).toEqual([]);
  expect(message).toMatchObject({ session_id: session.session_id, threshold: 70, delivered_at: null });
  const asked = await app.pool.query("SELECT key FROM job_requests WHERE name = 'tell_hot_lead'");
  expect(asked.rows).toEqual([{ key: message.id }]);
  await say(session, 'We want to start in March.');
  expect(await messages()).toHaveLength(1);
  // The first attempt is refused; the job retries.
  statuses = [503];
  const background = startWork(app);
  onTestFinished(() => background.stop());
  const delivered = async () => {
    await endRetryWaits(app.pool, 'tell_hot_lead');
    return (await messages())[0].delivered_at;
  };
  await expect.poll(delivered, PATIENT).not.toBeNull();
  await background.stop();
  expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([message.id, message.id]);
  for (const each of got) expectSigned(each);
  expect(JSON.parse(got[1]?.body ?? '')).toEqual({
    type: 'lead.hot',
    id: message.id,
    session_id: session.session_id,
    lead_score: message.lead_score,
    intent: expect.stringMatching(/^(consulting_inquiry|purchase_intent)$/),
    contact_name: 'Ana Costa',
    company: 'Costa Bikes',
    reasons: expect.arrayContaining([expect.any(String)]),
    url: `https://twin.example/admin/session/${session.session_id}`,
    at: expect.stringMatching(/Z$/),
  });
}, 90_000);

test('who asks for a call or complains is told whatever the score, once, with the number and the day', async () => {
  // The next poll is after the test's end, so that nudges start all the work.
  const background = startWork(app, { intervals: { ...TEST_INTERVALS, relayMs: 600_000 } });
  onTestFinished(() => background.stop());
  const session = await app.session();
  await say(session, 'Hello, I am Ana Costa. Can Orla call me on 3 December? My number is +31 6 1234 5678.');
  await expect.poll(() => got.length, PATIENT).toBe(1);
  expectSigned(got[0] as Got);
  const told = JSON.parse(got[0]?.body ?? '');
  expect(told).toMatchObject({
    type: 'lead.call_asked',
    session_id: session.session_id,
    contact_name: 'Ana Costa',
    contact_phone: '+31 6 1234 5678',
    action_item: { title: 'Call Ana Costa on +31 6 1234 5678', due_date: expect.stringMatching(/-12-03$/) },
  });
  expect(told.lead_score).toBeLessThan(70);
  await say(session, 'Nobody called me back. I want a refund, and do call me on 3 December.');
  await expect.poll(() => got.length, PATIENT).toBe(2);
  expect(JSON.parse(got[1]?.body ?? '')).toMatchObject({
    type: 'lead.complaint',
    action_item: {
      title: 'Answer the complaint: “Nobody called me back … I want a refund”',
      due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  });
  expect((await messages()).map(({ threshold }) => threshold)).toEqual([0, 0]);
  const unkept = await app.session(false);
  await say(unkept, 'Can Orla call me on 3 December?');
  const asked = await app.pool.query("SELECT FROM job_requests WHERE name = 'note_asks'");
  expect(asked.rowCount).toBe(0);
}, 90_000);

test('the address that a visitor leaves goes with it', async () => {
  const session = await app.session();
  await say(session, `${WARM} My address is ana@costabikes.example.`);
  await say(session, HOT);
  await app.parts.webhook.tell((await messages())[0].id);
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ contact_email: 'ana@costabikes.example' });
});

test('what nobody takes for a day is a dead letter, which an admin lists and sends again', async () => {
  const admin = await testUser(app.accounts, 'admin');
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`${app.url}/api/admin/settings/webhook/dead-letters${path}`, {
      method,
      headers: admin.headers,
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const { session_id, id } = await hotLead();
  statuses = Array<number>(20).fill(503);
  expect((await ask('')).body).toEqual({ items: [], next_cursor: null });
  expect((await ask(`/${id}/send`, 'POST')).status).toBe(404);

  const background = startWork(app, { deliveryTries: { more: 12, firstAfterS: 14 } });
  onTestFinished(() => background.stop());
  // Each wait ends at once; its planned length is read from the job runner's rows.
  const waits: number[] = [];
  const goOn = async () => {
    waits.push(...(await endRetryWaits(app.pool, 'tell_hot_lead')));
    return (await ask('')).body.items.length;
  };
  await expect.poll(goOn, PATIENT).toBe(1);
  expect(got).toHaveLength(13);
  expect(waits).toHaveLength(12);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600;
  expect(hours).toBeGreaterThan(15);
  expect(hours).toBeLessThan(33);
  for (const [at, wait] of waits.entries()) {
    // Twice as long each time, with jitter.
    expect(wait).toBeGreaterThan(14 * 2 ** at - 2);
    expect(wait).toBeLessThanOrEqual(14 * 2 ** (at + 1));
  }
  await background.stop();

  expect((await ask('')).body.items).toEqual([
    {
      id,
      session_id,
      reason: 'score',
      lead_score: expect.any(Number),
      contact_name: 'Ana Costa',
      created_at: expect.stringMatching(/Z$/),
      gave_up_at: expect.stringMatching(/Z$/),
      attempts: 13,
      problem: 'it answered 503',
    },
  ]);
  statuses = [500];
  expect(await ask(`/${id}/send`, 'POST')).toMatchObject({
    status: 200,
    body: { ok: false, detail: 'It answered 500.' },
  });
  expect((await ask('')).body.items).toMatchObject([{ attempts: 14, problem: 'it answered 500' }]);
  expect(await ask(`/${id}/send`, 'POST')).toMatchObject({
    status: 200,
    body: { ok: true, detail: 'It answered 204.' },
  });
  expect((await ask('')).body.items).toEqual([]);
  expect(got.at(-1)?.headers['webhook-id']).toBe(id);
  expectSigned(got.at(-1) as Got);
  expect((await ask(`/${id}/send`, 'POST')).status).toBe(404);
  const { rows } = await app.pool.query("SELECT detail FROM audit_log WHERE action = 'webhook_sent_again' ORDER BY id");
  expect(rows.map(({ detail }) => detail)).toEqual([
    { id, ok: false, detail: 'It answered 500.' },
    { id, ok: true, detail: 'It answered 204.' },
  ]);
}, 120_000);

test('a dead letter that two people send again at once is sent once; one whose sender died is free again', async () => {
  const admin = await testUser(app.accounts, 'admin');
  const id = await insertMessage(true);
  const send = async () => {
    const answer = await fetch(`${app.url}/api/admin/settings/webhook/dead-letters/${id}/send`, {
      method: 'POST',
      headers: admin.headers,
    });
    return { status: answer.status, body: (await answer.json()) as { ok?: boolean; code?: string } };
  };
  statuses = [500];
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  held = promise;
  const codes: (string | undefined)[] = [];
  const clicks = [send(), send(), send()].map((click) => click.then(({ body }) => codes.push(body.code)));
  // One waits for the receiver, which answers only after the others have been refused.
  await expect.poll(() => codes, PATIENT).toEqual(['conflict', 'conflict']);
  answer();
  await Promise.all(clicks);
  expect(got).toHaveLength(1);

  const claimUntil = (until: string) =>
    app.pool.query(`UPDATE webhook_messages SET sending_until = now() + $1::interval`, [until]);
  await claimUntil('5 s');
  expect((await send()).status).toBe(409);
  await claimUntil('-1 s');
  expect((await send()).body).toMatchObject({ ok: true });
  expect(got).toHaveLength(2);
  expect((await send()).status).toBe(404);
});

test('a message that nothing tries to send any more, as an older release left it, is a dead letter', async () => {
  const [lost, running] = [await insertMessage(false), await insertMessage(false)];
  const request = (id: string) =>
    app.pool.query("INSERT INTO job_requests (name, key) VALUES ('tell_hot_lead', $1)", [id]);
  // One awaits the job runner's retry, another is only requested.
  await request(running);
  statuses = [503, 503, 503];
  const before = startWork(app);
  onTestFinished(() => before.stop());
  await expect.poll(() => got.length, PATIENT).toBeGreaterThan(0);
  await before.stop();
  await request(await insertMessage(false));
  await app.pool.query('UPDATE webhook_messages SET gave_up_at = NULL, problem = NULL WHERE id = $1', [lost]);
  await messageDeliveries(app.pool).giveUpLost('tell_hot_lead');
  const { items } = await listDeadLetters(app.pool, null, 10);
  expect(items).toMatchObject([{ id: lost, problem: 'sending stopped unexpectedly', attempts: 0 }]);

  await app.pool.query('UPDATE webhook_messages SET gave_up_at = NULL WHERE id = $1', [lost]);
  await app.pool.query("DELETE FROM jobs.job WHERE name = 'give_up_lost_messages'");
  const after = startWork(app);
  onTestFinished(() => after.stop());
  const letters = async () => (await listDeadLetters(app.pool, null, 10)).items.map(({ id }) => id);
  await expect.poll(letters, PATIENT).toEqual([lost]);
});

test('what is asked to be told while it is switched off is listed, and can be sent later', async () => {
  const id = await insertMessage(false);
  const options = { pool: app.pool, target: { url, secret: SECRET }, pageOf: () => '' };
  await createWebhook({ ...options, wanted: () => ({ threshold: 70, webhook: false }) }).tell(id);
  const { items } = await listDeadLetters(app.pool, null, 10);
  expect(items).toMatchObject([{ id, attempts: 0, problem: 'messages were switched off' }]);
  expect(await app.parts.webhook.sendAgain(id)).toMatchObject({ ok: true });
  expect(got).toHaveLength(1);
});

test('dead letters come page by page, and go with their conversation', async () => {
  const admin = await testUser(app.accounts, 'admin');
  const list = async (query: string) => {
    const answer = await fetch(`${app.url}/api/admin/settings/webhook/dead-letters?${query}`, {
      headers: admin.headers,
    });
    return (await answer.json()) as { items: { id: string }[]; next_cursor: string | null };
  };
  for (let n = 0; n < 3; n += 1) await insertMessage(true);
  const first = await list('limit=2');
  const second = await list(`limit=2&cursor=${first.next_cursor}`);
  expect(first.items).toHaveLength(2);
  expect(second).toMatchObject({ items: [expect.anything()], next_cursor: null });
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3);
  await app.pool.query('DELETE FROM sessions');
  expect((await list('limit=2')).items).toEqual([]);
});

test('of a conversation that is not kept nobody is told', async () => {
  const session = await app.session(false);
  await say(session, WARM);
  const { body } = await say(session, HOT);
  expect(body.extract.lead_score).toBeGreaterThanOrEqual(70);
  expect(await messages()).toEqual([]);
});

test('what was taken is never sent again, what was not is: a redirect is not followed', async () => {
  const { id } = await hotLead();
  statuses = [302, 200];
  await expect(app.parts.webhook.tell(id)).rejects.toThrow('it answered 302, and redirects are not followed');
  expect(got.map(({ path }) => path)).toEqual(['/hook?token=canary']);
  await app.parts.webhook.tell(id);
  await app.parts.webhook.tell(id);
  expect(got).toHaveLength(2);
  await app.parts.webhook.tell(crypto.randomUUID());
  expect(got).toHaveLength(2);
});

test('switched off, or erased meanwhile, nothing is sent', async () => {
  const { id } = await hotLead();
  const options = { pool: app.pool, target: { url, secret: SECRET }, pageOf: () => '' };
  await createWebhook({ ...options, wanted: () => ({ threshold: 70, webhook: false }) }).tell(id);
  await app.pool.query('DELETE FROM sessions');
  await app.parts.webhook.tell(id);
  expect(got).toEqual([]);
});

test('one that never answers is given up after its time', async () => {
  const silent = createServer(() => undefined);
  const target = { url: `${await serve(silent)}/`, secret: 'sixteen characters' };
  const webhook = createWebhook({
    pool: app.pool,
    target,
    wanted: () => ({ threshold: 70, webhook: true }),
    pageOf: () => '',
    timeoutMs: 50,
  });
  expect(await webhook.test()).toMatchObject({ ok: false, detail: 'No answer within 0.05 s.' });
  await closeServer(silent);
  expect(await webhook.test()).toMatchObject({ ok: false, detail: 'Connection refused.' });
});

test('the test button sends one signed message; its outcome stands in the settings, the address does not', async () => {
  const admin = await testUser(app.accounts, 'admin');
  const ask = async (path: string, method: string) => {
    const response = await fetch(`${app.url}/api/admin/settings${path}`, { method, headers: admin.headers });
    return (await response.json()) as { ok: boolean; detail: string; webhook: unknown };
  };
  expect(await ask('/webhook/test', 'POST')).toMatchObject({ ok: true, detail: 'It answered 204.' });
  expectSigned(got[0] as Got);
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'test' });
  statuses = [500];
  expect(await ask('/webhook/test', 'POST')).toMatchObject({ ok: false, detail: 'It answered 500.' });
  const settings = await ask('', 'GET');
  expect(settings.webhook).toEqual({
    host: new URL(url).host,
    last: { at: expect.stringMatching(/Z$/), ok: false, problem: 'it answered 500' },
  });
  expect(JSON.stringify(settings)).not.toContain('canary');
  const { rows } = await app.pool.query('SELECT detail FROM audit_log');
  expect(JSON.stringify(rows)).not.toContain('canary');
});

test('the privacy page’s config says that a service is told', async () => {
  const config = async () =>
    ((await (await fetch(`${app.url}/api/config`)).json()) as { tells_others: boolean }).tells_others;
  expect(await config()).toBe(true);
  await app.pool.query(
    `INSERT INTO settings (name, value, updated_by) VALUES ('notifications', '{"threshold":70,"webhook":false}', 'o')`,
  );
  await app.parts.settings.refresh();
  expect(await config()).toBe(false);
});
