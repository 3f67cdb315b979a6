import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { CHAT_EMPTY, CHAT_FAILED } from './completions.ts';
import { createLanguageModel, type LanguageModelConfig, type LanguageModels } from './create-language-model.ts';
import { collectReply, fakeLanguageModel, replyRequest } from './fake.ts';

const look = { description: 'A model', contextLength: '128k', color: '#123456' };
const catalogue = {
  defaultModel: 'old-large',
  models: [
    { id: 'old-large', name: 'Old Large', successor: 'gpt-oss-large', ...look },
    { id: 'gpt-oss-large', name: 'Large', successor: null, ...look },
    { id: 'old-small', name: 'Old Small', successor: 'older-small', ...look },
    { id: 'older-small', name: 'Older Small', successor: 'new-small', ...look },
    { id: 'embedded', name: 'Embedded', successor: null, ...look },
  ],
};
const embedded = fakeLanguageModel('The embedded twin answers. [pause:1s] Indeed.');
let provider: FakeProvider;
let created: LanguageModels | undefined;

beforeEach(async () => {
  provider = await startFakeProvider();
});
afterEach(async () => {
  created?.close();
  await provider.close();
});

/** The product with one provider whose model list has been read, unless it is unreadable. */
async function start(
  name: 'custom' | 'groq' | 'openai',
  served: string[] | fake.FakeReply,
  model: string | null = null,
): Promise<LanguageModels> {
  provider.serveModels(served);
  const config: LanguageModelConfig = { chain: [{ provider: name, baseUrl: provider.url, apiKey: 'k', model }] };
  created = createLanguageModel(config, { twinCatalogue: () => catalogue, embedded });
  await created.refreshModels();
  return created;
}

const asked = () => provider.calls.map((call) => call.model);
const pick = async (product: LanguageModels, model: string) =>
  (await collectReply(product, replyRequest({ model }))).end;

test('the health of the embedded twin is that of its replies', async () => {
  created = createLanguageModel({ chain: [] }, { twinCatalogue: () => catalogue, embedded });
  const health = created.links.at(-1)?.health;
  expect(health?.lastSuccessAt()).toBeNull();
  await pick(created, 'embedded');
  expect([...(health?.counts ?? [])]).toEqual([['success', 1]]);
  await created.links.at(-1)?.test(new AbortController().signal);
  expect([...(health?.counts ?? [])]).toEqual([['success', 2]]);
});

describe('a retired model', () => {
  test.each([
    [404, 'model_not_found'],
    [400, 'model_decommissioned'],
  ])('answered with %i %s is replaced within the turn, and remembered', async (status, code) => {
    const product = await start('groq', fake.refusal(500, 'no list'));
    provider.always((call) => (call.model === 'old-large' ? fake.refusal(status, code) : fake.streamed('Hello.')));
    expect(await pick(product, 'old-large')).toMatchObject({
      model: 'gpt-oss-large',
      complete: true,
      notes: [{ kind: 'model_replaced', provider: 'groq', model: 'gpt-oss-large' }],
    });
    expect(asked()).toEqual(['old-large', 'gpt-oss-large']);
    await pick(product, 'old-large');
    expect(asked()).toEqual(['old-large', 'gpt-oss-large', 'gpt-oss-large']);
    expect(product.listModels()[0]).toMatchObject({ id: 'old-large', available: false, successor: 'gpt-oss-large' });
  });

  test('has its list read again after the refusal', async () => {
    const product = await start('groq', ['old-large', 'gpt-oss-large']);
    expect(provider.modelsCalls).toBe(1);
    provider.script(fake.refusal(404, 'model_not_found'));
    await pick(product, 'old-large');
    while (provider.modelsCalls < 2) await new Promise((resolve) => setImmediate(resolve));
  });

  test('that the list lacks is never asked for', async () => {
    const product = await start('groq', ['gpt-oss-large', 'new-small', 'whisper-large-v3-turbo']);
    expect(await pick(product, 'old-small')).toMatchObject({ model: 'new-small', notes: [{ kind: 'model_replaced' }] });
    expect(await pick(product, 'gpt-oss-large')).toMatchObject({ model: 'gpt-oss-large', notes: [] });
    expect(asked()).toEqual(['new-small', 'gpt-oss-large']);
  });

  test('without any successor goes to the default', async () => {
    const product = await start('groq', ['gpt-oss-large']);
    expect(await pick(product, 'old-small')).toMatchObject({ model: 'gpt-oss-large' });
  });

  test('with nothing in its place leaves the turn to the embedded twin, and is asked for again', async () => {
    const product = await start('custom', [], 'only-one');
    provider.script(fake.refusal(404, 'model_not_found'));
    expect(await pick(product, 'only-one')).toMatchObject({ provider: 'embedded' });
    expect(await pick(product, 'only-one')).toMatchObject({ provider: 'custom', model: 'only-one' });
  });
});

