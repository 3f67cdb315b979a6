import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { questionReader } from '../../features/analytics/analytics.ts';
import { countSession } from '../../features/analytics/count-session.ts';
import { dropIndexes, renewEmptyTables, restoreIndexes } from '../../platform/database/indexes.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { times } from '../../testing/load.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { understand } from '../../testing/understand.ts';
import { fill } from './fill.ts';
import { SEEDED_TABLES } from './statements.ts';
import { readTemplates } from './templates.ts';

const CONVERSATIONS = path.resolve(import.meta.dirname, '../../../bench/leads/train');

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const rows = async (text: string) => (await database.pool.query(text)).rows;

test('sessions come with all that the product makes of a conversation, by people of their own', async () => {
  const templates = await readTemplates(CONVERSATIONS, 60);
  const told: string[] = [];
  const filled = await fill(client, templates, { sessions: 120, days: 10 }, (sentence) => told.push(sentence));
  expect(filled).toMatchObject({ sessions: 120, indexesMs: null });
  expect(told).toEqual(['120 of 120 sessions', 'sums of figures']);
  const [counts] = await rows(`SELECT (SELECT count(*)::int FROM sessions) AS sessions,
    (SELECT count(*)::int FROM summaries) AS summaries, (SELECT count(*)::int FROM transcripts) AS transcripts,
    (SELECT count(DISTINCT visitor_id)::int FROM sessions) AS visitors, (SELECT count(*)::int FROM leads) AS leads,
    (SELECT sum(sessions)::int FROM session_total_changes) AS counted,
    (SELECT count(DISTINCT contact_name)::int FROM sessions) > 20 AS people,
    (SELECT count(DISTINCT started_at::date)::int FROM sessions) >= 7 AS days,
    (SELECT count(DISTINCT extract(hour FROM started_at))::int FROM sessions) > 8 AS hours,
    (SELECT count(*)::int FROM sessions
      WHERE started_at < now() - interval '14 days' OR ended_at > now()) AS misplaced`);
  expect(counts).toEqual({
    sessions: 120,
    summaries: 120,
    transcripts: 120,
    visitors: 100,
    leads: 100,
    counted: 120,
    people: true,
    days: true,
    hours: true,
    misplaced: 0,
  });
});

test('what was asked of a person waits for a week, then it is done', async () => {
  const [asked] = await rows(`SELECT count(*)::int > 3 AS some,
      bool_and((i.status = 'done') = (s.started_at < now() - interval '7 days')) AS answered
    FROM action_items i JOIN sessions s ON s.id = i.session_id WHERE i.key IN ('request:call', 'request:answer')`);
  expect(asked).toEqual({ some: true, answered: true });
});

test('evidence is where it says, the score is the sum of its log, and no mark is left', async () => {
  const quotes = await rows(`SELECT u.text, s.quote, s.from_char, s.to_char
    FROM lead_signals s JOIN utterances u USING (session_id, seq)`);
  expect(quotes.length).toBeGreaterThan(100);
  // Offsets are in UTF-16 units, which PostgreSQL does not count in.
  expect(quotes.filter(({ text, quote, from_char, to_char }) => text.slice(from_char, to_char) !== quote)).toEqual([]);
  const scores = await rows(`SELECT s.id FROM sessions s JOIN lead_signals l ON l.session_id = s.id
    GROUP BY s.id HAVING least(100, greatest(0, sum(l.points))) <> s.lead_score`);
  expect(scores).toEqual([]);
  const marked = await rows(`SELECT 1 FROM utterances WHERE text ~ '[\\x02\\x03]'
    UNION ALL SELECT 1 FROM extracts e WHERE e::text ~ '[\\x02\\x03]|\\\\u000[23]'
    UNION ALL SELECT 1 FROM summaries s WHERE s::text ~ '[\\x02\\x03]|\\\\u000[23]'`);
  expect(marked).toEqual([]);
  const [gaps] = await rows(`SELECT count(*)::int AS count FROM sessions s
    WHERE next_seq <> (SELECT count(*) FROM utterances u WHERE u.session_id = s.id)`);
  expect(gaps).toEqual({ count: 0 });
});

