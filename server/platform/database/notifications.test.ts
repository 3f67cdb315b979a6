import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createLog } from '../log.ts';
import { type NotificationChannel, Notifications } from './notifications.ts';

let database: TestDatabase;
let notifications: Notifications;
let channels: NotificationChannel[];
/** What was heard, in order: `channel payload`, or `channel restored`. */
let heard: string[];
beforeEach(async () => {
  database = await testDatabase();
  notifications = new Notifications(database.pool, createLog('silent'));
  [channels, heard] = [[], []];
});
afterEach(async () => {
  await Promise.all(channels.map((channel) => channel.close()));
  await database.close();
});

function channelOf(name: string): NotificationChannel {
  const channel = notifications.channel(name, {
    heard: (payload) => heard.push(`${name} ${payload}`),
    restored: () => heard.push(`${name} restored`),
  });
  channels.push(channel);
  return channel;
}
const tell = (name: string, payload: string) => database.pool.query('SELECT pg_notify($1, $2)', [name, payload]);
/** Processes of the database that listen, or have listened. */
const listeners = async () =>
  (
    await database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND query LIKE '%LISTEN %'`,
    )
  ).rows.map(({ pid }) => pid);
/** Cuts the connection that listens. */
const cut = async () => {
  for (const pid of await listeners()) await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
};

test('all channels share one connection, which is given back with the last one', async () => {
  const [one, other] = [channelOf('one'), channelOf('other')];
  // Both at once, and one of them twice.
  await Promise.all([one.open(), other.open(), one.open()]);
  expect(await listeners()).toHaveLength(1);
  await tell('one', 'a');
  await tell('other', 'b');
  await expect.poll(() => heard).toEqual(['one a', 'other b']);
  await one.close();
  await tell('one', 'lost');
  await tell('other', 'c');
  await expect.poll(() => heard.slice(2)).toEqual(['other c']);
  await other.close();
  await expect.poll(listeners).toEqual([]);
  // Open again, it hears again.
  await one.open();
  await tell('one', 'd');
  await expect.poll(() => heard.slice(3)).toEqual(['one d']);
});

test('after a break all open channels are listened to again, and told once that they are', async () => {
  const [one, other, closed] = [channelOf('one'), channelOf('other'), channelOf('closed')];
  await Promise.all([one.open(), other.open(), closed.open()]);
  await closed.close();
  await cut();
  // One that is opened meanwhile is among them.
  const late = channelOf('late');
  await late.open();
  await expect
    .poll(() => heard.toSorted(), { timeout: 10_000 })
    .toEqual(expect.arrayContaining(['one restored', 'other restored']));
  for (const name of ['one', 'other', 'late', 'closed']) await tell(name, 'again');
  await expect
    .poll(() => heard.filter((text) => text.endsWith('again')).toSorted())
    .toEqual(['late again', 'one again', 'other again']);
  expect(heard.filter((text) => /^(?:one|other) restored$/.test(text))).toHaveLength(2);
  expect(await listeners()).toHaveLength(1);
});

test('a database that is away at first is listened to once it is there', async () => {
  const connect = database.pool.connect.bind(database.pool);
  let isAway = true;
  // Queries connect with a callback.
  database.pool.connect = ((...callback: []) =>
    isAway && callback.length === 0 ? Promise.reject(new Error('away')) : connect(...callback)) as typeof connect;
  const one = channelOf('one');
  await one.open();
  isAway = false;
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['one restored']);
  await tell('one', 'a');
  await expect.poll(() => heard).toEqual(['one restored', 'one a']);
});

test('closed before the connection is there, and opened again, it holds one connection only', async () => {
  const one = channelOf('one');
  const opening = one.open();
  const closing = one.close();
  await Promise.all([opening, closing, one.open()]);
  await tell('one', 'a');
  await expect.poll(() => heard).toEqual(['one a']);
  await expect.poll(listeners).toHaveLength(1);
  await one.close();
  await expect.poll(listeners).toEqual([]);
});
