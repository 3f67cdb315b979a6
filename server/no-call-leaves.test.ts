import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { startFakeProvider } from './testing/fake-provider.ts';
import { refusal, streamed } from './testing/fake-replies.ts';
import { expectDiscreetLog } from './testing/invariants.ts';
import { callFunction, databaseAddress, newSession, startServer } from './testing/operator.ts';
import { temporaryDataFolder } from './testing/spawned-writer.ts';
import { hear } from './testing/stream.ts';

// Spawned servers start slowly on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

const DENIED = path.join(import.meta.dirname, 'testing/deny-network.ts');
const DIST = path.resolve(import.meta.dirname, '../web/dist');

test('the denial that the next test relies on denies', async () => {
  const tries = `
    const all = await Promise.allSettled([
      fetch('http://203.0.113.1/'), fetch('https://example.test/'),
      import('node:dns/promises').then((dns) => dns.lookup('example.test')),
      new Promise((_, no) => import('node:net').then((net) => net.connect(80, '203.0.113.2').once('error', no))),
    ]);
    console.log(all.map(({ status }) => status).join());`;
  const run = promisify(execFile)(process.execPath, ['--import', DENIED, '--input-type=module', '-e', tries]);
  const { stdout, stderr } = await run;
  expect(stdout.trim()).toBe('rejected,rejected,rejected,rejected');
  for (const host of ['203.0.113.1', 'example.test', '203.0.113.2'])
    expect(stderr).toContain(`network denied: ${host}`);
});

test('with the network denied the product works, asks for nothing, and logs no words even at debug (V9)', async () => {
  const server = await startServer(
    { DATA_DIR: await temporaryDataFolder(), LOG_LEVEL: 'debug' },
    { nodeArgs: ['--import', DENIED] },
  );
  for (const page of ['/', '/chat', '/personalities', '/privacy', '/admin', '/no/such/page']) {
    const response = await fetch(server.url + page);
    expect(response.status).toBe(page.startsWith('/no') ? 404 : 200);
    expect(await response.text()).toContain('<div id="root"');
  }
  for (const file of ['/api/config', '/twin/portrait', '/demos/essential-demos.txt', '/robots.txt', '/favicon.svg']) {
    expect((await fetch(server.url + file)).status, file).toBe(200);
  }
  const session = await newSession(server.url);
  const greeting = await callFunction(server.url, 'agent_reply', {
    ...session,
    user_message: '',
    context: { is_followup: true },
  });
  expect(greeting.body.text).toMatch(/AI/);
  const stream = await hear(server.url, {
    ...session,
    user_message: 'My name is Marmaduke. What does a workshop cost?',
  });
  await stream.ended;
  expect(await stream.next('done')).toMatchObject({ provider: 'embedded', partial: false });
  await callFunction(server.url, 'track_event', { ...session, kind: 'clicked', payload: { note: 'marmalade-note' } });
  await callFunction(server.url, 'collect_email', { email: 'marmaduke@example.org', name: 'Marmaduke' });
  await callFunction(server.url, 'agent_reply', { ...session, user_message: 'x'.repeat(5_000) });
  await callFunction(server.url, 'agent_reply', { ...session, session_secret: 'marmalade-secret', user_message: 'Hi' });
  await fetch(`${server.url}/chat?name=marmalade-query`, { headers: { referer: 'http://marmalade-referrer.test' } });
  expect((await callFunction(server.url, 'end_session', session)).status).toBe(200);
  await server.end();
  expect(server.child.exitCode).toBe(0);
  expect(server.lines.filter((line) => line.includes('network denied'))).toEqual([]);
  expectDiscreetLog(server.lines, [
    'armaduke',
    'marmalade',
    'workshop cost',
    session.session_secret,
    'xxxx',
    '127.0.0.1"',
  ]);
});

test('a conversation over a provider that fails and quotes it logs neither words nor the key (V9, V10)', async () => {
  const provider = await startFakeProvider();
  const LLM_API_KEY = 'sk-marmalade-key';
  const server = await startServer({
    DATABASE_URL: await databaseAddress(),
    LOG_LEVEL: 'debug',
    LLM_BASE_URL: provider.url,
    LLM_MODEL: 'fake-model',
    LLM_API_KEY,
  });
  const session = await newSession(server.url);
  const say = (user_message: string) => callFunction(server.url, 'agent_reply', { ...session, user_message });
  provider.always(streamed('A marmalade answer.'));
  expect((await say('A marmalade question')).body.text).toBe('A marmalade answer.');
  for (const status of [400, 401, 500]) {
    provider.always(refusal(status, `bad key ${LLM_API_KEY} for "A marmalade question"`));
    expect((await say('A marmalade question')).body).toMatchObject({ provider: 'embedded' });
  }
  const events = await fetch(`${server.url}/healthz`);
  expect(events.status).toBe(200);
  await server.end();
  expectDiscreetLog(server.lines, ['marmalade', LLM_API_KEY, session.session_secret]);
  await provider.close();
});

test('the built pages name no other origin', async () => {
  const found = new Set<string>();
  for (const file of await readdir(DIST, { recursive: true })) {
    if (!/\.(js|css|html|svg)$/.test(file)) continue;
    const text = await readFile(path.join(DIST, file), 'utf8');
    for (const [url] of text.matchAll(/https?:\/\/[\w.-]+|(?<=["'(=])\/\/[\w-]+\.[\w.-]+/g)) found.add(url);
  }
  // XML namespaces, examples of addresses, links in notices of React, Tailwind and the sign-in client (its migration
  // notes), and a base for relative URLs: none of them is loaded.
  const notices = ['https://react.dev', 'https://tailwindcss.com', 'https://github.com'];
  const names = ['http://www.w3.org', 'http://localhost', ...notices];
  const isExample = (url: string) => /^https:\/\/(www\.)?example\.com\.?$/.test(url);
  expect([...found].filter((url) => !names.includes(url) && !isExample(url))).toEqual([]);
});
