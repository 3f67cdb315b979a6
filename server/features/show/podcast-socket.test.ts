import { SHOW_CLOSE } from '@understudy/contract/show';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { testUser } from '../../testing/owners.ts';
import { openSocket } from '../../testing/raw-http.ts';
import { openShow, type ShowSocket } from '../../testing/show-socket.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

const tokenOf = (role: 'viewer' | 'admin' | 'owner') => scene.token(role).authorization.replace('Bearer ', '');
const open = (sessionId: string, init: object | null): Promise<ShowSocket> => openShow(scene.app.url, sessionId, init);

/** A show with its performer on it. */
async function performed(consent = true) {
  const session = await scene.app.session(consent);
  const performer = await open(session.session_id, { session_secret: session.session_secret });
  await performer.next('ready');
  performer.send({ type: 'podcast-started' });
  await performer.next('podcast-started');
  return { session, performer };
}

describe('who may come in', () => {
  test.each([
    ['another message', JSON.stringify({ type: 'podcast-started', data: {} })],
    ['no JSON', '{"type": "init"'],
    ['JSON that is no object', '7'],
    ['an init without data', JSON.stringify({ type: 'init' })],
    ['an init with neither secret nor token', JSON.stringify({ type: 'init', data: {} })],
    ['bytes', new TextEncoder().encode(JSON.stringify({ type: 'init', data: {} }))],
  ])('%s first closes with 4401', async (_, first) => {
    const { session_id } = await scene.app.session();
    const socket = await open(session_id, null);
    socket.send(first);
    expect(await socket.closed).toBe(SHOW_CLOSE.unauthorized);
    expect(socket.messages).toEqual([]);
  });

  test('a wrong secret, a wrong session and a wrong token close with 4401', async () => {
    const one = await scene.app.session();
    const other = await scene.app.session();
    const tries: [string, object][] = [
      [one.session_id, { session_secret: other.session_secret }],
      [one.session_id, { session_secret: '' }],
      [crypto.randomUUID(), { session_secret: one.session_secret }],
      ['not-an-id', { session_secret: one.session_secret }],
      [one.session_id, { access_token: 'nonsense' }],
      [one.session_id, { access_token: one.session_secret }],
    ];
    for (const [id, init] of tries) {
      expect(await (await open(id, init)).closed, JSON.stringify(init)).toBe(SHOW_CLOSE.unauthorized);
    }
  });

  test("a viewer's token closes with 4403, an admin's and an owner's do not", async () => {
    const { session } = await performed();
    const viewer = await open(session.session_id, { access_token: tokenOf('viewer') });
    expect(await viewer.closed).toBe(SHOW_CLOSE.forbidden);
    for (const role of ['admin', 'owner'] as const) {
      const director = await open(session.session_id, { access_token: tokenOf(role) });
      expect((await director.next('ready')).data).toEqual({ role: 'director' });
      expect((await director.next('context-update')).data).toMatchObject({ active: true, mode: 'banter' });
      director.close();
    }
  });

  test('nobody may watch a conversation that is not kept, nor one that does not exist: 4403', async () => {
    const { session } = await performed(false);
    for (const id of [session.session_id, crypto.randomUUID()]) {
      const director = await open(id, { access_token: tokenOf('owner') });
      expect(await director.closed).toBe(SHOW_CLOSE.forbidden);
      expect(director.messages.filter(({ type }) => type !== 'ready')).toEqual([]);
    }
  });

  test('an ended conversation closes with 4410', async () => {
    const session = await scene.app.session();
    await scene.app.call('end_session', session);
    const socket = await open(session.session_id, { session_secret: session.session_secret });
    expect(await socket.closed).toBe(SHOW_CLOSE.ended);
  });
});

