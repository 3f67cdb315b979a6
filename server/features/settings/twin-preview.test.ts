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
const tried = (text: string, file = FILE) => ({ file, text });
const dearer = () => prices.replace(/(\{#prices\}.*?\n\n)[^\n]+/s, '$1A day costs forty-two marmalades.');
const kept = async () => {
  const { rows } = await scene.app.pool.query(
    `SELECT (SELECT count(*) FROM twin_texts) + (SELECT count(*) FROM sessions)
       + (SELECT count(*) FROM turns) + (SELECT count(*) FROM events) AS rows`,
  );
  return Number(rows[0]?.rows);
};

test('a preview answers with the text that is tried, beside the one that runs, and keeps nothing', async () => {
  const shown = await preview({ texts: [tried(dearer())], message: MESSAGE, mode: 'professional' });
  expect(shown).toMatchObject({ status: 200, body: { problem: null } });
  expect(shown.body.reply).toContain('forty-two marmalades');
  expect(shown.body.reply).not.toContain('[pause');
  const runs = await preview({ texts: [], message: MESSAGE });
  expect(runs.body.reply).not.toContain('marmalades');
  expect(await kept()).toBe(0);
});

test('a preview without a message only says what does not fit, with its line', async () => {
  expect((await preview({ texts: [tried(prices)] })).body).toEqual({ problem: null, reply: null });
  const broken = prices.replace('## What it costs {#prices}', '## What it costs');
  const line = broken.split('\n').indexOf('## What it costs') + 1;
  const message =
    `${FILE}:${line}: a heading needs an id of its own at its end, by which the passage is known: ` +
    "write '## What it costs {#what-it-costs}'";
  expect((await preview({ texts: [tried(broken)], message: MESSAGE })).body).toEqual({
    problem: { message, file: FILE, line, path: null },
    reply: null,
  });
  // The mistake shows up in another file, which the answer names.
  const elsewhere = await preview({ texts: [tried(prices, 'knowledge/aaa.md')] });
  expect(elsewhere.body.problem).toMatchObject({
    message: expect.stringMatching(/^knowledge\/prices\.md:\d+: /),
    file: FILE,
    line: expect.any(Number),
  });
});

test.each([
  { texts: [{ file: FILE }] },
  { texts: [{ file: FILE, text: 1 }] },
  { texts: [{ file: FILE, text: null }] },
  { texts: [{ text: 'x' }] },
  { texts: [tried('x'), tried('y')] },
  { texts: Array.from({ length: 51 }, (_, at) => tried('x', `knowledge/a${at}.md`)) },
  { texts: [], message: ' ' },
  { texts: [], message: 'a'.repeat(4_001) },
  { texts: [], message: 'Hello', mode: 'nobody' },
  { file: FILE, text: null, message: 'Hello' },
  {},
  null,
])('a preview of %j is refused', async (body) => {
  expect((await preview(body)).status).toBe(400);
});

test('whoever answers visitors answers the preview, by its prompt; a caller who leaves cuts it', async () => {
  const model = scriptedModel();
  const scripted = await ownerScene({}, { model });
  try {
    const answer = preview({ texts: [tried(dearer())], message: MESSAGE, mode: 'mentor' }, scripted);
    const reply = await model.next();
    expect(reply.request.systemPrompt).toContain('forty-two marmalades');
    reply.say('From a model.[pause:1s] Yes.');
    reply.end();
    expect((await answer).body).toEqual({ problem: null, reply: 'From a model. Yes.' });
    const leaving = new AbortController();
    const left = scripted.ask('/twin/preview', {
      method: 'POST',
      body: JSON.stringify({ texts: [], message: MESSAGE }),
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
      statuses.push((await preview({ texts: [], message: MESSAGE }, strict)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  } finally {
    await strict.app.close();
  }
});

test('texts are tried together, and a mistake in YAML names its field', async () => {
  const folder = (file: string) => readFile(path.join(SAMPLE_TWIN_DIR, file), 'utf8');
  const [persona, mentor, voices] = await Promise.all(['persona.yaml', 'modes/mentor.yaml', 'voices.yaml'].map(folder));
  const renamed = tried((voices as string).replaceAll('af_heart', 'warm'), 'voices.yaml');
  const speaking = tried((mentor as string).replace('voiceId: af_heart', 'voiceId: warm'), 'modes/mentor.yaml');
  expect((await preview({ texts: [renamed] })).body.problem).toMatchObject({ file: 'voices.yaml', path: ['voices'] });
  expect((await preview({ texts: [renamed, speaking] })).body).toEqual({ problem: null, reply: null });
  const unpriced = tried((persona as string).replace('price: €420', "price: ''"), 'persona.yaml');
  const { problem } = (await preview({ texts: [unpriced, speaking, renamed], message: MESSAGE })).body;
  expect(problem).toMatchObject({
    file: 'persona.yaml',
    path: ['services', 5, 'price'],
    line: (persona as string).split('\n').indexOf('    price: €420') + 1,
  });
});

test('a second question to the same texts finds their twin ready, until a saved text changes it', async () => {
  const texts = [tried(dearer())];
  const ask = async () => (await preview({ texts, message: MESSAGE })).body.reply as string;
  expect(await ask()).toContain('forty-two marmalades');
  expect(await ask()).toContain('forty-two marmalades');
  const file = 'modes/mentor.yaml';
  const mode = await scene.ask(`/twin/${file}`);
  const saved = await scene.ask(`/twin/${file}`, {
    method: 'PUT',
    body: JSON.stringify({ text: `${mode.body.text}\n`, version: mode.body.version }),
  });
  expect(saved.status).toBe(200);
  expect(await ask()).toContain('forty-two marmalades');
});

test('checks without a question are allowed more often than questions', async () => {
  const strict = await ownerScene({ RATE_LIMIT_SCALE: '1' });
  try {
    const statuses = new Set<number>();
    for (let count = 0; count < 25; count += 1) statuses.add((await preview({ texts: [] }, strict)).status);
    expect([...statuses]).toEqual([200]);
  } finally {
    await strict.app.close();
  }
});
