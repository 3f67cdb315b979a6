import { randomUUID } from 'node:crypto';
import type { ShowView } from '@understudy/contract/show';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { openShow, type ShowSocket } from '../../testing/show-socket.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene({ RATE_LIMIT_SCALE: '100' });
});
afterAll(() => scene.app.close());

const LINE = 'I keep a rusty zeppelin called Archibald in the attic.';
const ERASED = /zeppelin|Archibald/i;
const text = (value: unknown) => JSON.stringify(value);
const viewOf = ({ messages }: ShowSocket) =>
  messages.findLast(({ type }) => type === 'context-update')?.data as ShowView | undefined;

test('a message that its visitor erases leaves the running show, its pages and its twin', async () => {
  const { app } = scene;
  const visitor = newVisitor();
  const session = await startAs(app, visitor);
  const say = async (user_message: string) => {
    const body = { ...session, turn_id: randomUUID(), user_message, is_performer_mode: true };
    return String((await app.call('agent_reply', body)).body['text']);
  };
  const said = [await say('Hello, nice stage.'), await say(LINE), await say('haha')];
  const performer = await openShow(app.url, session.session_id, { session_secret: session.session_secret });
  const token = scene.token('owner').authorization.replace('Bearer ', '');
  const watch = () => openShow(app.url, session.session_id, { access_token: token });
  const director = await watch();
  await expect.poll(() => text(viewOf(director))).toMatch(ERASED);
  director.send({ type: 'command', data: { action: 'use-callback', id: viewOf(director)?.callbacks[0]?.id } });
  director.send({ type: 'hint', data: { text: 'Mention the zeppelin again' } });
  await director.next('hint');
  const { body } = await app.call('my_conversation', { ...visitor, conversation_id: session.session_id });
  const line = body.lines.find((one: { text: string }) => one.text === LINE);
  const { status } = await app.call('erase_my_data', { ...visitor, scope: 'message', ids: [line.id] });
  expect(status).toBe(200);

  for (const socket of [performer, director]) await expect.poll(() => text(viewOf(socket))).not.toMatch(ERASED);
  const { data } = await director.next('messages-erased');
  const words = director.messages.filter(({ type, data: { visitor: theirs } }) => type === 'words' && theirs === LINE);
  expect(data['seqs']).toEqual(expect.arrayContaining(words.map(({ seq }) => seq)));
  const heard = performer.messages.length;
  const later = await watch();
  await expect.poll(() => viewOf(later)?.turns).toBe(3);
  expect(text(later.messages)).not.toMatch(ERASED);

  const more = [await say('ok'), await say('I keep a green lantern in Gouda.'), await say('haha'), await say('go on')];
  expect(text(more)).not.toMatch(ERASED);
  // The show goes on: it has been opened.
  expect(more[0]).not.toBe(said[0]);
  for (const socket of [performer, director, later]) await expect.poll(() => viewOf(socket)?.turns).toBe(7);
  expect(text(performer.messages.slice(heard))).not.toMatch(ERASED);
  for (const socket of [performer, director, later]) socket.close();
}, 60_000);

test('the twin’s later lines lose what they had called back to', async () => {
  const { app } = scene;
  const visitor = newVisitor();
  const session = await startAs(app, visitor);
  const say = (user_message: string) => app.call('agent_reply', { ...session, user_message, is_performer_mode: true });
  await say('Hello, nice stage.');
  await say(LINE);
  await say('haha');
  await say('It rained on Tuesday.');
  // When the twin comes back to something is chance: here it does.
  // So is what the engine picks out of a line: the visitor's page adds one.
  const data = { setup: 'rusty zeppelin', context: '', quality: 8 };
  await app.parts.shows.command(session.session_id, { by: 'performer', message: { type: 'callback-available', data } });
  const show = await app.parts.shows.conversation(session.session_id);
  const setups = show?.show?.state.callbacks.map(({ setup }) => setup).filter((setup) => ERASED.test(setup)) ?? [];
  expect(setups, text(show?.show?.state)).not.toEqual([]);
  await app.pool.query(
    `UPDATE utterances SET text = 'Wet by now: ' || $2
     WHERE id = (SELECT id FROM utterances WHERE session_id = $1 AND speaker = 'agent' ORDER BY seq DESC LIMIT 1)`,
    [session.session_id, setups.join(', ')],
  );
  const lines = async () =>
    (await app.call('my_conversation', { ...visitor, conversation_id: session.session_id })).body.lines;
  const before = await lines();
  const line = before.find((one: { text: string }) => one.text === LINE);
  const { body: erased } = await app.call('erase_my_data', { ...visitor, scope: 'message', ids: [line.id] });
  const left = await lines();
  expect(text(left)).not.toMatch(ERASED);
  expect(left.at(-1).text).toMatch(/^Wet by now: .*\[deleted\]/);
  expect(left).toHaveLength(before.length - erased.counts.utterances);
}, 60_000);

