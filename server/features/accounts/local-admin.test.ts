import { createServer, request } from 'node:http';
import type { Operation } from '@understudy/contract/openapi/operation';
import { OPERATIONS } from '@understudy/contract/openapi/operations/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startFaultProxy } from '../../testing/fault-proxy.ts';
import { serve } from '../../testing/local-server.ts';
import { testUser } from '../../testing/owners.ts';
import { sendRaw } from '../../testing/raw-http.ts';

let app: TestApp;
/** The product started without any settings. */
let closed: TestApp;
beforeAll(async () => {
  app = await startTestApp({ LOCAL_ADMIN: 'on' });
  closed = await startTestApp();
});
afterAll(() => Promise.all([app.close(), closed.close()]));

/** An HTTP/1.1 proxy that sends its upstream's name as Host and adds no header, as nginx does by default. */
async function startSilentProxy(port: number): Promise<{ url: string; close: () => void }> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(
      { port, method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  return { url: await serve(proxy), close: () => void proxy.close() };
}

/** The response of `GET /api/profile` to exactly these headers. */
async function profile(
  headers: Record<string, string>,
  version = '1.1',
  at = app,
): Promise<{ status: number; body: string }> {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(at.url, `GET /api/profile HTTP/${version}\r\n${lines.join('')}\r\n`);
}

/** Every dashboard call in `/openapi.json` (openapi/served.test.ts checks that against the routes). */
const OWNERS_CALLS = (Object.values(OPERATIONS) as Operation[]).filter(({ path }) => path.startsWith('/api/admin/'));

/** Calls that need a user account, or an administrator's token. */
const PERSONAL_CALLS = (Object.values(OPERATIONS) as Operation[]).filter(
  ({ access }) => access === 'person' || access === 'session_or_admin',
);

/** Makes a call without a sign-in, using the description's own example. */
async function callOf({ method, path, inPath = {}, ask = {}, send }: Operation, url: string): Promise<Response> {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name]?.example ?? '');
  const response = await fetch(`${url}${place}?${new URLSearchParams(ask)}`, {
    method: method.toUpperCase(),
    ...(send === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(send) }),
  });
  await response.body?.cancel();
  return response;
}

describe('without LOCAL_ADMIN=on position opens nothing', () => {
  test.each(OWNERS_CALLS)('$method $path on this machine', async (operation) => {
    expect((await callOf(operation, closed.url)).status).toBe(401);
  });

  test('nor through a proxy that leaves no trace, or a forwarded port', async () => {
    const port = Number(new URL(closed.url).port);
    const forwarder = await startFaultProxy({ host: '127.0.0.1', port });
    const silent = await startSilentProxy(port);
    for (const through of [`http://localhost:${forwarder.port}`, silent.url]) {
      for (const path of ['/api/profile', '/api/admin/sessions', '/api/admin/export', '/api/admin/settings']) {
        const { status } = await fetch(through + path, { headers: { 'sec-fetch-site': 'same-origin' } });
        expect({ through, path, status }).toEqual({ through, path, status: 401 });
      }
    }
    await forwarder.close();
    silent.close();
  });
});

