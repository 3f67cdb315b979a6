import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../../testing/owner-scene.ts';
import { lockLinks } from '../../leads/index.ts';
import { eraseVisitor } from '../../privacy/erase-visitor.ts';
import { runRetention } from '../../privacy/retention.ts';
import { readRetentionPlan } from '../../privacy/retention-rules.ts';
import { previewMerge, readPerson } from './person-detail.ts';
import { listPeople } from './person-rows.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

test('a merge waits for an erasure, and then finds nobody; an erasure and retention wait for a merge', async () => {
  const { pool } = scene.app;
  const [a, b] = [randomUUID(), randomUUID()];
  for (const visitor_id of [a, b]) {
    await scene.keep({ visitor_id });
    await pool.query('INSERT INTO leads (visitor_id) VALUES ($1)', [visitor_id]);
  }
  const holder = await pool.connect();
  const waiting = async () =>
    (await pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount;
  await holder.query('BEGIN');
  await lockLinks(holder);
  const database = { pool, sealer: scene.app.parts.sealer };
  const erased = eraseVisitor(database, { visitor_id: a });
  await expect.poll(waiting, { interval: 10 }).toBe(1);
  const merged = scene.ask(`/people/${b}/merge`, { method: 'POST', body: JSON.stringify({ with: a }) });
  await expect.poll(waiting, { interval: 10 }).toBe(2);
  await holder.query('COMMIT');
  expect((await erased)?.erasure.visitors).toBe(1);
  expect((await merged).status).toBe(404);
  expect((await pool.query('SELECT FROM person_links')).rowCount).toBe(0);

  await holder.query('BEGIN');
  await lockLinks(holder);
  const run = runRetention(pool, (db) => readRetentionPlan(db));
  await expect.poll(waiting, { interval: 10 }).toBe(1);
  await holder.query('COMMIT');
  holder.release();
  expect(await run).toMatchObject({ state: 'done' });
});

test('a person’s page, a list of merged people and a preview read no table from end to end', async () => {
  const { pool } = scene.app;
  await pool.query(
    `INSERT INTO leads (visitor_id, name, email, email_normalised, tags, lead_score, conversations)
     SELECT gen_random_uuid(), 'P', e, e, CASE WHEN n % 20 = 0 THEN ARRAY['tag ' || n % 7] ELSE '{}' END, n % 100, 1
     FROM generate_series(1, 6000) AS n, LATERAL (VALUES ('p' || n / 2 || '@many.test')) AS v (e)`,
  );
  await pool.query(
    `WITH s AS (INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, ended_at)
       SELECT gen_random_uuid(), visitor_id, sha256(visitor_id::text::bytea), true, '1', 'mentor', now() FROM leads
       RETURNING id, visitor_id)
     INSERT INTO outgoing_mails (key, template, recipient, language, session_id, visitor_id)
     SELECT s.id, 'booking_made', 'p@many.test', 'en', s.id, CASE WHEN s.id::text < '8' THEN s.visitor_id END FROM s`,
  );
  await pool.query('ANALYZE leads, sessions, outgoing_mails, person_links');
  const { rows } = await pool.query<{ id: string }>('SELECT visitor_id AS id FROM leads ORDER BY last_seen_at LIMIT 3');
  const [one = '', , other = ''] = rows.map(({ id }) => id);
  const client = await pool.connect();
  onTestFinished(() => client.release());
  /** How many rows were read, those that this connection has not reported yet included. */
  const reads = async () => {
    const { rows: counts } = await client.query<{ table: string; n: string }>(
      `SELECT relname AS table, seq_tup_read + coalesce(idx_tup_fetch, 0) AS n FROM pg_stat_xact_user_tables
       WHERE relname IN ('leads', 'sessions', 'outgoing_mails', 'extracts', 'utterances', 'action_items')`,
    );
    return new Map(counts.map(({ table, n }) => [table, Number(n)]));
  };
  /** The tables that grow with the visitors of which half was read, and how many statements it took. */
  const cost = async (read: (db: Pool) => Promise<unknown>) => {
    let statements = 0;
    // So that small tables are read whole only where no index could help.
    await client.query('BEGIN; SET LOCAL enable_seqscan = off');
    const counted = {
      query(...args: [string]) {
        statements += 1;
        return client.query(...args);
      },
    };
    const before = await reads();
    await read(counted as unknown as Pool);
    const after = await reads();
    await client.query('COMMIT');
    return {
      whole: [...after].filter(([table, n]) => n - (before.get(table) ?? 0) > 3000).map(([table]) => table),
      statements,
    };
  };
  const reader = { id: randomUUID(), email: 'me@team.test', owner: true };
  expect((await cost((db) => readPerson(db, one, reader))).whole).toEqual([]);
  expect((await cost((db) => previewMerge(db, [one, other]))).whole).toEqual([]);
  const list = { q: null, sort: 'last_seen', cursor: null } as const;
  const [few, many] = [
    await cost((db) => listPeople(db, { ...list, limit: 2 })),
    await cost((db) => listPeople(db, { ...list, limit: 50 })),
  ];
  expect([few.whole, many.whole]).toEqual([[], []]);
  expect(many.statements).toBe(few.statements);
});