/** A stopped show with the line, and a later one of the same visitor that is on, and has come back to it. */
async function twoShows() {
  const { app } = scene;
  const visitor = newVisitor();
  const command = (id: string, type: 'podcast-stopped' | 'podcast-started') =>
    app.parts.shows.command(id, { by: 'performer', message: { type, data: {} } });
  const sayIn = (session: object) => (user_message: string) =>
    app.call('agent_reply', { ...session, user_message, is_performer_mode: true });
  const first = await startAs(app, visitor);
  for (const line of ['Hello, nice stage.', LINE, 'haha']) await sayIn(first)(line);
  // What the engine picks out of a line is chance: the visitor's page adds one.
  const data = { setup: 'rusty zeppelin', context: '', quality: 9 };
  await app.parts.shows.command(first.session_id, { by: 'performer', message: { type: 'callback-available', data } });
  await command(first.session_id, 'podcast-stopped');
  await app.call('end_session', first);
  const later = await startAs(app, visitor);
  for (const line of ['Hello again.', 'I keep a green lantern in Gouda.', 'haha']) await sayIn(later)(line);
  await app.pool.query(
    `UPDATE utterances SET text = 'Back to the rusty zeppelin.'
     WHERE id = (SELECT id FROM utterances WHERE session_id = $1 AND speaker = 'agent' ORDER BY seq DESC LIMIT 1)`,
    [later.session_id],
  );
  await command(later.session_id, 'podcast-stopped');
  await app.call('rate_episode', { ...later, rating: 5, publish: true });
  const published = { method: 'PATCH', body: JSON.stringify({ published: true }) };
  const { slug } = (await scene.ask(`/shows/${later.session_id}`, published)).body;
  const all = async () => {
    const tables = ['shows', 'show_memories', 'show_events', 'utterances', 'turns'];
    const rows = tables.map((table) =>
      app.pool.query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE session_id = $1`, [later.session_id]),
    );
    return text((await Promise.all(rows)).map((one) => one.rows));
  };
  expect(await all()).toMatch(ERASED);
  const page = async () => (await fetch(`${app.url}/api/episodes/${slug}`)).status;
  expect(await page()).toBe(200);
  return { visitor, first, later, all, page };
}

test('a later episode forgets what it recalls of an erased message, and its page goes', async () => {
  const { visitor, first, later, all, page } = await twoShows();
  const { app } = scene;
  const { body } = await app.call('my_conversation', { ...visitor, conversation_id: first.session_id });
  const { id } = body.lines.find((one: { text: string }) => one.text === LINE);
  expect((await app.call('erase_my_data', { ...visitor, scope: 'message', ids: [id] })).status).toBe(200);
  expect(await all()).not.toMatch(ERASED);
  expect(await all()).toMatch(/green lantern/);
  expect(await page()).toBe(404);
  const show = await app.parts.shows.conversation(later.session_id);
  expect(show?.show?.state.episode).toBe(2);
  const third = await startAs(app, visitor);
  await app.call('agent_reply', { ...third, user_message: 'Hello.', is_performer_mode: true });
  expect(text((await app.parts.shows.conversation(third.session_id))?.show?.state)).not.toMatch(ERASED);
}, 60_000);

test('so does it when the whole conversation is erased', async () => {
  const { visitor, first, all, page } = await twoShows();
  const body = { ...visitor, scope: 'session', ids: [first.session_id] };
  expect(await scene.app.call('erase_my_data', body)).toMatchObject({ status: 200 });
  expect(await all()).not.toMatch(ERASED);
  expect(await page()).toBe(404);
}, 60_000);
