import { SHOW_CLOSE } from '@understudy/contract/show';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
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

  test('of one show are at most 3 of performers, the newest, and 17 of directors', async () => {
    const { session, performer } = await performed();
    const come = async (init: object) => {
      const socket = await open(session.session_id, init);
      await socket.next('ready');
      return socket;
    };
    const secret = { session_secret: session.session_secret };
    const newer = [await come(secret), await come(secret), await come(secret)];
    expect(await performer.closed).toBe(SHOW_CLOSE.replaced);
    const directors: ShowSocket[] = [];
    for (let count = 0; count < 17; count += 1) directors.push(await come({ access_token: tokenOf('admin') }));
    expect(await (await open(session.session_id, { access_token: tokenOf('admin') })).closed).toBe(1013);
    newer[0]?.send({ type: 'mode-change', data: { mode: 'debate' } });
    await newer[2]?.next('mode-change');
    for (const socket of [...newer, ...directors]) socket.close();
  });

  test('that do not say who they are keep no performer out: at most 8 of one address behind a proxy', async () => {
    const proxied = await ownerScene(
      { TRUST_PROXY: 'on', RATE_LIMIT_SCALE: '1' },
      { intervals: { showInitMs: 60_000 } },
    );
    const session = await proxied.app.session();
    const come = (address: string, init: object | null) =>
      openShow(proxied.app.url, session.session_id, init, { 'x-forwarded-for': address });
    const strangers: ShowSocket[] = [];
    for (let count = 0; count < 8; count += 1) strangers.push(await come('203.0.113.7', null));
    expect(await (await come('203.0.113.7', null)).closed).toBe(1013);
    const performer = await come('203.0.113.8', { session_secret: session.session_secret });
    await performer.next('ready');
    for (const socket of [...strangers, performer]) socket.close();
    await proxied.app.close();
  });

  test('end with 4410 when the conversation ends; a director comes no more, and a command is refused', async () => {
    const { session, performer } = await performed();
    const director = await open(session.session_id, { access_token: tokenOf('admin') });
    const other = await open(session.session_id, { access_token: tokenOf('admin') });
    await other.next('context-update');
    await director.next('context-update');
    await scene.app.call('end_session', session);
    director.send({ type: 'mode-change-request', data: { mode: 'opera' } });
    director.send({ type: 'mode-change-request', data: { mode: 'debate' } });
    expect(await director.closed).toBe(SHOW_CLOSE.ended);
    await scene.app.parts.shows.finish(session.session_id);
    expect(await performer.closed).toBe(SHOW_CLOSE.ended);
    expect(await other.closed).toBe(SHOW_CLOSE.ended);
    expect(other.messages.map(({ type }) => type)).toContain('podcast-stopped');
    expect(JSON.stringify(other.messages)).not.toContain('debate');
    const late = await open(session.session_id, { access_token: tokenOf('admin') });
    expect(await late.closed).toBe(SHOW_CLOSE.ended);
  });

  test('of directors close with 4403 when the visitor withdraws consent, and the words are gone', async () => {
    const { session, performer } = await performed();
    const director = await open(session.session_id, { access_token: tokenOf('admin') });
    await director.next('context-update');
    await scene.app.call('agent_reply', { ...session, user_message: 'I keep bees.', is_performer_mode: true });
    await director.next('words');
    const { body } = await scene.app.call('withdraw_consent', session);
    expect(body).toMatchObject({ success: true, withdrawn: 1 });
    expect(await director.closed).toBe(SHOW_CLOSE.forbidden);
    const { rows } = await scene.app.pool.query('SELECT type FROM show_events WHERE session_id = $1', [
      session.session_id,
    ]);
    expect(rows.map(({ type }) => type)).not.toContain('words');
    performer.send({ type: 'context-update' });
    expect(await performer.next('ready')).toBeTruthy();
    performer.close();
  });

  test('of a conversation that is not kept end with it too', async () => {
    // Whether or not it had a show, and not only with the next heartbeat.
    const { session, performer } = await performed(false);
    const silent = await scene.app.session(false);
    const socket = await open(silent.session_id, { session_secret: silent.session_secret });
    await socket.next('ready');
    for (const one of [session, silent]) await scene.app.call('end_session', one);
    expect(await performer.closed).toBe(SHOW_CLOSE.ended);
    expect(await socket.closed).toBe(SHOW_CLOSE.ended);
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
