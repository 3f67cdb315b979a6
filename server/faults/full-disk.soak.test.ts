import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { expectErrorBody } from '../testing/invariants.ts';
import { callFunction, health, newSession, startServer } from '../testing/operator.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/spawned-writer.ts';

// Starts separate servers, which take time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

test('F20: a full disk: writes are refused, reads go on, and it recovers by itself', async (context) => {
  const disk = await temporaryFolder();
  if (!smallDisk(disk, 120)) context.skip('this account may not mount a file system of its own');
  const server = await startServer({ DATA_DIR: join(disk, 'data'), LOG_LEVEL: 'warn' });
  const session = await newSession(server.url);
  const say = async (user_message: string) => {
    const { status, body } = await callFunction(server.url, 'agent_reply', { ...session, user_message });
    return status === 200 ? 'answered' : `${status} ${expectErrorBody(JSON.stringify(body)).code}`;
  };
  const heard = async () => {
    const { status, body } = await callFunction(server.url, 'session_history', session);
    expect(status).toBe(200);
    return body.utterances.filter(({ speaker }: { speaker: string }) => speaker === 'visitor').length;
  };
  expect(await say('Before')).toBe('answered');
  const filler = await open(join(disk, 'filler'), 'w');
  const block = Buffer.alloc(1024 * 1024);
  await expect(async () => {
    for (;;) await filler.write(block);
  }).rejects.toMatchObject({ code: 'ENOSPC' });
  await filler.close();
  let answered = 1;
  const attempt = async () => {
    const outcome = await say('While it is full');
    if (outcome === 'answered') answered += 1;
    return outcome;
  };
  await expect.poll(attempt, { interval: 50 }).toBe('503 storage_full');
  // The last space may have gone to words whose answer then had none: stored, but not acknowledged.
  const kept = await heard();
  expect(kept).toBeGreaterThanOrEqual(answered);
  expect(kept).toBeLessThanOrEqual(answered + 1);
  for (const [name, body] of [
    ['create_session', { visitor_id: crypto.randomUUID(), consent: true }],
    ['collect_email', { email: 'a@example.org' }],
    ['track_event', { ...session, kind: 'clicked' }],
  ] as const) {
    expect(await callFunction(server.url, name, body), name).toMatchObject({
      status: 503,
      body: { code: 'storage_full' },
    });
  }
  expect(await attempt()).toBe('503 storage_full');
  expect(await heard()).toBe(kept);
  // Reads work, so the server stays in service and reports the problem.
  expect(await health(server.url, 'readyz')).toEqual({ status: 200, reasons: ['no room is left on the disk'] });
  await rm(join(disk, 'filler'));
  await expect.poll(attempt, { interval: 100 }).toBe('answered');
  expect(await heard()).toBe(kept + 1);
  expect(server.child.exitCode).toBeNull();
  await server.end();
  expect(server.child.exitCode).toBe(0);
});
