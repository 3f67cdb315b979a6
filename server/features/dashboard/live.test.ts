import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { TEST_PASSWORD, testUser } from '../../testing/owners.ts';
import { changes } from './live-sessions.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

/** Reads a stream until a text has arrived. */
function reader(response: Response) {
  const stream = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async until(wanted: string): Promise<void> {
      while (!text.includes(wanted)) {
        const piece = await stream?.read();
        if (!piece || piece.done) throw new Error(`The stream ended before ${wanted}: ${text}`);
        text += piece.value;
      }
    },
    told: (words: string) => text.includes(words),
    async end(): Promise<void> {
      while (!(await stream?.read())?.done);
    },
  };
}

describe('GET /api/admin/events', () => {
  test('tells all listeners of a session that starts, changes and ends, and of a hot lead', async () => {
    const listen = () => fetch(`${scene.app.url}/api/admin/events`, { headers: scene.token('admin') });
    const before = await scene.keep({ minutes: null, lead_score: 10 });
    const responses = [await listen(), await listen()];
    expect(responses[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const [one, other] = responses.map(reader);
    if (!one || !other) throw new Error('There are two listeners.');
    await one.until(':\n\n');
    const { pool } = scene.app;
    // Only differences from the first poll are reported, so the change is repeated until it is noticed.
    const nudging = setInterval(
      () => void pool.query('UPDATE sessions SET next_seq = next_seq + 1 WHERE id = $1', [before]),
      50,
    );
    const data = (id: string, change: string) => `event: session\ndata: ${JSON.stringify({ id, change })}\n\n`;
    await Promise.all([one.until(data(before, 'changed')), other.until(data(before, 'changed'))]);
    clearInterval(nudging);
    const unkept = await scene.keep({ minutes: null, consent: false, lead_score: 99 });
    const started = await scene.keep({ minutes: null, contact_name: 'Dana' });
    await one.until(data(started, 'started'));
    await pool.query('UPDATE sessions SET lead_score = 80 WHERE id = $1', [started]);
    await one.until(
      'event: notice\ndata: ' +
        `${JSON.stringify({ id: started, contact_name: 'Dana', lead_score: 80, reason: 'score' })}\n\n`,
    );
    // The owner's settings apply from then on.
    const lower = { group: 'notifications', value: { threshold: 40, webhook: true }, version: 0 };
    expect((await scene.ask('/settings', { method: 'PUT', body: JSON.stringify(lower) })).status).toBe(200);
    const warm = await scene.keep({ minutes: null, contact_name: 'Eve', lead_score: 45 });
    await one.until(
      `event: notice\ndata: ${JSON.stringify({ id: warm, contact_name: 'Eve', lead_score: 45, reason: 'score' })}\n\n`,
    );
    await pool.query('UPDATE sessions SET ended_at = now() WHERE id = $1', [started]);
    await one.until(data(started, 'ended'));
    // Results found after the end are reported too.
    await pool.query("UPDATE sessions SET final_intent = 'spam' WHERE id = $1", [started]);
    await one.until(data(started, 'changed'));
    expect(one.told(unkept)).toBe(false);
    await Promise.all(responses.map((response) => response.body?.cancel().catch(() => undefined)));
  });
});

test('a stop ends the streams', async () => {
  const stopping = await ownerScene();
  const response = await fetch(`${stopping.app.url}/api/admin/events`, { headers: stopping.token('owner') });
  const stream = reader(response);
  await stream.until(':\n\n');
  await Promise.all([stopping.app.close(), stream.end()]);
});

describe('a stream ends at once, without waiting for its next beat,', () => {
  // Nothing polls during these tests.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
  afterAll(() => void vi.useRealTimers());

  type Signed = { accessToken: string; user: { id: string } };
  const ends: Record<string, (them: Signed) => Promise<unknown>> = {
    'when its listener signs out': ({ accessToken }) =>
      fetch(`${scene.app.url}/auth/v1/logout?scope=local`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    'when they are removed': ({ user }) => scene.ask(`/users/${user.id}`, { method: 'DELETE', role: 'owner' }),
    'when they get another role': ({ user }) =>
      scene.ask(`/users/${user.id}`, { method: 'PATCH', body: '{"role":"viewer"}', role: 'owner' }),
    'when their link to another password is taken up': async ({ user }) => {
      const { body } = await scene.ask(`/users/${user.id}/invitation`, { method: 'POST', role: 'owner' });
      const token = new URL(body.url, scene.app.url).hash.replace('#invite=', '');
      await scene.app.accounts.acceptInvitation(token, { key: 'test', network: 'test' });
    },
  };
  test.each(Object.entries(ends))('%s', async (_name, end) => {
    const { email } = await testUser(scene.app.accounts, 'admin');
    const them = await scene.app.accounts.signIn(email, TEST_PASSWORD, { key: 'test', network: 'test' });
    const listen = (authorization: string) =>
      fetch(`${scene.app.url}/api/admin/events`, { headers: { authorization } });
    const theirs = reader(await listen(`Bearer ${them.accessToken}`));
    const others = await listen(scene.token('admin').authorization);
    await theirs.until(':\n\n');
    await Promise.all([end(them), theirs.end()]);
    expect((await listen(`Bearer ${them.accessToken}`)).ok).toBe(false);
    await others.body?.cancel();
  });
});

test('signing everybody out ends every stream at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const house = await ownerScene();
  try {
    const open = async (role: 'admin' | 'owner') =>
      reader(await fetch(`${house.app.url}/api/admin/events`, { headers: house.token(role) }));
    const streams = [await open('admin'), await open('owner')];
    for (const stream of streams) await stream.until(':\n\n');
    const { status } = await house.ask('/danger/sign-out-everyone', { method: 'POST', body: '{}', role: 'owner' });
    expect(status).toBe(200);
    await Promise.all(streams.map((stream) => stream.end()));
  } finally {
    vi.useRealTimers();
    await house.app.close();
  }
});

test('one person has twenty streams at the most, and a place is free again once one is closed', async () => {
  const { headers } = await testUser(scene.app.accounts, 'admin');
  const listen = () => fetch(`${scene.app.url}/api/admin/events`, { headers });
  const streams = await Promise.all(Array.from({ length: 20 }, listen));
  expect(streams.every(({ ok }) => ok)).toBe(true);
  const refused = await listen();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', error: expect.stringContaining('20 dashboards') });
  const another = await fetch(`${scene.app.url}/api/admin/events`, { headers: scene.token('admin') });
  expect(another.ok).toBe(true);
  await streams[0]?.body?.cancel();
  const again = async () => {
    const response = await listen();
    if (response.ok) streams.push(response);
    return response.ok;
  };
  await expect.poll(again, { timeout: 10_000 }).toBe(true);
  await Promise.all([another, ...streams.slice(1)].map(({ body }) => body?.cancel()));
});

describe('what is told of a session', () => {
  const seen = {
    id: 'a',
    lead_score: 50,
    contact_name: null,
    ended: false,
    call: false,
    complaint: false,
    asks_person: false,
    fingerprint: '50',
  };

  test('is nothing where nothing changed', () => expect(changes(seen, seen, 70)).toEqual([]));

  test('is a notice once, when the score reaches the threshold', () => {
    const hot = { ...seen, lead_score: 70, fingerprint: '70' };
    expect(changes(seen, hot, 70).map(({ event }) => event)).toEqual(['session', 'notice']);
    expect(changes(hot, { ...hot, lead_score: 75, fingerprint: '75' }, 70).map(({ event }) => event)).toEqual([
      'session',
    ]);
  });

  test.each(['call', 'complaint'] as const)('is a notice once, whatever the score, for a %s', (reason) => {
    const asked = { ...seen, lead_score: 5, [reason]: true };
    const data = { id: 'a', contact_name: null, lead_score: 5, reason };
    expect(changes({ ...seen, lead_score: 5 }, asked, 70)).toContainEqual({ event: 'notice', data });
    expect(changes(asked, { ...asked, fingerprint: 'new' }, 70).map(({ event }) => event)).toEqual(['session']);
  });
});
