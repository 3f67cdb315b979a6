import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { callFunction, newSession, startServer } from '../testing/operator.ts';
import { temporaryDataFolder } from '../testing/spawned-writer.ts';
import { hear } from '../testing/stream.ts';

const GUARD = ['--import', pathToFileURL(path.resolve(import.meta.dirname, '../testing/deny-network.ts')).href];

const denied = (lines: string[]) => lines.filter((line) => line.startsWith('network denied'));

test('the whole product without a network: every part works, and nobody is called', async () => {
  const server = await startServer({ DATA_DIR: await temporaryDataFolder() }, { nodeArgs: GUARD });
  const credentials = await newSession(server.url);
  const call = (name: string, body: object = {}) => callFunction(server.url, name, { ...credentials, ...body });
  const stream = await hear(server.url, { ...credentials, user_message: 'What does a Walkthrough cost?' });
  await stream.ended;
  expect(stream.words()).toContain('€6,800');
  expect((await call('agent_reply', { user_message: 'Thank you' })).status).toBe(200);
  expect((await call('embedded_chat', { messages: [{ role: 'user', content: 'Hello' }] })).status).toBe(200);
  expect((await call('track_event', { kind: 'page_opened' })).status).toBe(200);
  expect((await callFunction(server.url, 'collect_email', { email: 'ada@example.org' })).body.success).toBe(true);
  expect((await call('session_history')).body.utterances.length).toBeGreaterThan(3);
  expect((await call('end_session')).status).toBe(200);
  for (const page of [
    '/',
    '/chat',
    '/personalities',
    '/privacy',
    '/api/config',
    '/twin/portrait',
    '/healthz',
    '/readyz',
  ])
    expect((await fetch(server.url + page)).status, page).toBe(200);
  await server.end();
  expect(denied(server.lines)).toEqual([]);
});

test('a provider that the operator configured is the only one that is called', async () => {
  const environment = {
    DATA_DIR: await temporaryDataFolder(),
    LLM_BASE_URL: 'http://provider.test/v1',
    LLM_MODEL: 'm',
  };
  const server = await startServer(environment, { nodeArgs: GUARD });
  const credentials = await newSession(server.url);
  const { status, body } = await callFunction(server.url, 'agent_reply', { ...credentials, user_message: 'Hello' });
  expect(status).toBe(200);
  expect(body.provider).toBe('embedded');
  await server.end();
  expect(new Set(denied(server.lines))).toEqual(new Set(['network denied: provider.test']));
});
