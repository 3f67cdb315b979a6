import { SHOW_CLOSE } from '@understudy/contract/show';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { numbersOf, openShow, type ShowSocket } from '../../testing/show-socket.ts';
import { readShow } from './show-store.ts';

let database: TestDatabase;
let here: OwnerScene;
let there: OwnerScene;
beforeAll(async () => {
  database = await testDatabase();
  const shared = { DATABASE_URL: database.url };
  here = await ownerScene(shared, { database });
  there = await ownerScene(shared, { database });
});
afterAll(async () => {
  await here.app.close();
  await there.app.close();
  await database.close();
});

const tokenOf = (scene: OwnerScene) => scene.token('admin').authorization.replace('Bearer ', '');
const say = (scene: OwnerScene, session: object, user_message: string) =>
  scene.app.call('agent_reply', { ...session, user_message, is_performer_mode: true });
const lastView = ({ messages }: ShowSocket) => messages.findLast(({ type }) => type === 'context-update')?.data;

/** A show with its performer here and a director there. */
async function bothSides() {
  const session = await here.app.session();
  const performer = await openShow(here.app.url, session.session_id, { session_secret: session.session_secret });
  await performer.next('ready');
  performer.send({ type: 'podcast-started' });
  await performer.next('podcast-started');
  const director = await openShow(there.app.url, session.session_id, { access_token: tokenOf(there) });
  await director.next('podcast-started');
  return { session, performer, director };
}

test('a director on another instance than the visitor sees and steers the show', async () => {
  const { session, performer, director } = await bothSides();
  director.send({ type: 'mode-change-request', data: { mode: 'debate' } });
  expect((await performer.next('mode-change')).data).toEqual({ mode: 'debate', by: 'director' });
  // Neither instance has heard from the other but by the database; the turn is taken in the director's mode.
  await say(here, session, 'I think our marmalade cat runs the office.');
  expect((await director.next('words')).data).toMatchObject({ visitor: 'I think our marmalade cat runs the office.' });
  expect((await director.next('response-processed')).data).toMatchObject({ mode: 'debate' });
  await expect.poll(() => lastView(director)).toMatchObject({ turns: 1, mode: 'debate' });
  const waiting = { hint: null, callback: null };
  await expect.poll(() => ({ ...lastView(performer), waiting })).toEqual(lastView(director));
  performer.close();
  director.close();
});

test('any instance takes the next turn of a show from where the last one left it', async () => {
  const session = await here.app.session();
  const { session_id: id } = session;
  // Nobody watches, so that no instance is told of the other's turns.
  for (const [index, scene] of [here, there, here, there, there, here].entries()) {
    await say(scene, session, `We moved to a harbour office number ${index}.`);
    expect((await readShow(database.pool, id))?.show?.state.turns).toBe(index + 1);
  }
  const turns = await database.pool.query<{ data: { twin: string } }>(
    `SELECT data FROM show_events WHERE session_id = $1 AND type = 'words' ORDER BY seq`,
    [id],
  );
  expect(turns.rowCount).toBe(6);
  const replies = turns.rows.map(({ data }) => data.twin);
  // An instance that did not know the used lines would repeat one.
  expect(new Set(replies).size).toBe(replies.length);
  const { rows } = await database.pool.query('SELECT seq FROM show_events WHERE session_id = $1 ORDER BY seq', [id]);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
});

test('the state of a show survives a restart, and another instance takes it over', async () => {
  const first = await ownerScene({ DATABASE_URL: database.url }, { database });
  const session = await first.app.session();
  await say(first, session, 'We have a plant that nobody waters.');
  const before = (await readShow(database.pool, session.session_id))?.show?.state;
  await first.app.close();
  const second = await ownerScene({ DATABASE_URL: database.url }, { database });
  const socket = await openShow(second.app.url, session.session_id, { session_secret: session.session_secret });
  expect((await socket.next('context-update')).data).toMatchObject({
    turns: 1,
    started_at: new Date(before?.startedAt ?? 0).toISOString(),
    callbacks: before?.callbacks.map(({ setup }) => ({ setup })),
  });
  await say(second, session, 'And a lift that only goes down.');
  await expect.poll(() => lastView(socket)).toMatchObject({ turns: 2 });
  socket.close();
  await second.app.close();
});

