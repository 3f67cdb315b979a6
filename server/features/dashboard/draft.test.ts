import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

const LINES = ['I am Ana Costa, ana@costa.test. Every order waits for me, can Orla help?', 'She can.'];

let provider: FakeProvider;
let plain: OwnerScene;
let withModel: OwnerScene;
beforeAll(async () => {
  provider = await startFakeProvider();
  plain = await ownerScene();
  withModel = await ownerScene({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' });
});
afterAll(async () => {
  await plain.app.close();
  await withModel.app.close();
  await provider.close();
});

const draft = (scene: OwnerScene, id: string, more = {}) =>
  scene.ask(`/sessions/${id}/draft`, { method: 'POST', ...more });

test('a conversation’s follow-up is drafted by rules where no model is connected, and nothing is kept', async () => {
  const id = await plain.keep({ lines: LINES });
  const events = async () => (await plain.app.pool.query('SELECT count(*) FROM events')).rows[0].count;
  const before = await events();
  const { status, body } = await draft(plain, id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ to: 'ana@costa.test', writer: 'embedded' });
  expect(body.body).toMatch(/^Hello Ana,[\s\S]*Every order waits for me/);
  expect(await events()).toBe(before);
});

test('a model writes it in the consultant’s manner; what cannot be used is replaced by the rules’ own', async () => {
  const id = await withModel.keep({ lines: LINES });
  const written = {
    subject: 'Orders that wait',
    body: 'Hello Ana,\n\nlet us talk about your orders. [a time]\n\nOrla',
  };
  provider.script(fake.completion(JSON.stringify(written)), fake.completion('no'), fake.refusal(500, 'broken'));
  expect((await draft(withModel, id)).body).toEqual({ to: 'ana@costa.test', writer: 'fake-model', ...written });
  const { messages } = provider.calls[0] as unknown as { messages: { content: string }[] };
  expect(messages[0]?.content).toContain('calm, dry, exact');
  for (const _ of ['no draft', 'no answer']) {
    expect((await draft(withModel, id)).body).toMatchObject({ writer: 'embedded', to: 'ana@costa.test' });
  }
});

test('it is for admins, of conversations that exist', async () => {
  const id = await plain.keep({ lines: LINES });
  expect((await draft(plain, randomUUID())).status).toBe(404);
  expect((await draft(plain, 'nonsense')).status).toBe(404);
  expect((await draft(plain, id, { role: null })).status).toBe(401);
  expect((await draft(plain, id, { role: 'viewer' })).status).toBe(403);
});