describe('a person at this machine with LOCAL_ADMIN=on', () => {
  test.each(['localhost', 'localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'LOCALHOST'])(
    'by the name %s is an administrator',
    async (host) => {
      const { status, body } = await profile({ host });
      expect(status).toBe(200);
      expect(JSON.parse(body)).toEqual({
        id: 'local',
        email: 'admin@localhost',
        role: 'admin',
        local: true,
        by_link: false,
      });
    },
  );

  test('is also in the browser, on a page of this server', async () => {
    const headers = { host: 'localhost:3001', origin: 'http://localhost:3001', 'sec-fetch-site': 'same-origin' };
    expect((await profile(headers)).status).toBe(200);
  });

  test.each(OWNERS_CALLS)('only reads: $method $path', async (operation) => {
    const { method, access, fresh } = operation;
    const mayRead = method === 'get' && access === 'admin' && !fresh;
    const { status } = await callOf(operation, app.url);
    if (mayRead) expect([200, 404]).toContain(status);
    else expect(status).toBe(403);
  });

  // Anybody at this machine can read the twin's folder and the database anyway (docs/threat-model.md).
  test.each(['/twin', '/twin/persona.yaml', '/sessions', '/waitlist', '/settings'])('reads %s', async (path) => {
    const { status } = await fetch(`${app.url}/api/admin${path}`);
    expect(status).toBe(200);
  });

  test.each([
    ['GET', '/users', undefined],
    ['GET', '/audit', undefined],
    ['POST', '/users', { email: 'friend@example.org', role: 'owner' }],
    ['GET', '/export?dataset=sessions&format=csv', undefined],
    ['GET', '/waitlist/export?format=csv', undefined],
    ['PUT', '/twin/persona.yaml', { text: 'name: Mallory', version: 0 }],
    ['DELETE', '/twin/knowledge%2Fprices.md', undefined],
    ['POST', '/twin/preview', { texts: [], message: 'Hello', mode: 'mentor' }],
  ])('exports nothing, edits nothing of the twin and manages nobody: %s %s', async (method, path, body) => {
    const response = await fetch(`${app.url}/api/admin${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
      status: 403,
      code: 'forbidden',
    });
  });

  test.each(PERSONAL_CALLS)('has no account and no token: $method $path', async (operation) => {
    expect((await callOf(operation, app.url)).status).toBe(401);
  });

  test('ends nobody’s sign-in', async () => {
    const { accounts, pool } = app;
    await testUser(accounts, 'owner');
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM auth_sessions');
    const attempts = [
      ['POST', '/api/profile/sign-ins/end-others'],
      ...rows.map(({ id }) => ['DELETE', `/api/profile/sign-ins/${id}`]),
    ];
    for (const [method = '', path = ''] of attempts) {
      expect((await fetch(app.url + path, { method })).status).toBe(403);
    }
    expect((await pool.query('SELECT FROM auth_sessions')).rowCount).toBe(rows.length);
  });

  test('who signed in is what they signed in as', async () => {
    const viewer = await testUser(app.accounts, 'viewer');
    expect(JSON.parse((await profile({ host: 'localhost', ...viewer.headers })).body)).toMatchObject({
      role: 'viewer',
      local: false,
    });
    expect((await profile({ host: 'localhost', authorization: 'Bearer expired' })).status).toBe(401);
    expect((await profile({ host: 'localhost', authorization: '' })).status).toBe(401);
  });
});

describe('nobody is who', () => {
  const elsewhere: Record<string, Record<string, string>> = {
    'calls by another name': { host: 'understudy.example' },
    'calls by a name that was made to point here': { host: 'localhost.evil.test' },
    'calls by a name with a user in it': { host: 'localhost@evil.test' },
    'comes through a proxy (x-forwarded-for)': { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
    'comes through a proxy (x-forwarded-host)': { host: 'localhost', 'x-forwarded-host': 'localhost' },
    'comes through a proxy (forwarded)': { host: 'localhost', forwarded: 'for=127.0.0.1' },
    'comes through a proxy (x-real-ip)': { host: 'localhost', 'x-real-ip': '127.0.0.1' },
    'comes through a proxy (via)': { host: 'localhost', via: '1.1 somewhere' },
    'comes through a proxy (cf-connecting-ip)': { host: 'localhost', 'cf-connecting-ip': '127.0.0.1' },
    'comes through a proxy (x-envoy-external-address)': { host: 'localhost', 'x-envoy-external-address': '10.0.0.1' },
    'comes through a proxy (x-original-forwarded-for)': { host: 'localhost', 'x-original-forwarded-for': '10.0.0.1' },
    'comes through a proxy (fly-client-ip)': { host: 'localhost', 'fly-client-ip': '10.0.0.1' },
    'comes through a proxy (client-ip)': { host: 'localhost', 'client-ip': '10.0.0.1' },
    'comes through a proxy (cdn-loop)': { host: 'localhost', 'cdn-loop': 'somewhere' },
    'comes through a proxy (x-host)': { host: 'localhost', 'x-host': 'evil.test' },
    'comes through a proxy (x-scheme)': { host: 'localhost', 'x-scheme': 'https' },
    'comes through a proxy (x-varnish)': { host: 'localhost', 'x-varnish': '12' },
    'comes through a tunnel (ngrok-trace-id)': { host: 'localhost', 'ngrok-trace-id': '1' },
    'comes through a tunnel (tailscale-user-login)': { host: 'localhost', 'tailscale-user-login': 'a@b.test' },
    'calls by two names': { host: 'localhost', Host: 'evil.test' },
    'is a page of another origin': { host: 'localhost:3001', origin: 'https://evil.test' },
    'is a page of another port': { host: 'localhost:3001', origin: 'http://localhost:3000' },
    'is asked for by another site': { host: 'localhost', 'sec-fetch-site': 'cross-site' },
    'is asked for by another port': { host: 'localhost', 'sec-fetch-site': 'same-site' },
  };
  test.each(Object.entries(elsewhere))('%s', async (_name, headers) => {
    expect((await profile(headers)).status).toBe(401);
  });

  test('speaks the old version, as a proxy that says nothing of itself does', async () => {
    expect((await profile({ host: 'localhost' }, '1.0')).status).toBe(401);
  });

  test('names the server in the request line, as one does to a proxy', async () => {
    const { status } = await sendRaw(
      app.url,
      'GET http://evil.test/api/profile HTTP/1.1\r\nconnection: close\r\nhost: localhost\r\n\r\n',
    );
    expect(status).not.toBe(200);
  });
});
