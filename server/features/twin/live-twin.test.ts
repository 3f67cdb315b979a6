import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool } from '../../platform/database/pool.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { databaseBehindProxy } from '../../testing/database-behind-proxy.ts';
import { TEST_INTERVALS } from '../../testing/intervals.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';
import { addEdit } from './edit-store.ts';
import { LiveTwin } from './live-twin.ts';
import { loadTwin } from './load-twin.ts';

let dir: string;
let database: TestDatabase;
beforeEach(async () => {
  dir = await copySampleTwin();
  database = await testDatabase();
});
afterEach(async () => {
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

const start = async (pool = database.pool, onProblem?: (sentence: string) => void) =>
  new LiveTwin({ dir, twin: await loadTwin(dir), pool, ...(onProblem ? { onProblem } : {}) });
const text = (file: string) => readFile(path.join(dir, file), 'utf8');
const named = async (tagline: string) => (await text('persona.yaml')).replace(/^tagline:.*$/m, `tagline: ${tagline}`);
const edit = (file: string, version: number, edited: string | null, removed = false) =>
  addEdit(database.pool, { file, version, text: edited, removed, saved_by: 'test', folder_hash: null });

test('an edit lies over the folder, and without one the folder shows again', async () => {
  const live = await start();
  const before = live.twin();
  await live.refresh();
  expect(live.twin()).toBe(before);
  await edit('persona.yaml', 1, await named('Edited.'));
  await live.refresh();
  expect(live.twin().persona.tagline).toBe('Edited.');
  await edit('persona.yaml', 2, null);
  await live.refresh();
  expect(live.twin().persona.tagline).toBe(before.persona.tagline);
});

test('what breaks leaves the last good twin where it is, and is told once, until it is put right', async () => {
  const told: string[] = [];
  const live = await start(database.pool, (sentence) => void told.push(sentence));
  await edit('persona.yaml', 1, await named('Edited.'));
  await live.refresh();
  const good = live.twin();
  const mentor = await text('modes/mentor.yaml');
  await writeFile(path.join(dir, 'modes/mentor.yaml'), 'id: mentor\n');
  await live.reload();
  await live.reload();
  expect(live.twin()).toBe(good);
  expect(live.problem).toMatch(/^modes\/mentor\.yaml:\d+: 'name' is missing$/);
  // The operator gets the full path.
  expect(told).toEqual([path.join(dir, live.problem ?? '')]);
  await edit('knowledge/prices.md', 1, 'nothing');
  await live.refresh();
  expect(live.twin()).toBe(good);
  await edit('knowledge/prices.md', 2, null);
  await writeFile(path.join(dir, 'modes/mentor.yaml'), mentor);
  await live.refresh();
  expect(live.problem).toBeNull();
  expect(live.twin().persona.tagline).toBe('Edited.');
});

test('after a start as much of the edits holds as fits, so that nobody else speaks instead', async () => {
  await edit('persona.yaml', 1, await named('Edited.'));
  await edit('knowledge/prices.md', 1, 'What an earlier version took.');
  await edit('modes/mentor.yaml', 1, 'id: mentor\n');
  const live = await start();
  await live.refresh();
  expect(live.twin().persona.tagline).toBe('Edited.');
  expect(live.twin().knowledge.some(({ id }) => id === 'prices')).toBe(true);
  expect(live.problem).toMatch(/^modes\/mentor\.yaml:\d+: /);
  await edit('modes/mentor.yaml', 2, null);
  await live.refresh();
  expect(live.problem).toMatch(/^knowledge\/prices\.md:1: /);
});

test('a database that is away leaves the folder’s twin, which is swapped when it comes', async () => {
  const away = await databaseBehindProxy();
  const persona = await named('From the database.');
  await addEdit(away.database.pool, {
    file: 'persona.yaml',
    version: 1,
    text: persona,
    removed: false,
    saved_by: 'test',
    folder_hash: null,
  });
  away.proxy.down();
  const pool = createPool({ connectionString: away.address });
  const live = await start(pool);
  const folder = live.twin();
  await live.refresh();
  expect(live.twin()).toBe(folder);
  expect(live.problem).toBeNull();
  live.watch(TEST_INTERVALS.twinLookMs);
  away.proxy.up();
  await expect.poll(() => live.twin().persona.tagline, { timeout: 20_000 }).toBe('From the database.');
  await live.stop();
  await pool.end();
  await away.close();
});

test('the days that things are kept stand in its texts', async () => {
  const live = await start();
  // Not known yet: nobody may agree to a sentence that may be wrong.
  expect(live.statedRetention).toBeNull();
  expect(live.twin().consent.text).toMatch(/for 180 days.*for 365 days.*for 730 days/s);
  await live.setRetention({ transcripts: 1, memories: null, leads: 90 });
  expect(live.twin().consent.text).toMatch(/for 1 day, .*for an unlimited number of days.*for 90 days/s);
  const { de, es } = live.twin().consent.translations;
  expect(de).toMatch(/bleibt 1 Tag gespeichert.* unbegrenzt viele Tage .* 90 Tage/s);
  expect(es).toMatch(/durante 1 día, .*durante un número ilimitado de días.*durante 90 días/s);
  const swapped = live.twin();
  await live.setRetention({ transcripts: 1, memories: null, leads: 90 });
  expect(live.twin()).toBe(swapped);
  // Visitors who agree now have read the previous days.
  const mentor = await text('modes/mentor.yaml');
  await writeFile(path.join(dir, 'modes/mentor.yaml'), 'id: mentor\n');
  await live.setRetention({ transcripts: 1, memories: 7, leads: 7 });
  expect(live.statedRetention).toEqual({ transcripts: 1, memories: null, leads: 90 });
  // Kept for longer than the texts say: nobody can agree until the texts say so.
  await live.setRetention({ transcripts: 7, memories: 7, leads: 7 });
  expect(live.statedRetention).toBeNull();
  await writeFile(path.join(dir, 'modes/mentor.yaml'), mentor);
  await live.reload();
  expect(live.statedRetention).toEqual({ transcripts: 7, memories: 7, leads: 7 });
  await live.setRetention(null);
  expect(live.statedRetention).toBeNull();
});

test('work that fails is told to its asker alone: what comes next is done', async () => {
  const live = await start(database.pool, () => {
    throw new Error('nobody hears');
  });
  const mentor = await text('modes/mentor.yaml');
  await writeFile(path.join(dir, 'modes/mentor.yaml'), 'id: mentor\n');
  await expect(live.reload()).rejects.toThrow('nobody hears');
  expect(live.problem).toMatch(/^modes\/mentor\.yaml:\d+: /);
  await writeFile(path.join(dir, 'modes/mentor.yaml'), mentor);
  await live.reload();
  expect(live.problem).toBeNull();
  await edit('persona.yaml', 1, await named('Edited.'));
  await live.refresh();
  expect(live.twin().persona.tagline).toBe('Edited.');
  await live.stop();
});

test('looking goes on after a look that failed', async () => {
  let told = 0;
  const live = await start(database.pool, () => {
    told += 1;
    throw new Error('nobody hears');
  });
  const mentor = await text('modes/mentor.yaml');
  await edit('modes/mentor.yaml', 1, 'id: mentor\n');
  live.watch(TEST_INTERVALS.twinLookMs);
  await expect.poll(() => told, { timeout: 20_000 }).toBe(1);
  await edit('modes/mentor.yaml', 2, mentor);
  await expect.poll(() => live.problem, { timeout: 20_000 }).toBeNull();
  await live.stop();
});