test('what is counted of a seeded conversation is what the product counts of it, and the sums are of all', async () => {
  const twin = await loadSampleTwin();
  const figures = () => rows('SELECT session_id, figures FROM session_figures ORDER BY 1');
  // A seeded conversation has no rejected answers, because its lines are not read for them.
  const questions = () =>
    rows(
      `SELECT session_id, seq, question, key, score FROM unanswered_questions WHERE cause = 'unknown' ORDER BY 1, 2`,
    );
  const before = { figures: await figures(), questions: await questions() };
  expect(before.figures).toHaveLength(120);
  expect(before.questions.length).toBeGreaterThan(2);
  // Rereads every line of them.
  for (const { session_id } of before.figures.slice(0, times(20, 120)))
    await countSession(database.pool, questionReader(twin, understand), session_id);
  expect({ figures: await figures(), questions: await questions() }).toEqual(before);
  expect(await rows('SELECT FROM figure_changes')).toEqual([]);
  const wrong = await rows(`WITH counted AS (
      SELECT 60 AS step, date_trunc('hour', started_at, 'UTC') AS start, f ->> 0 AS name, f ->> 1 AS key,
        sum((f ->> 2)::bigint) AS count, sum((f ->> 3)::bigint) AS sum
      FROM session_figures, jsonb_array_elements(figures) AS f GROUP BY 1, 2, 3, 4
    ), days AS (
      SELECT 1440, date_trunc('day', start, 'UTC') AS day, name, key, sum(count), sum(sum) FROM counted GROUP BY 2, 3, 4
    )
    (SELECT * FROM counted UNION ALL SELECT * FROM days)
    EXCEPT SELECT step, start, name, key, count, sum FROM figure_totals`);
  expect(wrong).toEqual([]);
  const [open] = await rows(`SELECT (SELECT count(*)::int FROM leads WHERE status = 'new') =
    (SELECT sum(count)::int FROM figure_totals WHERE name = 'open_lead' AND step = 15) AS counted`);
  expect(open).toEqual({ counted: true });
}, 120_000);

test('keys and indexes that are taken off come back as they were', async () => {
  const all = () =>
    rows(`SELECT indexdef AS is FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1`);
  const before = await all();
  await client.query('BEGIN');
  const taken = await dropIndexes(client, SEEDED_TABLES);
  expect(taken.length).toBeGreaterThan(20);
  await restoreIndexes(client, taken, () => undefined);
  await client.query('COMMIT');
  expect(await all()).toEqual(before);
});

test('empty tables are given new files, and what stands in the others stays', async () => {
  const files = async () =>
    (await client.query(`SELECT pg_relation_filepath('leads') AS full, pg_relation_filepath('waitlist') AS empty`))
      .rows[0];
  const before = { files: await files(), leads: await rows('SELECT count(*) FROM leads') };
  await client.query('BEGIN');
  await renewEmptyTables(client, ['leads', 'waitlist']);
  const after = await files();
  await client.query('COMMIT');
  expect(after.full).toBe(before.files.full);
  expect(after.empty).not.toBe(before.files.empty);
  expect(await rows('SELECT count(*) FROM leads')).toEqual(before.leads);
});

test('a filling that fails leaves nothing', async () => {
  const before = await rows('SELECT count(*) FROM sessions');
  const templates = await readTemplates(CONVERSATIONS, 2);
  const failing = () => {
    throw new Error('the terminal is gone');
  };
  await expect(fill(client, templates, { sessions: 10, days: 1 }, failing)).rejects.toThrow('the terminal is gone');
  expect(await rows('SELECT count(*) FROM sessions')).toEqual(before);
});
