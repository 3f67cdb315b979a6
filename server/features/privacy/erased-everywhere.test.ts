import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { QueryConfig } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/open-database.ts';
import { collectingLog } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { preparedDataFolder } from '../../testing/database.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { serve } from '../../testing/local-server.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

/** Stands in everything that the visitor leaves, and nowhere else. */
const MARK = 'Zqxcanary';
const EMAIL = `${MARK}@canary.example`.toLowerCase();
/** Another visitor's identity, which has to stay. */
const OTHER = 'Wvutother';

/** All tables of all schemas with the number of their rows that hold a text. */
async function sweep({ app }: OwnerScene, text: string): Promise<Record<string, number>> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ('information_schema', 'pg_toast')
       AND has_table_privilege(c.oid, 'SELECT')`,
  );
  const hits: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await app.pool.query(`SELECT count(*)::int AS n FROM ${name} t WHERE t::text ILIKE $1`, [
      `%${text}%`,
    ]);
    if (rows[0].n > 0) hits[name] = rows[0].n;
  }
  return hits;
}

/** The files of a folder that hold a text, in any case. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (content.toString('latin1').toLowerCase().includes(text.toLowerCase())) found.push(file.slice(folder.length));
  }
  return found;
}

/** Runs statements that may take longer than those of the product. */
async function maintain({ app }: OwnerScene, ...statements: string[]): Promise<void> {
  const client = await app.pool.connect();
  await client.query('SET statement_timeout = 0');
  for (const text of statements) await client.query({ text, query_timeout: 120_000 } as QueryConfig);
  client.release(true);
}

/** A webhook's receiver that never accepts anything. */
async function refusing(): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(503).end()));
  onTestFinished(() => void server.close());
  return `${await serve(server)}/hook`;
}

test('nothing of an erased visitor is left: in no table, no file of the database, no log, no memory', async () => {
  const dataDir = await preparedDataFolder();
  const log: string[] = [];
  const database = await openDatabase({ dataDir, databaseUrl: null });
  const scene = await ownerScene(
    {
      WEBHOOK_URL: await refusing(),
      WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of two').toString('base64')}`,
      LOG_LEVEL: 'debug',
    },
    {
      log,
      database: { pool: database.pool, sealer: database.sealer, database, url: '', close: () => database.close() },
    },
  );
  onTestFinished(() => database.close());
  onTestFinished(() => scene.app.close());
  const { app } = scene;
  const work = startWork(app, { memory: app.parts, log: collectingLog(log) });
  onTestFinished(() => work.stop());
  const say = (session: object, user_message: string, more: object = {}) =>
    app.call('agent_reply', { ...session, user_message, context: { conversation_topic: MARK }, ...more });
  const admin = (path: string, method: string, body: object) => scene.ask(path, { method, body: JSON.stringify(body) });
  const others = await startAs(app, newVisitor());
  await say(others, `Hello, I am Bea ${OTHER} of ${OTHER} Tea.`);

  // A conversation that comes to everything that there is, and has ended.
  const visitor = newVisitor();
  const page = { title: `${MARK} shop`, url: `https://${MARK}.example/shop` };
  const first = await startAs(app, visitor, { page }, { 'user-agent': MARK, referer: page.url });
  await say(first, `Hello, I am Ana ${MARK}, managing director of ${MARK} Bikes. Every order waits. I am at ${EMAIL}.`);
  await say(
    first,
    `We have set aside 20,000 euros for the ${MARK} project, before Easter. I like ${MARK} tea. Call me!`,
  );
  await say(first, `Do you know the ${MARK} method of folding kites?`);
  await app.call('track_event', { ...first, kind: 'cta_clicked', payload: { cta: 'book_call', note: MARK } });
  await app.call('request_call', { ...first, email: EMAIL, wished_time: `Tuesday, ${MARK} time` });
  await app.call('action_items', { ...first, extract_from: 'conversation' });
  await app.call('collect_email', { email: EMAIL, name: MARK, signup_type: 'waitlist' });
  await app.call('end_session', first);
  await expect.poll(async () => (await app.pool.query('SELECT FROM summaries')).rowCount, { timeout: 20_000 }).toBe(1);
  await admin(`/sessions/${first.session_id}/notes`, 'POST', { text: `Call ${MARK}` });
  await scene.ask(`/export?q=${EMAIL}&format=csv&transcripts=yes`, { role: 'owner' });
  await app.call('correct_my_data', { ...visitor, field: 'company', value: `${MARK} & Daughters` });
  // A show whose episode is published.
  const show = await startAs(app, visitor);
  for (const line of [`My office has a ${MARK} plant that nobody waters.`, 'haha yes!', 'Another one about meetings'])
    await say(show, line, { is_performer_mode: true });
  await app.parts.shows.command(show.session_id, {
    by: 'performer',
    message: { type: 'podcast-stopped', data: {} },
  });
  await app.call('end_session', show);
  await app.call('rate_episode', { ...show, rating: 5, publish: true });
  expect((await admin(`/shows/${show.session_id}`, 'PATCH', { published: true })).status).toBe(200);
  // Running, with a reply that was spoken.
  const running = await startAs(app, visitor);
  await say(running, `It is ${MARK} again.`, { speak: true });
  const { body: free } = await app.call('list_slots', { ...running, zone: 'UTC' });
  const { status } = await app.call('book_slot', {
    ...{ ...running, kind: free.slots[0].kind, start: free.slots[0].start, zone: 'UTC', consent: true },
    ...{ name: MARK, email: EMAIL, note: `About ${MARK}` },
  });
  expect(status).toBe(200);
  await app.pool.query('UPDATE turns SET text = $1 WHERE session_id = $2', [MARK, first.session_id]);
  // A message that waits, and a job that names the conversation.
  await app.pool.query(
    `INSERT INTO webhook_messages (session_id, reason, threshold, lead_score, problem, gave_up_at, attempts)
     VALUES ($1, 'complaint', 0, 80, $2, now(), 13)`,
    [first.session_id, `refused for ${MARK}`],
  );
  await app.pool.query("INSERT INTO job_requests (name, key) VALUES ('nobody_answers_this', $1)", [first.session_id]);
  await app.parts.memoryQueue.settled();
  await app.pool.query('ANALYZE');
  const marked = [MARK, visitor.visitor_id, first.session_id, show.session_id, running.session_id];
  const before = await sweep(scene, MARK);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(
      [
        ...['sessions', 'utterances', 'events', 'extracts', 'lead_signals', 'leads', 'memories', 'notes', 'waitlist'],
        ...['summaries', 'action_items', 'audit_log', 'turns', 'shows', 'show_events', 'show_memories', 'transcripts'],
        ...['visitor_corrections', 'webhook_messages', 'bookings'],
      ].map((table) => `public.${table}`),
    ),
  );
  expect(await filesWith(dataDir, MARK)).not.toEqual([]);

  const address = EMAIL;
  const { body: receipt } = await app.call('erase_my_data', { ...visitor, scope: 'all' });
  expect(receipt.counts).toMatchObject({ sessions: 3, notes: 1 });
  // What an address left without a conversation is erased by the address: by a mailed link, or by the owner.
  const byOwner = { email: address, confirm: address };
  expect(
    (await scene.ask('/danger/erase-visitor', { method: 'POST', role: 'owner', body: JSON.stringify(byOwner) })).status,
  ).toBe(200);
  expect((await say(running, 'Hello?')).status).toBe(401);
  // Sums are rolled up, and the planner's statistics renewed, by jobs.
  await expect
    .poll(async () => Object.assign({}, ...(await Promise.all(marked.map((text) => sweep(scene, text))))), {
      timeout: 60_000,
      interval: 500,
    })
    .toEqual({});
  expect(Object.keys(await sweep(scene, OTHER))).toContain('public.utterances');

  // What the database has deleted stays in its files until the space is used again: a compaction ends that.
  await maintain(scene, 'ALTER SYSTEM SET wal_recycle = off', 'SELECT pg_reload_conf()', 'VACUUM (FULL, ANALYZE)');
  for (let i = 0; i < 2; i += 1) await maintain(scene, 'SELECT pg_switch_wal()', 'CHECKPOINT');
  for (const text of marked) expect({ text, files: await filesWith(dataDir, text) }).toEqual({ text, files: [] });
  expect(await filesWith(dataDir, OTHER)).not.toEqual([]);
  const logged = log.join('\n');
  expect(logged).not.toBe('');
  expect(logged.toLowerCase()).not.toContain(MARK.toLowerCase());
}, 240_000);

