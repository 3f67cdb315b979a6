import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { expectErrorBody } from '../../testing/invariants.ts';
import { allowSessionChat } from '../../testing/session-chat.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function start(environment: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ RATE_LIMIT_SCALE: '1', ...environment });
  apps.push(app);
  return app;
}

const startSession = (app: TestApp, headers: Record<string, string> = {}) =>
  app.call('create_session', { visitor_id: randomUUID(), consent: true }, headers);

/** Expects a refusal with a retry time between these two, in seconds. */
function expectLimited(answer: TestAnswer, atLeastS: number, atMostS: number): void {
  expect(answer.status).toBe(429);
  expect(expectErrorBody(JSON.stringify(answer.body)).code).toBe('rate_limited');
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(atLeastS);
  expect(seconds).toBeLessThanOrEqual(atMostS);
}

const count = async (app: TestApp, table: string) =>
  Number((await app.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

test('sessions per address and hour; a forged x-forwarded-for makes no new address', async () => {
  const app = await start({ LIMIT_SESSIONS_PER_HOUR: '2' });
  for (const _ of [1, 2]) expect((await startSession(app)).status).toBe(200);
  expectLimited(await startSession(app), 3_500, 3_600);
  expectLimited(await startSession(app, { 'x-forwarded-for': '203.0.113.7' }), 3_500, 3_600);
  expectLimited(await startSession(app, { forwarded: 'for=203.0.113.8', 'x-real-ip': '203.0.113.8' }), 3_500, 3_600);
  expect(await count(app, 'sessions')).toBe(2);
});

test('behind a trusted proxy the address is the one the proxy saw, not one the visitor wrote before it', async () => {
  const app = await start({ LIMIT_SESSIONS_PER_HOUR: '1', TRUST_PROXY: 'on' });
  const from = (forwarded: string) => startSession(app, { 'x-forwarded-for': forwarded });
  expect((await from('203.0.113.7')).status).toBe(200);
  expect((await from('203.0.113.8')).status).toBe(200);
  expectLimited(await from('198.51.100.1, 203.0.113.7'), 3_500, 3_600);
  // Addresses of one IPv6 household count as one.
  expect((await from('2001:db8:1:2:aaaa::1')).status).toBe(200);
  expectLimited(await from('2001:db8:1:2:bbbb::2'), 3_500, 3_600);
  expect((await from('2001:db8:1:3::1')).status).toBe(200);
});

test('messages per session and minute; another session is untouched, capitals in the id make no new one', async () => {
  const app = await start({ LIMIT_MESSAGES_PER_MINUTE: '2' });
  await allowSessionChat(app);
  const [one, other] = [await app.session(), await app.session()];
  const say = (credentials: typeof one) => app.call('agent_reply', { ...credentials, user_message: 'Hello' });
  for (const _ of [1, 2]) expect((await say(one)).status).toBe(200);
  expectLimited(await say(one), 1, 60);
  expectLimited(await say({ ...one, session_id: one.session_id.toUpperCase() }), 1, 60);
  const chat = { ...one, session_id: one.session_id.toUpperCase(), messages: [{ role: 'user', content: 'Hello' }] };
  expectLimited(await app.call('embedded_chat', chat), 1, 60);
  expect((await say(other)).status).toBe(200);
  const { utterances } = (await app.call('session_history', one)).body;
  expect(utterances.filter(({ speaker }: { speaker: string }) => speaker === 'visitor')).toHaveLength(2);
});

test('a turn asked for again takes nothing from the limit', async () => {
  const app = await start({ LIMIT_MESSAGES_PER_MINUTE: '1' });
  const message = { ...(await app.session()), user_message: 'Hello', turn_id: randomUUID() };
  for (const _ of [1, 2, 3]) expect((await app.call('agent_reply', message)).status).toBe(200);
});

test('messages per session and day', async () => {
  const app = await start({ LIMIT_MESSAGES_PER_DAY: '2' });
  const credentials = await app.session();
  const say = () => app.call('agent_reply', { ...credentials, user_message: 'Hello' });
  for (const _ of [1, 2]) expect((await say()).status).toBe(200);
  expectLimited(await say(), 86_000, 86_400);
});

test('signups per address and hour; a badly formed one does not count', async () => {
  const app = await start({});
  await app.call('collect_email', { email: 'nonsense' });
  for (let n = 0; n < 5; n += 1)
    expect((await app.call('collect_email', { email: `a${n}@example.org` })).status).toBe(200);
  expectLimited(await app.call('collect_email', { email: 'a6@example.org' }), 3_500, 3_600);
  expect(await count(app, 'waitlist')).toBe(5);
});

test('events per session', async () => {
  const app = await start({ LIMIT_MESSAGES_PER_MINUTE: '1' });
  const credentials = await app.session();
  const event = () => app.call('track_event', { ...credentials, kind: 'clicked' });
  for (let n = 0; n < 6; n += 1) expect((await event()).status).toBe(200);
  expectLimited(await event(), 1, 60);
  expect(await count(app, "events WHERE kind = 'clicked'")).toBe(6);
});

test('readings of a whole conversation per session, whichever function asks; its events go on', async () => {
  const app = await start({ LIMIT_MESSAGES_PER_MINUTE: '3' });
  const [one, other] = [await app.session(), await app.session()];
  const sumUp = (credentials: typeof one) => app.call('session_summary', credentials);
  const items = () => app.call('action_items', { ...one, action: 'extract', extract_from: 'I will call on Friday.' });
  expect((await sumUp(one)).status).toBe(200);
  expect((await items()).status).toBe(200);
  expectLimited(await sumUp(one), 1, 60);
  expectLimited(await items(), 1, 60);
  expect((await app.call('track_event', { ...one, kind: 'clicked' })).status).toBe(200);
  expect((await sumUp(other)).status).toBe(200);
});

test('pages and files per address: a page load fits many times; who asks for more is told when to return', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '0.1' });
  const get = (path: string, accept = '*/*') => fetch(`${app.url}${path}`, { headers: { accept } });
  const statusOf = async (path: string) => {
    const answer = await get(path);
    await answer.arrayBuffer();
    return answer.status;
  };
  for (let n = 0; n < 30; n += 1) expect(await statusOf('/')).toBe(200);
  const json = await get('/privacy');
  expectLimited({ status: json.status, body: await json.json(), headers: json.headers }, 1, 60);
  const page = await get('/', 'text/html,*/*');
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await page.text()).toBe('Too many pages were asked for from your network. Please wait a minute.\n');
  // Files have a separate limit, twenty per page, whatever they are.
  for (let n = 0; n < 300; n += 1) {
    expect(await statusOf('/api/config')).toBe(200);
    expect(await statusOf('/robots.txt')).toBe(200);
  }
  for (const path of ['/api/config', '/twin/portrait', '/demos/x', '/robots.txt', '/openapi.json']) {
    expect(await statusOf(path)).toBe(429);
  }
  // Starting a conversation has a separate limit.
  expect((await startSession(app)).status).toBe(200);
  expect(await statusOf('/healthz')).toBe(200);
});

test('requests of any kind per address; the refused ones are not even read', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '0.1' });
  for (let n = 0; n < 60; n += 1) expect((await app.call('nothing', {})).status).toBe(404);
  expectLimited(await app.call('create_session', 'no json at all'), 1, 60);
});
