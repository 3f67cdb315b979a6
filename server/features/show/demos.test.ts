import { DEMO_WEIGHTS } from '@understudy/contract/constants';
import type { DemoScript } from '@understudy/contract/show-files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { type DemoQuery, findDemos } from './demos.ts';
import { learnDemo, readDemoPerformance } from './show-store.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const [sample] = (await loadSampleTwin()).demos as [DemoScript];
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

interface Changes {
  human?: string;
  mode?: string;
  energy?: number;
  tags?: string[];
  worth?: number;
  vectors?: SentenceVector[];
}
const demo = (id: string, { human = 'a cue', mode = 'comedy', energy = 5, tags = [], ...more }: Changes = {}) => ({
  value: {
    ...sample,
    id,
    metadata: { ...sample.metadata, mode, energy_level: energy, tags, triggers: [human], optimal_context: [] },
    exchange: { ...sample.exchange, human },
    performance_metrics: { ...sample.performance_metrics, overall_effectiveness: more.worth ?? 0.8 },
  } as DemoScript,
  vectors: more.vectors ?? [],
});
const query = (changes: Partial<DemoQuery> = {}): DemoQuery => ({
  now: NOW,
  text: 'a line about nothing',
  vector: null,
  mode: 'banter',
  energy: 5,
  topics: [],
  usedAt: null,
  used: [],
  performance: new Map(),
  ...changes,
});
const idsOf = (...found: Parameters<typeof findDemos>) => findDemos(...found).map(({ script }) => script.id);
const scoreOf = (...found: Parameters<typeof findDemos>) => findDemos(...found)[0]?.score ?? Number.NaN;

describe('a demo’s score', () => {
  const vector = Float32Array.from([1, 0]) as SentenceVector;
  const near = demo('near', { vectors: [vector] });
  const far = demo('far', { vectors: [Float32Array.from([0, 1]) as SentenceVector] });

  test.each([
    ['0.4 for meaning', 'semantic', near, {}, far, {}],
    ['0.05 for the mode', 'mode', near, { mode: 'comedy' as const }, near, {}],
  ])('has %s', (_, weight, one, more, other, less) => {
    const difference = scoreOf([one], query({ vector, ...more })) - scoreOf([other], query({ vector, ...less }));
    expect(difference).toBeCloseTo(DEMO_WEIGHTS[weight as keyof typeof DEMO_WEIGHTS]);
  });

  test('has 0.25 for the context: half for its subjects, half for its energy', () => {
    const fitting = demo('fits', { tags: ['boats'], energy: 10 });
    const energetic = query({ energy: 10, topics: ['the boats'] });
    expect(scoreOf([fitting], energetic) - scoreOf([fitting], { ...energetic, topics: [] })).toBeCloseTo(0.125);
    expect(scoreOf([fitting], energetic) - scoreOf([fitting], { ...energetic, energy: 0 })).toBeCloseTo(0.125);
  });

  test('has 0.2 for what it has been worth', () => {
    const learnt = (worth: number) => query({ performance: new Map([['near', worth]]) });
    expect(scoreOf([near], learnt(1)) - scoreOf([near], learnt(0.75))).toBeCloseTo(0.2 * 0.25);
    // Until something is learnt, its file says what it is worth.
    expect(scoreOf([near], query())).toBeCloseTo(scoreOf([near], learnt(0.8)));
  });

  test('has 0.1 for freshness, which is back half an hour after its use', () => {
    const used = (ago: number) => query({ used: [{ id: 'near', at: NOW - ago }] });
    expect(scoreOf([near], query()) - scoreOf([near], used(15 * MINUTE))).toBeCloseTo(0.05);
    expect(scoreOf([near], used(30 * MINUTE))).toBeCloseTo(scoreOf([near], query()));
  });

  test('is 1 at most, and the best come first', () => {
    const best = demo('best', { vectors: [vector], tags: ['boats'], worth: 1 });
    const found = findDemos([far, best, near], query({ vector, mode: 'comedy', topics: ['boats'] }));
    expect(found.map(({ script }) => script.id)).toEqual(['best', 'near']);
    expect(found[0]?.score).toBeCloseTo(1);
  });

  test('goes by words where there are no vectors', () => {
    const cue = demo('cue', { human: 'are you conscious' });
    expect(findDemos([cue], query({ text: 'So, are you conscious?' }))[0]?.semantic).toBe(1);
    expect(findDemos([cue], query({ text: 'What do you charge?' }))[0]?.semantic).toBe(0);
  });
});

describe('demos are limited', () => {
  const three = ['one', 'two', 'three'].map((id) => demo(id));

  test('to two examples', () => {
    expect(idsOf(three, query())).toHaveLength(2);
  });

  test('to one enhancement per 30 s', () => {
    expect(idsOf(three, query({ usedAt: NOW - 29_999 }))).toEqual([]);
    expect(idsOf(three, query({ usedAt: NOW - 30_000 }))).toHaveLength(2);
  });

  test('by a reuse that is blocked for 5 minutes', () => {
    const used = (ago: number) => query({ used: [{ id: 'one', at: NOW - ago }] });
    expect(idsOf(three, used(5 * MINUTE - 1))).toEqual(['two', 'three']);
    expect(idsOf(three.slice(0, 1), used(5 * MINUTE))).toEqual(['one']);
    // The newest use counts.
    const twice = query({
      used: [
        { id: 'one', at: NOW - 9 * MINUTE },
        { id: 'one', at: NOW - MINUTE },
      ],
    });
    expect(idsOf(three.slice(0, 1), twice)).toEqual([]);
  });

  test('to those that are worth at least 0.7', () => {
    const worth = (value: number) => query({ performance: new Map([['one', value]]) });
    expect(idsOf(three.slice(0, 1), worth(0.7))).toEqual(['one']);
    expect(idsOf(three.slice(0, 1), worth(0.69))).toEqual([]);
    expect(idsOf([demo('weak', { worth: 0.6 })], query())).toEqual([]);
  });
});

test('a use is upserted into demo_performance: a tenth of the way to its reward, from what the file said', async () => {
  const { pool } = database;
  const use = (reward: number) => learnDemo(pool, 'one', { start: 0.8, reward, rate: 0.1 });
  await use(1);
  expect((await readDemoPerformance(pool)).get('one')).toBeCloseTo(0.82);
  await use(0);
  expect((await readDemoPerformance(pool)).get('one')).toBeCloseTo(0.738);
  await Promise.all(Array.from({ length: 20 }, () => use(0)));
  expect((await readDemoPerformance(pool)).get('one')).toBeCloseTo(0.738 * 0.9 ** 20);
  const { rows } = await pool.query('SELECT * FROM demo_performance');
  expect(rows).toMatchObject([{ demo_id: 'one', metrics: { usage_count: 22 }, updated_at: expect.any(Date) }]);
});