test('nothing of an erased message of a running show is left in any table, and the show goes on', async () => {
  const scene = await ownerScene();
  const { app } = scene;
  onTestFinished(() => app.close());
  const work = startWork(app, { memory: app.parts });
  onTestFinished(() => work.stop());
  const visitor = newVisitor();
  const show = await startAs(app, visitor);
  const say = (user_message: string) => app.call('agent_reply', { ...show, user_message, is_performer_mode: true });
  const line = `Our office has a ${MARK} plant that nobody waters.`;
  for (const said of ['Hello there', line, 'haha', 'What a week, we moved the printer.']) await say(said);
  const direct = (message: object) => app.parts.shows.command(show.session_id, { by: 'director', message } as never);
  await direct({ type: 'command', data: { action: 'use-callback' } });
  await direct({ type: 'command', data: { action: 'save-moment' } });
  await direct({ type: 'hint', data: { text: `Mention the ${MARK} plant` } });
  await say('It rained on Tuesday.');
  // When the twin comes back to something is chance: here it does.
  const { rows: setups } = await app.pool.query(
    `SELECT c ->> 'setup' AS setup FROM shows, jsonb_array_elements(state -> 'callbacks') AS c
     WHERE session_id = $1 AND c ->> 'setup' LIKE $2`,
    [show.session_id, `%${MARK}%`],
  );
  expect(setups).not.toEqual([]);
  for (const table of ['utterances', 'turns'])
    await app.pool.query(
      `UPDATE ${table} SET text = text || $2 WHERE session_id = $1
         AND turn_id = (SELECT turn_id FROM utterances WHERE session_id = $1 ORDER BY seq DESC LIMIT 1)
         ${table === 'utterances' ? "AND speaker = 'agent'" : ''}`,
      [show.session_id, ` Again ${setups[0].setup}?`],
    );
  await direct({ type: 'hint', data: { text: `Once more, ${MARK}` } });
  await app.parts.memoryQueue.settled();
  const before = Object.keys(await sweep(scene, MARK));
  expect(before).toEqual(
    expect.arrayContaining(['public.utterances', 'public.turns', 'public.shows', 'public.show_events']),
  );
  const { body } = await app.call('my_conversation', { ...visitor, conversation_id: show.session_id });
  const { id } = body.lines.find(({ text }: { text: string }) => text === line);
  const versions = async () =>
    (await app.pool.query('SELECT version FROM shows WHERE session_id = $1', [show.session_id])).rows[0]?.version;
  const version = await versions();
  expect((await app.call('erase_my_data', { ...visitor, scope: 'message', ids: [id] })).status).toBe(200);
  await expect.poll(() => sweep(scene, MARK), { timeout: 60_000, interval: 500 }).toEqual({});
  expect(await versions()).toBe(version + 1);
}, 120_000);