describe('what comes in', () => {
  test.each([
    ['no JSON', 'hello'],
    ['an unknown type', { type: 'dance', data: {} }],
    ["a director's message of a performer", { type: 'hint', data: { text: 'x' } }],
    ['an unknown mode', { type: 'mode-change', data: { mode: 'opera' } }],
    ['a second init', { type: 'init', data: { session_secret: 'x' } }],
    ['an empty moment', { type: 'moment-registered', data: { content: ' ' } }],
    ['a setup of great length', { type: 'callback-available', data: { setup: 'x'.repeat(121) } }],
    ['bytes', new TextEncoder().encode('{"type": "podcast-stopped"}')],
  ])('%s is refused, and the connection goes on', async (_, message) => {
    const { performer } = await performed();
    performer.send(message);
    expect((await performer.next('error')).data).toMatchObject({ code: 'invalid_message' });
    performer.send({ type: 'mode-change', data: { mode: 'comedy' } });
    expect((await performer.next('mode-change')).data).toEqual({ mode: 'comedy', by: 'visitor' });
    performer.close();
  });

  test('a director sends no performer’s message, and no delta out of bounds', async () => {
    const { session, performer } = await performed();
    const director = await open(session.session_id, { access_token: tokenOf('admin') });
    for (const message of [
      { type: 'podcast-stopped', data: {} },
      { type: 'energy-adjustment', data: { delta: 11 } },
      { type: 'audience-update', data: { engagement: -1 } },
      { type: 'command', data: { action: 'explode' } },
    ]) {
      director.send(message);
      expect((await director.next('error')).data, message.type).toMatchObject({ code: 'invalid_message' });
    }
    director.close();
    performer.close();
  });

  test('a frame of 1 MB closes with 1009', async () => {
    const { performer } = await performed();
    performer.send('x'.repeat(1024 * 1024));
    expect(await performer.closed).toBe(1009);
    const session = await scene.app.session();
    const first = await open(session.session_id, null);
    first.send(JSON.stringify({ type: 'init', data: { session_secret: 'x'.repeat(1024 * 1024) } }));
    expect(await first.closed).toBe(1009);
  });

  test('a flood is slowed, then closed with 4429, and disturbs nobody else', async () => {
    const { performer } = await performed();
    const other = await performed();
    const flooding = setInterval(() => {
      for (let count = 0; count < 50; count += 1) performer.send({ type: 'response-processed', data: {} });
    }, 50);
    const code = await performer.closed;
    clearInterval(flooding);
    expect(code).toBe(SHOW_CLOSE.flood);
    other.performer.send({ type: 'mode-change', data: { mode: 'debate' } });
    expect((await other.performer.next('mode-change')).data).toMatchObject({ mode: 'debate' });
    other.performer.close();
  });

  test('a short burst is slowed and lost by nobody', async () => {
    const MODES = ['debate', 'comedy'];
    const { performer } = await performed();
    for (let count = 0; count < 60; count += 1)
      performer.send({ type: 'mode-change', data: { mode: MODES[count % 2] } });
    for (let count = 0; count < 60; count += 1)
      expect((await performer.next('mode-change')).data).toMatchObject({ mode: MODES[count % 2] });
    performer.close();
  });

  test('a moment quotes the twin, and nobody puts words in its mouth', async () => {
    const { session, performer } = await performed();
    const said = { ...session, user_message: 'I think our marmalade cat runs the office.', is_performer_mode: true };
    expect((await scene.app.call('agent_reply', said)).status).toBe(200);
    const { rows } = await scene.app.pool.query<{ text: string; turn_id: string }>(
      `SELECT text, turn_id FROM utterances WHERE session_id = $1 AND speaker = 'agent' ORDER BY seq LIMIT 1`,
      [session.session_id],
    );
    const [line] = rows;
    const quote = line?.text.slice(0, 12).trim();
    performer.send({ type: 'moment-registered', data: { content: quote } });
    expect((await performer.next('moment-registered')).data).toMatchObject({ content: quote, turn_id: line?.turn_id });
    const forged = 'I hereby promise everybody a refund.';
    performer.send({ type: 'moment-registered', data: { content: forged } });
    const { data } = await performer.next('moment-registered');
    expect(data['type']).toBe('saved');
    expect(data['content']).not.toBe(forged);
    performer.close();
  });

  test('a command before there is a show is refused', async () => {
    const session = await scene.app.session();
    const performer = await open(session.session_id, { session_secret: session.session_secret });
    performer.send({ type: 'mode-change', data: { mode: 'comedy' } });
    expect((await performer.next('error')).data).toMatchObject({ code: 'no_show' });
    performer.close();
  });
});

