import { SHOW_CLOSE } from '@understudy/contract/show';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { testUser } from '../../testing/owners.ts';
import { openShow, type ShowSocket } from '../../testing/show-socket.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

const tokenOf = (role: 'viewer' | 'admin' | 'owner') => scene.token(role).authorization.replace('Bearer ', '');
const open = (sessionId: string, init: object | null): Promise<ShowSocket> => openShow(scene.app.url, sessionId, init);

const say = (session: object, user_message: string) =>
  scene.app.call('agent_reply', { ...session, user_message, is_performer_mode: true });

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
    const quote = line?.text.split(' ').slice(0, 4).join(' ');
    performer.send({ type: 'moment-registered', data: { content: quote } });
    expect((await performer.next('moment-registered')).data).toMatchObject({ content: quote, turn_id: line?.turn_id });
    // What nobody said, and a letter or a word of what was said.
    const forged = ['I hereby promise everybody a refund.', line?.text[0], line?.text.split(' ')[0]];
    for (const content of forged) {
      performer.send({ type: 'moment-registered', data: { content } });
      expect((await performer.next('error')).data, content).toMatchObject({ code: 'not_said' });
    }
    const { rows: kept } = await scene.app.pool.query<{ contents: string[] }>(
      `SELECT ARRAY(
         SELECT m ->> 'content' FROM jsonb_array_elements(state -> 'moments') AS m WHERE m ->> 'type' = 'saved'
       ) AS contents FROM shows WHERE session_id = $1`,
      [session.session_id],
    );
    expect(kept[0]?.contents).toEqual([quote]);
    performer.close();
  });

  test('a callback brings back what the visitor said in this show, and nothing else', async () => {
    const { session, performer } = await performed();
    await scene.app.call('agent_reply', { ...session, user_message: 'Our boiler has a nickname.' });
    await say(session, 'There is a moose in my kitchen, of all places.');
    await say(session, 'My doctor says that I have diabetes, with a purple folder.');
    const refused = [
      'Orla is a fraud',
      // Said, but not in the show, and said with something private.
      'a nickname',
      'a purple folder',
      // Too little to come back to.
      'a',
    ];
    for (const setup of refused) {
      performer.send({ type: 'callback-available', data: { setup, context: 'I said so', quality: 10 } });
      expect((await performer.next('error')).data, setup).toMatchObject({ code: 'not_said' });
    }
    performer.send({ type: 'callback-available', data: { setup: 'of all places', context: 'I said so' } });
    await expect
      .poll(() => performer.messages.findLast(({ type }) => type === 'callback-available')?.data)
      .toMatchObject({ setup: 'of all places', context: 'There is a moose in my kitchen, of all places.' });
    const { rows } = await scene.app.pool.query<{ state: string }>(
      'SELECT state::text FROM shows WHERE session_id = $1',
      [session.session_id],
    );
    expect(rows[0]?.state).not.toMatch(/fraud|nickname|purple|I said so/);
    performer.close();
  });

  test('words that look like an escape of JSON are kept as they are, and the show goes on', async () => {
    const { session, performer } = await performed();
    const director = await open(session.session_id, { access_token: tokenOf('admin') });
    await director.next('ready');
    const line = 'Our moose has a sign that says \\u0000 and \\ud800.';
    await say(session, line);
    expect((await director.next('words')).data).toMatchObject({ visitor: line });
    director.close();
    performer.close();
  });

  test("a director's flood does not slow the others", async () => {
    const { session, performer } = await performed();
    const loud = await open(session.session_id, { access_token: tokenOf('owner') });
    const quiet = await open(session.session_id, { access_token: tokenOf('admin') });
    await quiet.next('context-update');
    const flooding = setInterval(() => {
      for (let count = 0; count < 50; count += 1) loud.send({ type: 'context-update', data: {} });
    }, 50);
    expect(await loud.closed).toBe(SHOW_CLOSE.flood);
    clearInterval(flooding);
    // As many as may come at once; with the other's flood, none were left for a while.
    for (let count = 0; count < 40; count += 1) quiet.send({ type: 'dance', data: {} });
    quiet.send({ type: 'mode-change-request', data: { mode: 'debate' } });
    expect((await performer.next('mode-change')).data).toEqual({ mode: 'debate', by: 'director' });
    quiet.close();
    performer.close();
  });

  test("a show's performers share one allowance, and their messages make few views", async () => {
    const { session, performer } = await performed();
    // Something to save: what the twin has said.
    await scene.app.call('agent_reply', { ...session, user_message: 'Hello there', is_performer_mode: true });
    const second = await open(session.session_id, { session_secret: session.session_secret });
    await second.next('context-update');
    const began = performance.now();
    for (let count = 0; count < 35; count += 1)
      for (const socket of [performer, second]) socket.send({ type: 'moment-registered', data: {} });
    for (let count = 0; count < 70; count += 1) await performer.next('moment-registered');
    const elapsedMs = performance.now() - began;
    const views = performer.messages.filter(({ type }) => type === 'context-update');
    expect(views.length).toBeLessThanOrEqual(elapsedMs / 100 + 3);
    await expect.poll(() => second.messages.at(-1)?.type).toBe('context-update');
    for (const socket of [performer, second]) socket.close();
  });

  test('what the database cannot keep is taken out of texts', async () => {
    const { session, performer } = await performed();
    await say(session, 'Somebody wrote ab\ufffdc on the old whiteboard.');
    performer.send('{"type":"callback-available","data":{"setup":"a\\u0000b\\ud800c"}}');
    await expect
      .poll(() => performer.messages.filter(({ type }) => type === 'callback-available').at(-1)?.data)
      .toMatchObject({ setup: 'ab\ufffdc', context: 'Somebody wrote ab\ufffdc on the old whiteboard.' });
    performer.close();
  });

  test('a number that no message can have is no init', async () => {
    const session = await scene.app.session();
    const socket = await open(session.session_id, { session_secret: session.session_secret, after: 2 ** 31 });
    expect(await socket.closed).toBe(SHOW_CLOSE.unauthorized);
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
    director.send({ type: 'hint', data: { text: 'mention the narwhal' } });
    expect((await director.next('hint')).data).toEqual({ text: 'mention the narwhal' });
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
    expect(JSON.stringify(performer.messages)).not.toContain('narwhal');
    expect(performer.messages.filter(({ type }) => type === 'words' || type === 'hint')).toEqual([]);
    director.close();
    performer.close();
  });

  test('sees what waits for a reply that has room for it, and takes it back', async () => {
    const { session, performer } = await performed();
    const director = await open(session.session_id, { access_token: tokenOf('admin') });
    const viewOf = ({ messages }: typeof director) => messages.findLast(({ type }) => type === 'context-update')?.data;
    const data = { setup: 'our moose', context: '', quality: 8 };
    await say(session, 'There is our moose in the kitchen, of all places.');
    performer.send({ type: 'callback-available', data });
    const callbacks = () => (viewOf(director)?.['callbacks'] ?? []) as { id: string; setup: string }[];
    const id = () => callbacks().find(({ setup }) => setup === data.setup)?.id;
    await expect.poll(id).toBeTruthy();
    expect(viewOf(director)?.['waiting']).toEqual({ hint: null, callback: null });
    director.send({ type: 'hint', data: { text: 'mention the narwhal' } });
    director.send({ type: 'command', data: { action: 'use-callback', id: id() } });
    const waiting = { hint: 'mention the narwhal', callback: id() };
    await expect.poll(() => viewOf(director)?.['waiting']).toEqual(waiting);
    // Beside a grave there is no room for either.
    await say(session, 'My father died yesterday and I cannot stop crying.');
    const said = () => director.messages.findLast(({ type }) => type === 'words')?.data;
    await expect.poll(said).toMatchObject({ visitor: expect.stringContaining('father'), hint: null });
    await expect.poll(() => viewOf(director)?.['turns']).toBe(2);
    expect(viewOf(director)?.['waiting']).toEqual(waiting);
    director.send({ type: 'command', data: { action: 'drop-hint' } });
    director.send({ type: 'command', data: { action: 'drop-callback' } });
    await expect.poll(() => viewOf(director)?.['waiting']).toEqual({ hint: null, callback: null });
    expect(callbacks().find((one) => one.id === waiting.callback)).toMatchObject({ used: false });
    expect(JSON.stringify(performer.messages)).not.toMatch(/narwhal|drop-hint|"waiting"/);
    director.close();
    performer.close();
  });

  test('is in the audit log, by its kind only', async () => {
    const { session, performer } = await performed();
    const director = await open(session.session_id, { access_token: tokenOf('admin') });
    director.send({ type: 'hint', data: { text: 'mention the lighthouse' } });
    director.send({ type: 'command', data: { action: 'save-moment' } });
    await director.next('command');
    const { rows } = await scene.app.pool.query(
      `SELECT action, detail FROM audit_log WHERE detail ->> 'session_id' = $1 ORDER BY id`,
      [session.session_id],
    );
    expect(rows).toEqual([
      { action: 'show_watched', detail: { session_id: session.session_id } },
      { action: 'show_directed', detail: { session_id: session.session_id, kind: 'hint' } },
      { action: 'show_directed', detail: { session_id: session.session_id, kind: 'save-moment' } },
    ]);
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
