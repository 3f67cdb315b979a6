import { expect, test, vi } from 'vitest';
import { callFunction, newSession, startServer } from '../../testing/operator.ts';
import { PARKING, parking } from '../../testing/parking.ts';
import { temporaryDataFolder } from '../../testing/spawned-writer.ts';

// Servers of their own take their time to start on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

test('an edit made by a person at the machine answers the first visitor after a restart', async () => {
  const environment = { DATA_DIR: await temporaryDataFolder(), LOCAL_ADMIN: 'on' };
  const first = await startServer(environment);
  const text = parking('Cars stand by the harbour.');
  const saved = await fetch(`${first.url}/api/admin/twin/${PARKING}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, version: 0 }),
  });
  expect(await saved.json()).toMatchObject({ version: 1, edited_by: 'admin@localhost' });
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
