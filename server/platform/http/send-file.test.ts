import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { testUser } from '../../testing/owners.ts';
import type { Guard } from './guard.ts';
import { sendFile } from './send-file.ts';

/** The guard's clock; a token is valid for 15 minutes. */
let clock: number;
let app: TestApp;
/** What to wait for before a file begins. */
let asked: (() => Promise<void>) | null = null;
/** Resolves when a file has begun. */
let begun: PromiseWithResolvers<void>;
/** Number of readers being watched. */
let watched = 0;
/** Resolves when nobody reads the rows any more. */
let over: PromiseWithResolvers<void>;
const files = Fastify();
beforeAll(async () => {
  clock = Date.now();
  app = await startTestApp({}, { now: () => new Date(clock) });
  files.get('/', async (request, reply) => {
    const actor = await app.guard.require(request);
    await asked?.();
    const file = { name: 'endless', format: 'csv', total: null, rows: endless() } as const;
    const sent = sendFile(reply, { guard: counting(app.guard), request, actor, now: new Date(clock) }, file);
    begun.resolve();
    return sent;
  });
  await files.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  begun = Promise.withResolvers<void>();
  over = Promise.withResolvers<void>();
});
afterAll(async () => {
  await files.close();
  await app.close();
});

/** A guard that counts how many it watches. */
const counting = (guard: Pick<Guard, 'watch'>): Pick<Guard, 'watch'> => ({
  watch: (...args) => {
    watched += 1;
    const end = guard.watch(...args);
    return () => {
      watched -= 1;
      end();
    };
  },
});

async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) {
      yield 'a row of a file that has no end\r\n';
      await new Promise(setImmediate);
    }
  } finally {
    over.resolve();
  }
}

/** Starts reading the file. */
async function read(headers: Record<string, string>): Promise<IncomingMessage> {
  const [response] = await once(get(files.listeningOrigin, { headers }), 'response');
  await once(response as IncomingMessage, 'data');
  return response as IncomingMessage;
}

test.each([
  ['removed', 'DELETE FROM users WHERE id = $1'],
  ['made a viewer', "UPDATE users SET role = 'viewer' WHERE id = $1"],
  ['signed out', 'DELETE FROM auth_sessions WHERE user_id = $1'],
])('a file breaks off when its reader is %s', async (_name, act) => {
  const reader = await testUser(app.accounts, 'admin');
  const response = await read(reader.headers);
  await app.pool.query(act, [reader.id]);
  app.guard.recheckAll();
  await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);
  await over.promise;
});

test('a file goes on for whoever stays signed in, also once the token has run out', async () => {
  const reader = await testUser(app.accounts, 'admin');
  const response = await read(reader.headers);
  clock += 20 * 60_000;
  app.guard.recheckAll();
  // Another user's file breaks off in the same check, which shows that the check is over.
  const other = await testUser(app.accounts, 'admin');
  const theirs = await read(other.headers);
  await app.pool.query('DELETE FROM users WHERE id = $1', [other.id]);
  app.guard.recheckAll();
  await expect(once(theirs.resume(), 'end')).rejects.toThrow('aborted');
  await once(response, 'data');
  expect(response.destroyed).toBe(false);
  response.destroy();
});

test('nobody is looked after who was gone before their file began, or is gone now', async () => {
  const reader = await testUser(app.accounts, 'admin');
  (await read(reader.headers)).destroy();
  await over.promise;
  await expect.poll(() => watched).toBe(0);
  begun = Promise.withResolvers<void>();
  const [left, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  asked = async () => {
    waits.resolve();
    await left.promise;
  };
  const request = get(files.listeningOrigin, { headers: reader.headers });
  request.on('error', () => undefined);
  await waits.promise;
  request.destroy();
  await expect
    .poll(() => new Promise<number>((resolve) => files.server.getConnections((_error, open) => resolve(open))))
    .toBe(0);
  left.resolve();
  asked = null;
  await begun.promise;
  expect(watched).toBe(0);
});
