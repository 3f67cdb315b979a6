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
