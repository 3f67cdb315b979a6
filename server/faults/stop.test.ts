import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { startFakeProvider } from '../testing/fake-provider.ts';
import { chunkEvent, completion, rawStream, replyEvents, streamed } from '../testing/fake-replies.ts';
import { times } from '../testing/load.ts';
import { callFunction, databaseAddress, health, newSession, startServer } from '../testing/operator.ts';
import { openSocket } from '../testing/raw-http.ts';
import { spawnServer } from '../testing/spawned-server.ts';
import { temporaryDataFolder } from '../testing/spawned-writer.ts';
import { hear } from '../testing/stream.ts';

// Starts separate servers, which take time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

const CHATS = times(5, 50);

/** A server that was told to stop during a reply without end; its grace of 10 s runs beside the first tests. */
let outlasting: Awaited<ReturnType<typeof stopInReply>>;
beforeAll(async () => {
  outlasting = await stopInReply();
});
afterAll(async () => {
  await outlasting.ended;
  await outlasting.provider.close();
  await outlasting.database.close();
});

async function stopInReply() {
  const provider = await startFakeProvider();
  provider.always(rawStream([chunkEvent({ content: 'It begins.' }), chunkEvent({ content: ' And' })], 'stall'));
  const database = await testDatabase();
  const environment = { DATABASE_URL: database.url, LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' };
  const server = await spawnServer(environment);
  const message = { ...(await newSession(server.url)), user_message: 'Hello', turn_id: crypto.randomUUID() };
  const stream = await hear(server.url, message);
  await stream.next('delta');
  return { provider, database, environment, server, message, ended: server.end('SIGTERM') };
}

test('F19: SIGTERM with open chats: each is finished and kept, new ones are refused, exit 0', async () => {
  const provider = await startFakeProvider();
  const rest = Promise.withResolvers<void>();
  const events = replyEvents('Half of it now, and the rest of it later.');
  provider.always(rawStream([...events.slice(0, 4), { until: rest.promise }, ...events.slice(4)]));
  const DATA_DIR = await temporaryDataFolder();
  const server = await startServer({ DATA_DIR, LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' });
  const chats = await Promise.all(
    Array.from({ length: CHATS }, async () => {
      const session = await newSession(server.url);
      const stream = await hear(server.url, { ...session, user_message: 'Hello' });
      await stream.next('delta');
      return { session, stream };
    }),
  );
  // A connection without a request, as browsers open them in advance, must not delay the end.
  const bare = await openSocket(server.url);
  const idle = await openSocket(server.url);
  server.child.kill('SIGTERM');
  await expect.poll(async () => (await health(server.url, 'readyz')).reasons).toEqual(['the server is stopping']);
  const late = await callFunction(server.url, 'create_session', { visitor_id: crypto.randomUUID(), consent: true });
  expect(late).toMatchObject({ status: 503, body: { code: 'shutting_down' } });
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  rest.resolve();
  await Promise.all(chats.map(({ stream }) => stream.ended));
  for (const { stream } of chats) {
    expect(await stream.next('done')).toMatchObject({ text: 'Half of it now, and the rest of it later.' });
  }
  await server.end('SIGTERM');
  expect(server.child.exitCode).toBe(0);
  bare.destroy();
  idle.destroy();

  const again = await startServer({ DATA_DIR });
  for (const { session } of chats) {
    const { utterances } = (await callFunction(again.url, 'session_history', session)).body;
    expect(utterances.map(({ text }: { text: string }) => text)).toEqual([
      'Hello',
      'Half of it now, and the rest of it later.',
    ]);
  }
  await again.end();
  await provider.close();
});

test('daily totals, and with them the limits of a day, survive a restart', async () => {
  const provider = await startFakeProvider();
  provider.always(({ stream }) => (stream ? streamed('I answer.') : completion('I answer.')));
  const environment = {
    DATABASE_URL: await databaseAddress(),
    RATE_LIMIT_SCALE: '1',
    LIMIT_SITE_MESSAGES_PER_DAY: '2',
    LIMIT_ADDRESS_MESSAGES_PER_DAY: '2',
    LLM_BASE_URL: provider.url,
    LLM_MODEL: 'm',
  };
  const first = await startServer(environment);
  const session = await newSession(first.url);
  const answererOf = async (url: string, user_message: string) =>
    (await callFunction(url, 'agent_reply', { ...session, user_message })).body.provider;
  for (const message of ['One', 'Two']) expect(await answererOf(first.url, message)).toBe('custom');
  await first.end();
  const second = await startServer(environment);
  expect(await answererOf(second.url, 'Three')).toBe('embedded');
  await second.end();
  await provider.close();
});

test('F19: a reply that outlasts the grace is cut, kept as far as it came, and can be asked for again', async () => {
  const { provider, environment, server, message, ended } = outlasting;
  await ended;
  expect(server.child.exitCode).toBe(0);

  const again = await startServer(environment);
  const { utterances } = (await callFunction(again.url, 'session_history', message)).body ?? {};
  expect(utterances).toBeUndefined();
  const { session_id, session_secret } = message;
  const kept = (await callFunction(again.url, 'session_history', { session_id, session_secret })).body.utterances;
  expect(kept.map(({ text }: { text: string }) => text)).toEqual(['Hello', expect.stringMatching(/^It begins\./)]);
  const events = replyEvents(' that was the end of it.');
  provider.always(rawStream(events));
  const rest = (await callFunction(again.url, 'agent_reply', message)).body;
  expect(rest).toMatchObject({ turn_id: message.turn_id, partial: false });
  expect(rest.text).toMatch(/^It begins\..*the end of it\.$/);
  await again.end();
});
