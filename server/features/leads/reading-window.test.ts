import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { readConversation } from './after/outcome.ts';
import { readRunningLines } from './model/reading.ts';
import { readVisitorLines } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Creates a running conversation of that many utterances, visitor and twin alternating; returns its id. */
async function conversation(utterances: number): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq)
     VALUES ($1, gen_random_uuid(), 'x', true, '1', 'mentor', $2)`,
    [id, utterances],
  );
  await database.pool.query(
    `INSERT INTO utterances (session_id, seq, turn_id, speaker, text)
     SELECT $1, n, gen_random_uuid(), CASE n % 2 WHEN 0 THEN 'visitor' ELSE 'agent' END, 'words ' || n
     FROM generate_series(0, $2 - 1) AS n`,
    [id, utterances],
  );
  return id;
}

const READERS: [string, (id: string) => Promise<{ seq: number; text: string }[]>][] = [
  ['of its end', async (id) => (await readConversation(database.pool, id)).lines],
  ['by a model', async (id) => (await readRunningLines(database.pool, id))?.lines ?? []],
  ['after a restart', (id) => readVisitorLines(database.pool, id)],
];

test.each(READERS)('a conversation without end is read %s by its beginning and its end', async (_, read) => {
  const lines = await read(await conversation(6_000));
  expect(lines.length).toBeLessThanOrEqual(2_000);
  expect(lines[0]?.text).toBe('words 0');
  expect(lines.at(-1)?.seq).toBeGreaterThanOrEqual(5_998);
  expect(lines.some(({ seq }) => seq === 398)).toBe(true);
  expect(lines.some(({ seq }) => seq === 402 || seq === 4_398)).toBe(false);
  expect(lines.some(({ seq }) => seq === 4_402)).toBe(true);
});

test.each(READERS)('a usual one is read %s whole', async (_, read) => {
  const seqs = (await read(await conversation(60))).map(({ seq }) => seq);
  expect(seqs.filter((seq) => seq % 2 === 0)).toEqual(Array.from({ length: 30 }, (_, at) => 2 * at));
});
