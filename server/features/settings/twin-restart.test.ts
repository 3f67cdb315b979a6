import { expect, test, vi } from 'vitest';
import { callFunction, databaseAddress, newSession, startServer } from '../../testing/operator.ts';
import { TEST_PASSWORD } from '../../testing/owners.ts';
import { PARKING, parking } from '../../testing/parking.ts';

// Starts separate servers, which take time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

test('an edited text answers the first visitor after a restart', async () => {
  const OWNER_PASSWORD = TEST_PASSWORD;
  const environment = { DATABASE_URL: await databaseAddress(), OWNER_EMAIL: 'me@example.test', OWNER_PASSWORD };
  const first = await startServer(environment);
  const signedIn = await fetch(`${first.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'me@example.test', password: TEST_PASSWORD }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const text = parking('Cars stand by the harbour.');
  const saved = await fetch(`${first.url}/api/admin/twin/${PARKING}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ text, version: 0 }),
  });
  expect(await saved.json()).toMatchObject({ version: 1, edited_by: 'me@example.test' });
  await first.end();
  const second = await startServer(environment);
  const session = await newSession(second.url);
  const { body } = await callFunction(second.url, 'agent_reply', {
    ...session,
    user_message: 'Where can I park my car?',
  });
  expect(body.text).toContain('harbour');
  await second.end();
});
