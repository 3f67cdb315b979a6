import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectErrorBody } from '../testing/invariants.ts';
import { sendRaw } from '../testing/raw-http.ts';
import { useScene } from './refusals.ts';

const { scene } = useScene();
const EVIL = 'https://evil.test';
const start = () => JSON.stringify({ visitor_id: randomUUID(), consent: true });

/** Headers that would let another origin's page read responses, or send more than a form can. */
function expectNoPermission(headers: Headers): void {
  for (const [name] of headers) expect(name).not.toMatch(/^access-control-/);
}

describe('a page of another origin', () => {
  const preflights = ['content-type', 'authorization', 'x-session-secret', 'content-type, x-client-info, apikey'];
  test.each(preflights)('gets no leave to send "%s"', async (wanted) => {
    const response = await fetch(`${scene().app.url}/functions/v1/create_session`, {
      method: 'OPTIONS',
      headers: { origin: EVIL, 'access-control-request-method': 'POST', 'access-control-request-headers': wanted },
    });
    expect(response.status).toBe(404);
    expectErrorBody(await response.text());
    expectNoPermission(response.headers);
  });

  // What a page may send without a preflight request: three content types, and none at all.
  const simple = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain;charset=UTF-8',
    '',
  ];
  test.each(simple)('cannot start a session with a body of type "%s"', async (type) => {
    const body = start();
    const head =
      'POST /functions/v1/create_session HTTP/1.1\r\nhost: a.test\r\n' +
      `origin: ${EVIL}\r\ncontent-length: ${body.length}\r\n`;
    const answer = await sendRaw(scene().app.url, `${head}${type ? `content-type: ${type}\r\n` : ''}\r\n${body}`);
    expect(answer.status).toBe(415);
    expectErrorBody(answer.body);
  });

  test.each(['/api/config', '/healthz', '/readyz', '/', '/twin/portrait'])('cannot read %s', async (path) => {
    const { headers } = await fetch(scene().app.url + path, { headers: { origin: EVIL } });
    expectNoPermission(headers);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('with a JSON body that it was never given leave for still reads nothing', async () => {
    const response = await fetch(`${scene().app.url}/functions/v1/create_session`, {
      method: 'POST',
      headers: { origin: EVIL, 'content-type': 'application/json' },
      body: start(),
    });
    expectNoPermission(response.headers);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});

describe('a Host header that is not ours', () => {
  const hosts = [
    'evil.test',
    "x'; script-src *",
    'a b',
    '"><script>',
    'a.test\tb',
    'x'.repeat(300),
    '[::1]:3001',
    '..',
    '%00',
  ];
  test.each(hosts)('%j adds no source to the policy', async (host) => {
    const answer = await sendRaw(scene().app.url, `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ').filter((part) => part.startsWith('script-src'))).toEqual([
      "script-src 'strict-dynamic' 'wasm-unsafe-eval'",
    ]);
    expect(policy).not.toMatch(/https?:\/\/|\*|</);
  });
});

describe('headers of a proxy that nobody configured', () => {
  const forged = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  };
  test.each(Object.entries(forged))('%s changes nothing', async (name, value) => {
    const { app } = scene();
    const plain = await fetch(`${app.url}/healthz`);
    const response = await fetch(`${app.url}/healthz`, { headers: { [name]: value } });
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect(response.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'));
  });
});
