import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { testUser } from '../../testing/owners.ts';
import { sendRaw } from '../../testing/raw-http.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What `GET /api/profile` says to exactly these headers. */
async function profile(
  headers: Record<string, string>,
  version = '1.1',
  at = app,
): Promise<{ status: number; body: string }> {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(at.url, `GET /api/profile HTTP/${version}\r\n${lines.join('')}\r\n`);
}

describe('a person at this machine', () => {
  test.each(['localhost', 'localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'LOCALHOST'])(
    'by the name %s is an administrator',
    async (host) => {
      const { status, body } = await profile({ host });
      expect(status).toBe(200);
      expect(JSON.parse(body)).toEqual({ id: 'local', email: 'admin@localhost', role: 'admin', local: true });
    },
  );

  test('is also in the browser, on a page of this server', async () => {
    const headers = { host: 'localhost:3001', origin: 'http://localhost:3001', 'sec-fetch-site': 'same-origin' };
    expect((await profile(headers)).status).toBe(200);
  });

  test('is no owner', async () => {
    const response = await fetch(`${app.url}/api/admin/users`);
    expect(response.status).toBe(403);
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

  const closed: [string, Record<string, string>][] = [
    ['LOCAL_ADMIN is off', { LOCAL_ADMIN: 'off' }],
    ['it is in production', { NODE_ENV: 'production', LOCAL_ADMIN: 'on' }],
    ['proxies are trusted', { TRUST_PROXY: 'on' }],
    ['the site has a public address', { PUBLIC_URL: 'https://understudy.example' }],
  ];
  test.each(closed)('asks where %s', async (_name, environment) => {
    const other = await startTestApp(environment);
    try {
      expect((await profile({ host: 'localhost' }, '1.1', other)).status).toBe(401);
    } finally {
      await other.close();
    }
  });
});
