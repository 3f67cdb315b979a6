import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const FILE = 'knowledge/prices.md';
const MESSAGE = 'What does it cost?';

let scene: OwnerScene;
let prices: string;
beforeAll(async () => {
  scene = await ownerScene();
  prices = await readFile(path.join(SAMPLE_TWIN_DIR, FILE), 'utf8');
});
afterAll(() => scene.app.close());

const preview = (body: unknown, of = scene) => of.ask('/twin/preview', { method: 'POST', body: JSON.stringify(body) });
const dearer = () => prices.replace(/(\{#prices\}.*?\n\n)[^\n]+/s, '$1A day costs forty-two marmalades.');
const kept = async () => {
  const { rows } = await scene.app.pool.query(
    `SELECT (SELECT count(*) FROM twin_texts) + (SELECT count(*) FROM sessions)
       + (SELECT count(*) FROM turns) + (SELECT count(*) FROM events) AS rows`,
  );
  return Number(rows[0]?.rows);
};

test('a preview answers with the text that is tried, beside the one that runs, and keeps nothing', async () => {
  const tried = await preview({ file: FILE, text: dearer(), message: MESSAGE, mode: 'professional' });
  expect(tried).toMatchObject({ status: 200, body: { problem: null } });
  expect(tried.body.reply).toContain('forty-two marmalades');
  expect(tried.body.reply).not.toContain('[pause');
  const runs = await preview({ file: FILE, text: null, message: MESSAGE });
  expect(runs.body.reply).not.toContain('marmalades');
  expect(await kept()).toBe(0);
});

test('a preview without a message only says what does not fit, with its line', async () => {
  expect((await preview({ file: FILE, text: prices })).body).toEqual({ problem: null, reply: null });
  const broken = prices.replace('## What it costs {#prices}', '## What it costs');
  const line = broken.split('\n').indexOf('## What it costs') + 1;
  const message =
    `${FILE}:${line}: a heading needs an id of its own at its end, by which the passage is known: ` +
    "write '## What it costs {#what-it-costs}'";
  expect((await preview({ file: FILE, text: broken, message: MESSAGE })).body).toEqual({
    problem: { message, line },
    reply: null,
  });
  // The mistake shows up in another file, whose line number does not apply to this text.
  const elsewhere = await preview({ file: 'knowledge/aaa.md', text: prices });
  expect(elsewhere.body.problem).toMatchObject({
    message: expect.stringMatching(/^knowledge\/prices\.md:\d+: /),
    line: null,
  });
});

test.each([
  { file: FILE },
  { file: FILE, text: 1 },
  { file: FILE, text: 'x', message: ' ' },
  { file: FILE, text: 'x', message: 'a'.repeat(4_001) },
  { file: FILE, text: 'x', message: 'Hello', mode: 'nobody' },
  { text: 'x' },
  null,
])('a preview of %j is refused', async (body) => {
  expect((await preview(body)).status).toBe(400);
});

test('whoever answers visitors answers the preview, by its prompt; a caller who leaves cuts it', async () => {
  const model = scriptedModel();
  const scripted = await ownerScene({}, { model });
  try {
    const answer = preview({ file: FILE, text: dearer(), message: MESSAGE, mode: 'mentor' }, scripted);
    const reply = await model.next();
    expect(reply.request.systemPrompt).toContain('forty-two marmalades');
    reply.say('From a model.[pause:1s] Yes.');
    reply.end();
    expect((await answer).body).toEqual({ problem: null, reply: 'From a model. Yes.' });
    const leaving = new AbortController();
    const left = scripted.ask('/twin/preview', {
      method: 'POST',
      body: JSON.stringify({ file: FILE, text: null, message: MESSAGE }),
      signal: leaving.signal,
    });
    const { signal } = await model.next();
    const cut = once(signal, 'abort');
    leaving.abort();
    await expect(left).rejects.toThrow();
    await cut;
  } finally {
    await scripted.app.close();
  }
});

test('previews are few a minute', async () => {
  const strict = await ownerScene({ RATE_LIMIT_SCALE: '1' });
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await preview({ file: FILE, text: null }, strict)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  } finally {
    await strict.app.close();
  }
});