test('who comes back with the number of the last message gets every later one once', async () => {
  const { session, performer, director } = await bothSides();
  director.send({ type: 'mode-change-request', data: { mode: 'comedy' } });
  await performer.next('mode-change');
  const after = Math.max(...numbersOf(performer));
  const seen = numbersOf(performer);
  performer.close();
  await performer.closed;
  director.send({ type: 'mode-change-request', data: { mode: 'riffing' } });
  director.send({ type: 'energy-adjustment', data: { delta: 1 } });
  await director.next('energy-adjustment');
  // It comes back at the other instance.
  const again = await openShow(there.app.url, session.session_id, { session_secret: session.session_secret, after });
  await again.next('energy-adjustment');
  director.send({ type: 'energy-adjustment', data: { delta: 2 } });
  await again.next('energy-adjustment');
  const numbers = [...seen, ...numbersOf(again)];
  expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two));
  const { rows } = await database.pool.query(
    'SELECT seq FROM show_events WHERE session_id = $1 AND NOT is_private ORDER BY seq',
    [session.session_id],
  );
  expect(numbers).toEqual(rows.map(({ seq }) => seq));
  // A number of another show, or of the future, costs nobody the messages to come.
  const lost = await openShow(here.app.url, session.session_id, {
    session_secret: session.session_secret,
    after: 999_999,
  });
  await lost.next('context-update');
  director.send({ type: 'energy-adjustment', data: { delta: -1 } });
  expect((await lost.next('energy-adjustment')).data).toEqual({ delta: -1 });
  for (const socket of [again, director, lost]) socket.close();
});

test('messages that came while the database was not listened to are delivered when it is again', async () => {
  const { performer, director } = await bothSides();
  const killed = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN %'`,
  );
  expect(killed.rowCount).toBeGreaterThanOrEqual(2);
  director.send({ type: 'mode-change-request', data: { mode: 'philosophical' } });
  expect((await performer.next('mode-change')).data).toMatchObject({ mode: 'philosophical' });
  director.send({ type: 'mode-change-request', data: { mode: 'comedy' } });
  expect((await performer.next('mode-change')).data).toMatchObject({ mode: 'comedy' });
  const numbers = numbersOf(performer);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two));
  performer.close();
  director.close();
});

test('twenty commands at once from two instances are all done, in one order for everybody', async () => {
  const { session, performer, director } = await bothSides();
  await say(here, session, 'I think our marmalade cat runs the office.');
  await director.next('response-processed');
  for (let count = 0; count < 10; count += 1) {
    performer.send({ type: 'moment-registered', data: {} });
    director.send({ type: 'audience-update', data: { engagement: count } });
  }
  for (let count = 0; count < 10; count += 1) {
    await director.next('moment-registered');
    await performer.next('audience-update');
  }
  // The last view may come a little after the messages.
  await expect.poll(() => lastView(performer)).toMatchObject({ engagement: 9 });
  await expect.poll(() => lastView(performer)?.['moments']).toHaveLength(10);
  // Only a director hears the words.
  const order = ({ messages }: ShowSocket) =>
    messages.filter(({ type }) => type !== 'context-update' && type !== 'words').slice(1);
  await expect.poll(() => order(director)).toEqual(order(performer));
  performer.close();
  director.close();
});

test('an erasure and an end without consent close the connections of every instance', async () => {
  const { session, performer, director } = await bothSides();
  const body = JSON.stringify({ session_id: session.session_id });
  const ask = (path: string, text: string) =>
    here.ask(`/danger/${path}`, { method: 'POST', role: 'owner', body: text });
  await here.app.parts.memoryQueue.settled();
  const { total } = (await ask('erase-visitor/preview', body)).body;
  const confirmed = JSON.stringify({ session_id: session.session_id, confirm_rows: total });
  expect((await ask('erase-visitor', confirmed)).status).toBe(200);
  expect(await performer.closed).toBe(SHOW_CLOSE.ended);
  expect(await director.closed).toBe(SHOW_CLOSE.ended);
  const unkept = await here.app.session(false);
  const secret = { session_secret: unkept.session_secret };
  const sockets = [
    await openShow(here.app.url, unkept.session_id, secret),
    await openShow(there.app.url, unkept.session_id, secret),
  ];
  for (const socket of sockets) await socket.next('ready');
  await there.app.call('end_session', unkept);
  for (const socket of sockets) expect(await socket.closed).toBe(SHOW_CLOSE.ended);
});

test('no connection is held once nobody watches', async () => {
  const listening = async () =>
    (
      await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN shows'`,
      )
    ).rowCount;
  await expect.poll(listening).toBe(0);
});
