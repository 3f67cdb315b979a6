import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { JSON_BODY_MAX_BYTES } from '@understudy/contract/constants';
import { describe, expect, test } from 'vitest';
import { expectErrorBody } from '../testing/invariants.ts';
import { openSocket, readAnswer, sendRaw } from '../testing/raw-http.ts';
import { refused, useScene } from './refusals.ts';

const { scene } = useScene();
const TARGET = 'POST /functions/v1/create_session HTTP/1.1';
const valid = () => JSON.stringify({ visitor_id: randomUUID(), consent: true });

/** A request as text; header lines without their line ends. */
function request(first: string, headers: string[], body = ''): string {
  return `${[first, ...headers].join('\r\n')}\r\n\r\n${body}`;
}
const json = ['host: twin.test', 'content-type: application/json'];
const large = `{"visitor_id":"${'a'.repeat(JSON_BODY_MAX_BYTES)}"}`;

/** Refused requests, by response. */
const REFUSED: [number, string, [string, string][]][] = [
  [
    400,
    'invalid_request',
    [
      ['no host', request(TARGET, ['content-length: 2', 'content-type: application/json'], '{}')],
      ['two hosts', request(TARGET, [...json, 'host: other.test', 'content-length: 2'], '{}')],
      ['two lengths', request(TARGET, [...json, 'content-length: 2', 'content-length: 40'], '{}')],
      ['two equal lengths', request(TARGET, [...json, 'content-length: 2, 2'], '{}')],
      [
        'a length and chunks',
        request(TARGET, [...json, 'content-length: 2', 'transfer-encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
      ],
      ['chunks, hidden by a space', request(TARGET, [...json, 'transfer-encoding : chunked'], '0\r\n\r\n')],
      ['an unknown transfer coding', request(TARGET, [...json, 'transfer-encoding: chunked, identity'], '0\r\n\r\n')],
      [
        'a chunk size that is no number',
        request(TARGET, [...json, 'transfer-encoding: chunked'], 'ZZ\r\n{}\r\n0\r\n\r\n'),
      ],
      [
        'a chunk longer than said',
        request(TARGET, [...json, 'transfer-encoding: chunked'], '2\r\n{"a":1}\r\n0\r\n\r\n'),
      ],
      ['a chunk of 2^64 bytes', request(TARGET, [...json, 'transfer-encoding: chunked'], 'FFFFFFFFFFFFFFFFF\r\n{}')],
      ['a negative length', request(TARGET, [...json, 'content-length: -1'], '{}')],
      ['a length that is no number', request(TARGET, [...json, 'content-length: 0x10'], '{}')],
      ['a folded header', request(TARGET, [...json, 'x-a: 1', ' 2', 'content-length: 2'], '{}')],
      ['a NUL in a header', request(TARGET, [...json, 'x-a: \0', 'content-length: 2'], '{}')],
      ['a header without a name', request(TARGET, [...json, ': x', 'content-length: 2'], '{}')],
      ['an unknown method', request('STEAL /functions/v1/create_session HTTP/1.1', json)],
      ['an unknown version', request('POST /functions/v1/create_session HTTP/9.9', json)],
      ['HTTP/2 without having been asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['TLS to the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      ['a line that never was HTTP', 'hello\r\n\r\n'],
    ],
  ],
  [
    431,
    'headers_too_large',
    [
      ['a header of 20 KB', request(TARGET, [...json, `x-a: ${'a'.repeat(20_000)}`, 'content-length: 2'], '{}')],
      [
        '5,000 headers',
        request(TARGET, [...json, ...Array.from({ length: 5_000 }, (_, i) => `x-${i}: a`), 'content-length: 2'], '{}'),
      ],
      ['an address of 20 KB', request(`GET /${'a'.repeat(20_000)} HTTP/1.1`, json)],
    ],
  ],
  [
    413,
    'body_too_large',
    [
      ['a length over the limit', request(TARGET, [...json, `content-length: ${large.length}`], large)],
      ['a length far over the limit, nothing sent', request(TARGET, [...json, 'content-length: 99999999999'])],
      [
        'chunks over the limit, without a length',
        request(
          TARGET,
          [...json, 'transfer-encoding: chunked'],
          `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
        ),
      ],
    ],
  ],
  [
    417,
    'expectation_failed',
    [['an expectation', request(TARGET, [...json, 'expect: a-miracle', 'content-length: 2'], '{}')]],
  ],
  [405, 'method_not_allowed', [['CONNECT', request('CONNECT internal.test:443 HTTP/1.1', ['host: internal.test'])]]],
];
const cases = REFUSED.flatMap(([status, code, requests]) =>
  requests.map(([name, bytes]) => ({ name, bytes, status, code })),
);

test.each(cases)('$name', async ({ bytes, status, code }) => {
  const answer = await refused(scene(), async () => {
    const raw = await sendRaw(scene().app.url, bytes);
    expect(raw.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
    return raw;
  });
  expect(answer).toMatchObject({ status, code });
});

test('a second request behind a refused one is not answered', async () => {
  const smuggled = request(TARGET, [...json, `content-length: ${valid().length}`], valid());
  const bytes = request(TARGET, [...json, 'content-length: 2', 'transfer-encoding: chunked'], `0\r\n\r\n${smuggled}`);
  expect((await refused(scene(), () => sendRaw(scene().app.url, bytes))).status).toBe(400);
});

test('a request in chunks, one byte each, is a request like any other', async () => {
  const body = valid();
  const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('');
  const answer = await sendRaw(
    scene().app.url,
    request(TARGET, [...json, 'transfer-encoding: chunked'], `${chunks}0\r\n\r\n`),
  );
  expect(answer.status).toBe(200);
});

test('a body that is shorter than its length leaves nothing behind when the sender goes', async () => {
  const { app } = scene();
  const socket = await openSocket(app.url);
  socket.write(request(TARGET, [...json, 'content-length: 500'], valid()));
  socket.end();
  expect((await readAnswer(socket)).status).not.toBe(200);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

describe('slow senders', () => {
  test('headers, or a body, that come too slowly are refused, while others are served', async () => {
    const { app } = scene();
    // The product's limits are 10 s and 30 s; these tests cover what happens once they have passed.
    const { headersTimeout, requestTimeout } = app.http.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
    Object.assign(app.http.server, { headersTimeout: 200, requestTimeout: 400 });
    const slowHeaders = await openSocket(app.url);
    slowHeaders.write(`${TARGET}\r\nhost: twin.test\r\n`);
    const drip = setInterval(() => slowHeaders.write('x-a: b\r\n'), 50);
    const slowBody = await openSocket(app.url);
    slowBody.write(request(TARGET, [...json, 'content-length: 500'], '{"visitor_id'));
    const answers = Promise.all([readAnswer(slowHeaders), readAnswer(slowBody)]);
    await wait(50);
    expect((await app.call('create_session', { visitor_id: randomUUID(), consent: true })).status).toBe(200);
    for (const answer of await answers) {
      expect(answer.status).toBe(408);
      expect(expectErrorBody(answer.body).code).toBe('request_timeout');
    }
    clearInterval(drip);
    Object.assign(app.http.server, { headersTimeout, requestTimeout });
  });
});

test('sockets beyond an address’s limit are closed, and the address is served again once they are gone', async () => {
  const { startTestApp } = await import('../testing/app.ts');
  const app = await startTestApp({ RATE_LIMIT_SCALE: '0.1' });
  const held = await Promise.all(Array.from({ length: 5 }, () => openSocket(app.url)));
  const refusedOne = await openSocket(app.url);
  await new Promise((resolve) => refusedOne.once('close', resolve).resume());
  for (const socket of held) socket.destroy();
  await expect.poll(() => sendRaw(app.url, 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n')).toMatchObject({ status: 200 });
  await app.close();
});