test('gpt-oss is asked to reason little', async () => {
  const product = await start('groq', ['gpt-oss-large', 'plain-model']);
  await pick(product, 'gpt-oss-large');
  await pick(product, 'plain-model');
  expect(provider.calls.map(({ body }) => body['reasoning_effort'])).toEqual(['low', undefined]);
});

describe('the picker', () => {
  test('with Groq: the catalogue with what answers, other chat models, embedded', async () => {
    const product = await start('groq', ['gpt-oss-large', 'new-small', 'vendor/other-1', 'whisper-large-v3']);
    const shown = product.listModels().map((model) => [model.id, model.name, model.available, model.successor]);
    expect(shown).toEqual([
      ['old-large', 'Old Large', false, 'gpt-oss-large'],
      ['gpt-oss-large', 'Large', true, null],
      ['old-small', 'Old Small', false, 'new-small'],
      ['older-small', 'Older Small', false, 'new-small'],
      ['new-small', 'new-small', true, null],
      ['vendor/other-1', 'other-1', true, null],
      ['embedded', 'Embedded', true, null],
    ]);
    expect(product.defaultModel()).toBe('gpt-oss-large');
  });

  test('with another provider: its own list', async () => {
    const product = await start('custom', ['llama3.2', 'nomic-embed-text']);
    expect(product.listModels().map(({ id }) => id)).toEqual(['llama3.2', 'embedded']);
    expect(product.defaultModel()).toBe('llama3.2');
    expect(await pick(product, 'old-large')).toMatchObject({ model: 'llama3.2' });
  });

  test('with a named model: that one, and its list is not asked for', async () => {
    const product = await start('openai', ['gpt-5-mini'], 'my-model');
    expect(product.listModels().map(({ id }) => id)).toEqual(['my-model', 'embedded']);
    expect(await pick(product, 'old-large')).toMatchObject({ model: 'my-model' });
    expect(provider.modelsCalls).toBe(0);
  });

  test('without a provider: embedded alone', async () => {
    const product = createLanguageModel({ chain: [] }, { twinCatalogue: () => catalogue, embedded });
    expect(product.listModels().map(({ id }) => id)).toEqual(['embedded']);
    expect(product.defaultModel()).toBe('embedded');
    expect(product.providers()).toEqual(['embedded']);
    expect((await collectReply(product)).end?.provider).toBe('embedded');
  });
});

test('a server without a list of models takes the id that was asked for', async () => {
  const product = await start('custom', { status: 404, steps: ['not here'] });
  expect(await pick(product, 'anything')).toMatchObject({ provider: 'custom', model: 'anything', notes: [] });
});

test('knows the catalogue, its successors, the provider’s ids and embedded, and nothing else', async () => {
  const product = await start('groq', ['vendor/other-1']);
  const ids = ['old-large', 'new-small', 'vendor/other-1', 'embedded', 'nobody/knows', '', '__proto__'];
  expect(ids.map((id) => product.knows(id))).toEqual([true, true, true, true, false, false, false]);
});

describe('{provider}_chat', () => {
  const signal = new AbortController().signal;
  const messages = [{ role: 'user' as const, content: 'Hi' }];

  test('gives the text of the provider that is named', async () => {
    const product = await start('groq', ['gpt-oss-large']);
    provider.always(fake.completion('Hello there.'));
    expect(await product.chat('groq', messages, {}, signal)).toBe('Hello there.');
    expect(await product.chat('embedded', messages, {}, signal)).toBe('The embedded twin answers. Indeed.');
    expect(await product.chat('openai', messages, {}, signal)).toBeNull();
  });

  test('has a sentence for a failure and one for an empty reply', async () => {
    const product = await start('groq', ['gpt-oss-large']);
    provider.script(fake.refusal(401, 'nope'), fake.completion('  '));
    expect(await product.chat('groq', messages, {}, signal)).toBe(CHAT_FAILED);
    expect(await product.chat('groq', messages, {}, signal)).toBe(CHAT_EMPTY);
    expect([CHAT_FAILED, CHAT_EMPTY]).toEqual(['Let me rephrase that thought...', 'I need to think about that...']);
  });
});
