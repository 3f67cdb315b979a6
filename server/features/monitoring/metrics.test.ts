import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Background } from '../../app/background.ts';
import { startWork } from '../../testing/background-work.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { hear } from '../../testing/stream.ts';
import { createMetrics, MAX_MODELS, type MetricSources } from './metrics.ts';

const TOKEN = 'a-scraper-token-of-a-test';
let provider: FakeProvider;
let scene: OwnerScene | undefined;
let work: Background | undefined;

beforeEach(async () => {
  provider = await startFakeProvider();
});
afterEach(async () => {
  await work?.stop();
  await scene?.app.close();
  await provider.close();
  [scene, work] = [undefined, undefined];
});

const start = async (environment: Record<string, string> = {}): Promise<OwnerScene> => {
  scene = await ownerScene({
    ...{ LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'model-a', METRICS_TOKEN: TOKEN },
    ...environment,
  });
  return scene;
};
const scrape = async ({ app }: OwnerScene, authorization: string | null = `Bearer ${TOKEN}`) =>
  fetch(`${app.url}/metrics`, authorization ? { headers: { authorization } } : {});

/** The values of a scrape by their series. */
const figures = async (scene: OwnerScene): Promise<Map<string, number>> => {
  const lines = (await (await scrape(scene)).text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
};

describe('who may read the metrics', () => {
  test('a scraper with the token, and an admin', async () => {
    const scene = await start();
    expect((await scrape(scene)).status).toBe(200);
    expect((await scrape(scene)).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await scrape(scene, scene.token('admin').authorization)).status).toBe(200);
    expect((await scrape(scene, null)).status).toBe(401);
    expect((await scrape(scene, `Bearer ${TOKEN}x`)).status).toBe(401);
    expect((await scrape(scene, scene.token('viewer').authorization)).status).toBe(403);
  });

  test('only an admin where no token is set', async () => {
    const scene = await start({ METRICS_TOKEN: '' });
    expect((await scrape(scene)).status).toBe(401);
    expect((await scrape(scene, 'Bearer ')).status).toBe(401);
    expect((await scrape(scene, scene.token('owner').authorization)).status).toBe(200);
  });
});

test('a conversation is counted, measured and priced', async () => {
  const scene = await start();
  const prices = {
    currency: 'EUR',
    rows: [{ kind: 'chat', provider: 'custom', model: 'model-a', per_million_prompt: 1, per_million_completion: 2 }],
  };
  const body = JSON.stringify({ group: 'prices', value: prices, version: 0 });
  expect((await scene.ask('/settings', { method: 'PUT', role: 'owner', body })).status).toBe(200);
  provider.always(fake.streamed('Good to hear.', { usage: { prompt_tokens: 100, completion_tokens: 7 } }));
  const credentials = await scene.app.session();
  const stream = await hear(scene.app.url, { ...credentials, user_message: 'We need a designer.' });
  await stream.ended;
  const read = await figures(scene);
  expect(read.get('understudy_turns_total{kind="message",outcome="done"}')).toBe(1);
  expect(read.get('understudy_replies_total{provider="custom"}')).toBe(1);
  expect(read.get('understudy_turn_first_word_seconds_count')).toBe(1);
  expect(read.get('understudy_turn_seconds_count')).toBe(1);
  for (const stage of ['save_words', 'understand', 'recall', 'write', 'save_reply']) {
    expect(read.get(`understudy_turn_stage_seconds_count{stage="${stage}"}`), stage).toBe(1);
  }
  const prompt = read.get('understudy_tokens_total{provider="custom",model="model-a",direction="prompt"}') ?? 0;
  const completion = read.get('understudy_tokens_total{provider="custom",model="model-a",direction="completion"}') ?? 0;
  expect(prompt).toBeGreaterThan(0);
  expect(read.get('understudy_cost_total{provider="custom",model="model-a",currency="EUR"}')).toBeCloseTo(
    (prompt + 2 * completion) / 1e6,
    12,
  );
  expect(read.get('understudy_provider_calls_total{kind="chat",provider="custom"}')).toBe(1);
});

test('errors and fallbacks of providers are counted by their kind', async () => {
  const scene = await start();
  provider.always(fake.refusal(401, 'no'));
  const credentials = await scene.app.session();
  await scene.app.call('agent_reply', { ...credentials, user_message: 'Hello there' });
  const read = await figures(scene);
  expect(read.get('understudy_provider_errors_total{kind="chat",provider="custom",reason="refused"}')).toBe(1);
  expect(read.get('understudy_provider_fallbacks_total{provider="custom",reason="refused"}')).toBe(1);
  expect(read.get('understudy_replies_total{provider="embedded"}')).toBe(1);
});

