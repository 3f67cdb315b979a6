import { expect, test } from 'vitest';
import { expectSoundDatabase } from '../testing/invariants.ts';
import { startScriptedApp } from '../testing/scripted-app.ts';

/** Blocks the thread, as a large computation would. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('F28: a blocked event loop delays, but loses no stream, no turn and no connection', async () => {
  const app = await startScriptedApp();
  const credentials = await app.session();
  const { stream, reply } = await app.begin({ ...credentials, user_message: 'Hello' }, 'Before');
  const health = fetch(`${app.url}/healthz`);
  const history = app.call('session_history', credentials);
  block(500);
  reply.say(' and after.');
  block(500);
  reply.end();
  expect((await health).status).toBe(200);
  expect((await history).status).toBe(200);
  expect(await stream.next('done')).toMatchObject({ text: 'Before and after.', partial: false });
  await expectSoundDatabase(app.pool);
  await app.close();
});
