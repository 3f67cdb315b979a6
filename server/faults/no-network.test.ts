import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { callFunction, databaseAddress, newSession, startServer } from '../testing/operator.ts';

const GUARD = ['--import', pathToFileURL(path.resolve(import.meta.dirname, '../testing/deny-network.ts')).href];

const denied = (lines: string[]) => lines.filter((line) => line.startsWith('network denied'));

test('a provider that the operator configured is the only one that is called', async () => {
  const environment = {
    DATABASE_URL: await databaseAddress(),
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