describe('what a director does', () => {
  test('the performer hears of it, except of hints and words', async () => {
    const { session, performer } = await performed();
    const director = await open(session.session_id, { access_token: tokenOf('admin') });
    await director.next('context-update');
    director.send({ type: 'hint', data: { text: 'mention the lighthouse' } });
    expect((await director.next('hint')).data).toEqual({ text: 'mention the lighthouse' });
    director.send({ type: 'mode-change-request', data: { mode: 'storytelling' } });
    expect((await performer.next('mode-change-request')).data).toEqual({ mode: 'storytelling' });
    expect((await performer.next('mode-change')).data).toEqual({ mode: 'storytelling', by: 'director' });
    director.send({ type: 'energy-adjustment', data: { delta: 2 } });
    expect((await performer.next('energy-adjustment')).data).toEqual({ delta: 2 });
    director.send({ type: 'audience-update', data: { engagement: 9 } });
    expect((await performer.next('audience-update')).data).toEqual({ engagement: 9 });
    await expect
      .poll(() => performer.messages.findLast(({ type }) => type === 'context-update')?.data)
      .toMatchObject({ energy: 7, engagement: 9, mode: 'storytelling' });
    await scene.app.call('agent_reply', {
      ...session,
      user_message: 'We have a marmalade cat in the office.',
      is_performer_mode: true,
    });
    expect((await director.next('words')).data).toMatchObject({ visitor: 'We have a marmalade cat in the office.' });
    director.send({ type: 'command', data: { action: 'save-moment' } });
    expect((await performer.next('command')).data).toEqual({ action: 'save-moment' });
    expect((await performer.next('moment-registered')).data).toMatchObject({ type: 'saved' });
    director.send({ type: 'command', data: { action: 'reset' } });
    await performer.next('command');
    await expect
      .poll(() => performer.messages.findLast(({ type }) => type === 'context-update')?.data)
      .toMatchObject({ energy: 5, engagement: 5, threads: [] });
    expect(JSON.stringify(performer.messages)).not.toContain('lighthouse');
    expect(performer.messages.filter(({ type }) => type === 'words' || type === 'hint')).toEqual([]);
    director.close();
    performer.close();
  });

  test('who loses the role loses the connection', async () => {
    const { session, performer } = await performed();
    const { id, token } = await testUser(scene.app.accounts, 'admin');
    const director = await open(session.session_id, { access_token: token });
    await director.next('ready');
    await scene.ask(`/users/${id}`, { method: 'PATCH', role: 'owner', body: JSON.stringify({ role: 'viewer' }) });
    expect(await director.closed).toBe(SHOW_CLOSE.forbidden);
    performer.close();
  });
});

describe('connections', () => {
  test('that do not say who they are close with 4401', async () => {
    const quick = await ownerScene({}, { intervals: { showInitMs: 50 } });
    const { session_id } = await quick.app.session();
    expect(await (await openShow(quick.app.url, session_id, null)).closed).toBe(SHOW_CLOSE.unauthorized);
    await quick.app.close();
  });

  test('whose peer is dead are closed; living ones are not', async () => {
    const quick = await ownerScene({}, { intervals: { showHeartbeatMs: 100, showInitMs: 60_000 } });
    const session = await quick.app.session();
    const living = await openShow(quick.app.url, session.session_id, { session_secret: session.session_secret });
    await living.next('ready');
    // A peer that never answers a ping.
    const dead = await openSocket(quick.app.url);
    dead.write(
      `GET /podcast/${session.session_id} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const began = performance.now();
    dead.resume();
    await new Promise((resolve) => dead.once('close', resolve));
    expect(performance.now() - began).toBeGreaterThan(90);
    living.send({ type: 'podcast-started' });
    await living.next('podcast-started');
    living.close();
    await quick.app.close();
  });

  test('of one show are at most 20', async () => {
    const session = await scene.app.session();
    const all = await Promise.all(
      Array.from({ length: 21 }, () => open(session.session_id, { session_secret: session.session_secret })),
    );
    expect(await Promise.race(all.map(({ closed }) => closed))).toBe(1013);
    for (const socket of all) socket.close();
  });

  test('close with 1012 when the server stops', async () => {
    const other = await ownerScene();
    const session = await other.app.session();
    const socket = await openShow(other.app.url, session.session_id, { session_secret: session.session_secret });
    await socket.next('ready');
    const stopped = other.app.close();
    expect(await socket.closed).toBe(SHOW_CLOSE.stopping);
    await stopped;
  });
});
