import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StageTrial, TwinDemos } from '@understudy/contract/twin-stage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeProvider } from '../../testing/fake-provider.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';

const FILE = 'demos/consciousness-exploration.txt';
const BITS = 'show/bits.yaml';

let scene: OwnerScene;
let scripts: { demos: { id: string; exchange: { human: string; reply: string }; metadata: { mode: string } }[] };
beforeAll(async () => {
  scene = await ownerScene();
  scripts = JSON.parse(await readFile(path.join(SAMPLE_TWIN_DIR, FILE), 'utf8'));
});
afterAll(() => scene.app.close());

const post = (where: string, body: unknown, of = scene) =>
  of.ask(where, { method: 'POST', body: JSON.stringify(body) });
const stage = async (body: unknown, of = scene): Promise<StageTrial> => {
  const answer = await post('/twin/stage', body, of);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const spoken = ({ performer }: StageTrial) => performer?.segments.map(({ text }) => text).join(' ') ?? '';

test('a demo’s own line on stage brings its reply, with the demo’s scores by part', async () => {
  const [script] = scripts.demos;
  if (!script) throw new Error('the sample has demos');
  const tried = await stage({ texts: [], message: script.exchange.human, mode: script.metadata.mode });
  expect(tried).toMatchObject({ problem: null, model: null, performer: { provider: 'embedded' } });
  const [best] = tried.demos;
  expect(best).toMatchObject({ id: script.id, file: FILE, use: 'spoken', mode: 1, freshness: 1 });
  if (!best) throw new Error('no demo');
  const { semantic, context, performance, freshness, mode } = best;
  expect(best.score).toBeCloseTo(
    0.4 * semantic + 0.25 * context + 0.2 * performance + 0.1 * freshness + 0.05 * mode,
    1,
  );
  expect(tried.demos.map(({ score }) => score)).toEqual(
    tried.demos.map(({ score }) => score).toSorted((a, b) => b - a),
  );
  const [first = ''] = script.exchange.reply.split(/\s*\[pause/);
  expect(spoken(tried)).toContain(first);
});

test('unsaved texts are tried on stage, and nothing is kept', async () => {
  const script = {
    ...{ id: 'marmalade', archetype: 'timing_mastery' },
    metadata: { title: 'M', mode: 'riffing', triggers: ['why is there marmalade on the contract'] },
    exchange: { human: 'Why is there marmalade on the contract?', reply: 'It was signed at breakfast.' },
  };
  const texts = [{ file: 'demos/mine.txt', text: JSON.stringify(script) }];
  const tried = await stage({ texts, message: 'Why is there marmalade on the contract?', mode: 'riffing' });
  expect(spoken(tried)).toContain('It was signed at breakfast.');
  expect(tried.demos[0]).toMatchObject({ id: 'marmalade', file: 'demos/mine.txt', use: 'spoken' });
  const { rows } = await scene.app.pool.query(
    'SELECT (SELECT count(*) FROM shows) + (SELECT count(*) FROM demo_performance) + (SELECT count(*) FROM turns) AS n',
  );
  expect(Number(rows[0].n)).toBe(0);
});

test('a mistake in a tried text of the show is told with file, line and field', async () => {
  const text = '- id: one\n  modes: [comedy]\n  energy: frantic\n  text: "Hello."\n';
  const { problem, performer } = await stage({ texts: [{ file: BITS, text }], message: 'Hello', mode: 'comedy' });
  expect(problem).toMatchObject({ file: BITS, line: 3, path: [0, 'energy'] });
  expect(performer).toBeNull();
  const demo = await stage({ texts: [{ file: FILE, text: '{"demos": [\n {"id": "x"}]}' }], message: 'Hello' });
  expect(demo.problem?.message).toBe(`${FILE}:2: Demo script must have an archetype`);
});

test('an argument on one of the motions is tried as one', async () => {
  const message = 'People with bad backs cannot stand in a meeting for an hour';
  const tried = await stage({ texts: [], message, mode: 'debate' });
  expect(spoken(tried)).toContain('Meetings should be held without chairs.');
  expect(spoken(tried)).toContain('Anyone who needs a seat should have one');
});

test('a language model gets the orders of the mode, and both replies are shown', async () => {
  const provider = await startFakeProvider();
  const scripted = await ownerScene({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' });
  try {
    const tried = await stage({ texts: [], message: 'Shall we argue?', mode: 'debate' }, scripted);
    expect(tried.performer?.provider).toBe('embedded');
    expect(tried.model).toEqual({
      segments: [{ text: 'Hello from the fake provider.', pause_ms: 0 }],
      provider: 'custom',
    });
    expect(provider.calls).toHaveLength(1);
    expect(provider.calls[0]?.messages[0]?.content).toContain('- Debate:');
  } finally {
    await scripted.app.close();
    await provider.close();
  }
});

test('what audiences have shown a demo to be worth is listed beside it', async () => {
  const [script] = scripts.demos;
  await scene.app.pool.query('INSERT INTO demo_performance (demo_id, metrics) VALUES ($1, $2)', [
    script?.id,
    { overall_effectiveness: 0.91, usage_count: 4 },
  ]);
  const { body }: { body: TwinDemos } = await scene.ask('/twin/demos');
  expect(body.mistakes).toEqual([]);
  expect(body.items.find(({ id }) => id === script?.id)).toMatchObject({ file: FILE, performance: 0.91, uses: 4 });
  expect(body.items.find(({ file }) => file === 'demos/essential-demos.txt')).toMatchObject({
    performance: null,
    uses: 0,
    used_at: null,
  });
});

test('texts of the show are removed and added again; the product’s own lines stand in', async () => {
  const before = scene.app.parts.twin().show.bits.length;
  expect(before).toBeGreaterThan(0);
  const removed = await scene.ask(`/twin/${encodeURIComponent(BITS)}?version=0`, { method: 'DELETE' });
  expect(removed).toMatchObject({ status: 200, body: { kind: 'show', removed: true } });
  expect(scene.app.parts.twin().show.bits).toEqual([]);
  await stage({ texts: [], message: 'Tell me something', mode: 'comedy' });
  const restored = await post('/twin/restore', { file: BITS, version: 0 });
  expect(restored.status).toBe(200);
  expect(scene.app.parts.twin().show.bits).toHaveLength(before);
});

test.each([
  { texts: [], message: ' ' },
  { texts: [], message: 'Hello', mode: 'melodrama' },
  { message: 'Hello' },
  null,
])('a line on stage as %j is refused', async (body) => {
  expect((await post('/twin/stage', body)).status).toBe(400);
});

test('only admins try lines on stage', async () => {
  const init = { method: 'POST', body: JSON.stringify({ texts: [], message: 'Hello' }) };
  expect((await scene.ask('/twin/stage', { ...init, role: 'viewer' })).status).toBe(403);
  expect((await scene.ask('/twin/demos', { role: null })).status).toBe(401);
});