test('jobs, mails, connections, limits and disks are told', async () => {
  const scene = await start({ LIMIT_SESSIONS_PER_HOUR: '1', RATE_LIMIT_SCALE: '1' });
  work = startWork(scene.app);
  const { call, pool } = scene.app;
  await call('create_session', { visitor_id: crypto.randomUUID(), consent: true });
  expect((await call('create_session', { visitor_id: crypto.randomUUID(), consent: true })).status).toBe(429);
  await pool.query(
    `INSERT INTO outgoing_mails (key, template, recipient, language, gave_up_at)
     VALUES ('a', 'digest', 'a@example.test', 'en', NULL), ('b', 'digest', 'b@example.test', 'en', now())`,
  );
  // Nothing answers this name, so that it stays.
  await pool.query(`INSERT INTO job_requests (name, key, created_at) VALUES ('left', 'x', now() - interval '1 hour')`);
  await expect
    .poll(async () => (await figures(scene)).get('understudy_job_runs_total{job="fold_figures",outcome="done"}'))
    .toBeGreaterThan(0);
  const read = await figures(scene);
  expect(read.get('understudy_rate_limit_refusals_total{limit="address_sessions"}')).toBe(1);
  expect(read.get('understudy_job_queue_depth{job="left"}')).toBe(1);
  expect(read.get('understudy_job_oldest_age_seconds{job="left"}')).toBeGreaterThanOrEqual(3_600);
  expect(read.get('understudy_mails{state="queued"}')).toBe(1);
  expect(read.get('understudy_mails{state="failed"}')).toBe(1);
  expect(read.get('understudy_database_up')).toBe(1);
  expect(read.get('understudy_sockets_open{kind="http"}')).toBeGreaterThan(0);
  expect(read.get('understudy_sockets_open{kind="show"}')).toBe(0);
  expect(read.get('understudy_saves_waiting')).toBe(0);
  // Jobs are running, and may wait for a connection.
  expect(read.get('understudy_database_pool_waiting')).toBeGreaterThanOrEqual(0);
  expect(read.get('understudy_disk_free_bytes{disk="data"}')).toBeGreaterThan(0);
  expect(read.has('understudy_backup_age_seconds')).toBe(false);
  expect(read.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect([...read.keys()].some((key) => key.startsWith('nodejs_eventloop_lag_seconds'))).toBe(true);
});

test('F28 a blocked event loop shows in the figures', async () => {
  const scene = await start();
  // Sampling begins with the first scrape.
  await figures(scene);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const until = performance.now() + 500;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await figures(scene)).get('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.4);
});

test('a stream is counted while it is open', async () => {
  const scene = await start();
  const over = Promise.withResolvers<void>();
  provider.always(fake.rawStream([fake.chunkEvent({ content: 'Just a moment, ' }), { until: over.promise }]));
  const credentials = await scene.app.session();
  const stream = await hear(scene.app.url, { ...credentials, user_message: 'Hello there' });
  await stream.next('delta');
  expect((await figures(scene)).get('understudy_streams_open{kind="reply"}')).toBe(1);
  stream.leave();
  over.resolve();
  await expect.poll(async () => (await figures(scene)).get('understudy_streams_open{kind="reply"}')).toBe(0);
});

test('nothing of a visitor becomes a label, and their number is bounded', async () => {
  const scene = await start({ LIMIT_MESSAGES_PER_MINUTE: '1', RATE_LIMIT_SCALE: '1' });
  const marks = ['Zanzibarine', 'zoe@canary.example', '+49 151 2345678'];
  const credentials = await scene.app.session();
  for (const user_message of [`I am ${marks.join(', ')}`, 'again']) {
    await scene.app.call('agent_reply', { ...credentials, user_message, model: 'model-a' });
  }
  await scene.app.call('no_such_function_zanzibarine', {});
  const text = await (await scrape(scene)).text();
  for (const mark of [...marks, credentials.session_id, '127.0.0.1', 'anzibarine']) expect(text).not.toContain(mark);
  expect(text).toContain('understudy_rate_limit_refusals_total{limit="session_messages_minute"} 1');
});

test('models beyond a number are counted together', async () => {
  const metrics = createMetrics();
  const call = { provider: 'custom', promptTokens: 1, completionTokens: 1, cachedTokens: null, estimated: false };
  for (let at = 0; at < MAX_MODELS + 20; at += 1) metrics.onUsage([{ ...call, model: `model-${at}` }]);
  const server = { getConnections: (tell: (error: null, count: number) => void) => tell(null, 0) };
  const text = await metrics.read({
    server,
    pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
    showSockets: () => 0,
    savesWaiting: () => 0,
    encodings: { read: 3, late: 2, refused: 1 },
    links: () => [],
    readings: { read: async () => ({ database: null, disks: [], backupAt: null }) },
  } as unknown as MetricSources);
  const series = text.split('\n').filter((line) => line.startsWith('understudy_tokens_total{'));
  expect(series).toHaveLength(2 * (MAX_MODELS + 1));
  expect(text).toContain('understudy_tokens_total{provider="custom",model="other",direction="prompt"} 20');
  expect(text).toContain('understudy_database_up 0');
  expect(text).toContain('understudy_encodings_total{outcome="late"} 2');
});
