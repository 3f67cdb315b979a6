import { expect, test } from 'vitest';
import { startFakeProvider } from '../testing/fake-provider.ts';
import { chunkEvent, rawStream } from '../testing/fake-replies.ts';
import { health, newSession, refusedStart, startServer } from '../testing/operator.ts';
import { temporaryDataFolder } from '../testing/spawned-writer.ts';
import { hear } from '../testing/stream.ts';

/** On SIGUSR2 the server does nothing but count for two seconds, and says when it is over. */
const BUSY = `process.on('SIGUSR2', () => { const end = Date.now() + 2000; while (Date.now() < end); console.error('free again'); })`;

test('F28: a server that was busy for two seconds answers health, goes on with its replies and keeps its folder', async () => {
  const provider = await startFakeProvider();
  const gate = Promise.withResolvers<void>();
  const end = [chunkEvent({ content: ' And the rest.' }), chunkEvent({}, 'stop'), 'data: [DONE]\n\n'];
  provider.always(rawStream([chunkEvent({ content: 'The beginning.' }), { until: gate.promise }, ...end]));
  const dataDir = await temporaryDataFolder();
  const environment = { DATA_DIR: dataDir, LLM_BASE_URL: provider.url, LLM_MODEL: 'm' };
  const server = await startServer(environment, { nodeArgs: ['--import', `data:text/javascript,${BUSY}`] });
  try {
    const credentials = await newSession(server.url);
    const stream = await hear(server.url, { ...credentials, user_message: 'Hello' });
    await stream.next('delta');
    server.child.kill('SIGUSR2');
    const [alive, ready] = await Promise.all([health(server.url, 'healthz'), health(server.url, 'readyz')]);
    await expect.poll(() => server.lines, { timeout: 20_000 }).toContain('free again');
    expect([alive.status, ready.status]).toEqual([200, 200]);
    gate.resolve();
    await stream.ended;
    expect(stream.words()).toBe('The beginning. And the rest.');
    expect(stream.events.at(-1)).toMatchObject({ event: 'done', data: { partial: false } });
    expect((await refusedStart({ DATA_DIR: dataDir })).code).toBe(1);
  } finally {
    await provider.close();
  }
});
