import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { IMPORT_FILE_MAX_BYTES } from '@understudy/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { debianProgram } from './testing/debian-program.ts';
import { type FakeProvider, startFakeProvider } from './testing/fake-provider.ts';
import { chunkEvent, rawStream } from './testing/fake-replies.ts';
import { type OwnerScene, ownerScene } from './testing/owner-scene.ts';
import { openShow } from './testing/show-socket.ts';
import { type ProxyName, type SpawnedProxy, spawnProxy } from './testing/spawned-proxy.ts';
import { hear } from './testing/stream.ts';

/** Conversations that one address may start per hour. */
const SESSIONS_PER_HOUR = 4;

let provider: FakeProvider;
let scene: OwnerScene;
beforeAll(async () => {
  provider = await startFakeProvider();
  const environment = {
    TRUST_PROXY: 'on',
    LLM_BASE_URL: provider.url,
    RATE_LIMIT_SCALE: '1',
    LIMIT_SESSIONS_PER_HOUR: String(SESSIONS_PER_HOUR),
  };
  scene = await ownerScene(environment, { pages: true });
});
afterAll(async () => {
  await scene.app.close();
  await provider.close();
});

/** Starts a session from an address of this machine, as a visitor with forged headers would; returns the answer. */
async function startFrom(url: string, localAddress: string, forged = '203.0.113.9') {
  const request = (url.startsWith('https') ? https : http).request(`${url}/functions/v1/create_session`, {
    method: 'POST',
    localAddress,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forged },
    rejectUnauthorized: false,
  });
  request.end(JSON.stringify({ visitor_id: crypto.randomUUID(), consent: true }));
  const [response] = await once(request, 'response');
  let body = '';
  for await (const piece of response) body += piece;
  return { status: response.statusCode as number, body: JSON.parse(body) };
}

describe.each<[ProxyName, string]>([
  ['nginx', '127.0.1'],
  ['caddy', '127.0.2'],
])('behind %s, on the sample of deploy/', (name, network) => {
  const program = debianProgram(name);
  if (!program) {
    test.skip(`skipped: ${name} is not installed and could not be downloaded with apt-get`);
    return;
  }

  let proxy: SpawnedProxy;
  beforeAll(async () => {
    proxy = await spawnProxy(name, program, scene.app.url);
  });
  // The certificate is the test's own.
  beforeEach(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
  afterAll(() => proxy.end());
  const secretsOf = async (last: number) => (await startFrom(proxy.url, `${network}.${last}`)).body;

  test('pages arrive with the headers that the server gave them', async () => {
    const headersOf = async (url: string) => {
      const { headers } = await fetch(`${url}/chat`);
      const kept = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'permissions-policy', 'vary'];
      return kept.map((one) => headers.get(one)?.replaceAll(/nonce-[\w+/=-]+/g, 'nonce'));
    };
    const direct = await headersOf(scene.app.url);
    // A page may open connections to the address at which it was asked for.
    const sockets = [scene.app.url, proxy.url].map((url) => url.replace('http', 'ws')) as [string, string];
    expect(await headersOf(proxy.url)).toEqual(direct.map((value) => value?.replace(...sockets)));
    const page = await fetch(`${proxy.url}/chat`);
    // Over TLS only.
    expect(page.headers.has('strict-transport-security')).toBe(proxy.url.startsWith('https'));
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    const file = await fetch(`${proxy.url}${script}`, { headers: { 'accept-encoding': 'br' } });
    expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'br']);
  });

  test('a reply is heard piece by piece while it is written', async () => {
    const isHeard = Promise.withResolvers<void>();
    onTestFinished(() => isHeard.resolve());
    provider.script(
      rawStream([
        chunkEvent({ role: 'assistant', content: 'We begin on Monday. ' }),
        { until: isHeard.promise },
        chunkEvent({ content: 'We end on Friday.' }),
        `${chunkEvent({}, 'stop')}data: [DONE]\n\n`,
      ]),
    );
    const { session_id, session_secret } = await secretsOf(1);
    const stream = await hear(proxy.url, { session_id, session_secret, user_message: 'When do we begin?' });
    // The model writes on only when these words have come through.
    await expect.poll(() => stream.words()).toContain('We begin on Monday.');
    expect(stream.words()).not.toContain('Friday');
    isHeard.resolve();
    await stream.next('done');
    expect(stream.words()).toContain('We end on Friday.');
    await stream.ended;
  });

  test('a show has its connection', async () => {
    const { session_id, session_secret } = await secretsOf(1);
    const performer = await openShow(proxy.url, session_id, { session_secret });
    await performer.next('ready');
    performer.send({ type: 'podcast-started' });
    await performer.next('podcast-started');
    performer.close();
  });

  test('a file of the largest size is taken, and the server refuses a larger one', async () => {
    const upload = async (bytes: number) => {
      const response = await fetch(`${proxy.url}/api/admin/imports/file?name=large.txt`, {
        method: 'POST',
        headers: { ...scene.token('admin'), 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(bytes, 'word '),
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    };
    expect(await upload(IMPORT_FILE_MAX_BYTES)).toMatchObject({ status: 202, body: { source: 'large.txt' } });
    // The server answers before it has read the file, and closes: a proxy that is still sending may see only that.
    await expect
      .poll(() => upload(IMPORT_FILE_MAX_BYTES + 1))
      .toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  test('visitors are told apart by their own addresses, whatever they claim', async () => {
    const status = async (last: number, forged: string) =>
      (await startFrom(proxy.url, `${network}.${last}`, forged)).status;
    for (let count = 0; count < SESSIONS_PER_HOUR; count += 1) expect(await status(8, `203.0.113.${count}`)).toBe(200);
    expect(await status(8, '203.0.113.99')).toBe(429);
    expect(await status(9, '203.0.113.99')).toBe(200);
  });
});
