import { EMBEDDING_SIZE } from '@understudy/contract/constants';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embeddings, type FakeEmbedder, startFakeEmbedder } from '../../testing/fake-embedder.ts';
import { json, refusal } from '../../testing/fake-replies.ts';
import { createEmbedders, EMBEDDED_EMBEDDER, type Embedders, type EmbeddersConfig } from './create-embedder.ts';
import { createSentenceEncoder } from './encoder/sentence-encoder.ts';
import { type Embedding, normalised, similarity } from './port.ts';

const never = new AbortController().signal;
const KEY = 'sk-canary-key-4711';
const lengthOf = (numbers: Float32Array) => Math.sqrt(similarity(numbers, numbers));

const encoder = createSentenceEncoder();
afterAll(() => encoder.close());
const embed = async (text: string): Promise<Embedding> => (await encoder.encode([text]))?.[0] as Embedding;

test.each([
  ['What would it cost us?', 'Their budget is 20,000 pounds', 'Lives in Berlin'],
  ['We talked about the staff of my restaurant', 'Runs a bakery with employees', 'Is called Maria Lopez'],
  ['Do you remember Crumb & Co?', 'Their company is called Crumb & Co', 'Sells accounting software'],
])('%s is nearer to what means or is written alike', async (words, near, far) => {
  const embedding = await embed(words);
  expect(embedding).toHaveLength(EMBEDDING_SIZE);
  expect(lengthOf(embedding)).toBeCloseTo(1, 5);
  const alike = async (text: string) => similarity(embedding, await embed(text));
  expect(await alike(near)).toBeGreaterThan((await alike(far)) + 0.05);
});

test('a figure that is no number has no length', () => {
  expect(normalised([Number.NaN, 1])).toBeNull();
  expect(normalised([0, 0])).toBeNull();
});

test('where the encoder cannot be loaded a text is like no other, and the check says so', async () => {
  const broken = createSentenceEncoder({ weights: 'no-such-package' });
  const embedders = createEmbedders({ provider: null, encoder: broken });
  const made = await embedders.embed(['one'], never);
  expect(made).toEqual({ embedder: 'none', embeddings: [new Float32Array(EMBEDDING_SIZE)], notes: [] });
  await expect(embedders.links[0]?.test(never)).rejects.toThrow('cannot be loaded');
  expect(embedders.links[0]?.health.failing()).toMatchObject({ inARow: 2 });
  await broken.close();
});

describe('with a provider', () => {
  let provider: FakeEmbedder;
  const opened: Embedders[] = [];
  beforeEach(async () => {
    provider = await startFakeEmbedder();
  });
  afterEach(async () => {
    for (const embedders of opened.splice(0)) embedders.close();
    await provider.close();
  });
  const open = (config: Partial<EmbeddersConfig> = {}, url = provider.url) => {
    const embedders = createEmbedders({
      encoder,
      provider: { baseUrl: url, apiKey: KEY, model: 'small' },
      timeoutMs: 5_000,
      ...config,
    });
    opened.push(embedders);
    return embedders;
  };

  test('its numbers are used, in the texts’ order and made of length 1', async () => {
    const { embedder, embeddings: made, notes } = await open().embed(['apple', 'bread', 'ant'], never);
    expect(embedder).toBe('custom:small');
    expect(notes).toEqual([]);
    expect(made.map(lengthOf)).toEqual([1, 1, 1]);
    expect(made.map((numbers) => numbers.indexOf(1))).toEqual(['a', 'b', 'a'].map((letter) => letter.charCodeAt(0)));
    expect(provider.calls[0]?.body).toMatchObject({ model: 'small', dimensions: EMBEDDING_SIZE });
    expect(provider.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test('a server that refuses to be asked for a size is asked without, and remembered', async () => {
    provider.script(refusal(400, 'dimensions is not supported'));
    const embedders = open();
    for (const text of ['one', 'two']) expect((await embedders.embed([text], never)).embedder).toBe('custom:small');
    expect(provider.calls.map(({ body }) => body.dimensions)).toEqual([EMBEDDING_SIZE, undefined, undefined]);
  });

  test('one of another size is not used: an event, then the embedded one without asking again', async () => {
    await provider.close();
    provider = await startFakeEmbedder(768);
    const embedders = open();
    const first = await embedders.embed(['one'], never);
    expect(first).toMatchObject({ embedder: EMBEDDED_EMBEDDER, embeddings: [await embed('one')] });
    const reason = '768 numbers instead of 384';
    expect(first.notes).toEqual([{ kind: 'provider_bad_response', provider: 'custom', reason }]);
    expect((await embedders.embed(['two'], never)).notes).toEqual([]);
    expect(provider.calls).toHaveLength(1);
    expect(embedders.provider()).toBe('embedded');
  });

  test.each([
    ['an error', json(500, { error: { message: KEY } }), 'provider_fell_back'],
    ['a refused key', json(401, { error: { message: KEY } }), 'provider_refused'],
    ['no JSON', { steps: ['not json'] }, 'provider_bad_response'],
    ['too few rows', embeddings([]), 'provider_bad_response'],
    ['a row of nothing', json(200, { data: [{ embedding: Array(384).fill(0) }] }), 'provider_bad_response'],
    ['a row of words', json(200, { data: [{ embedding: Array(384).fill('1') }] }), 'provider_bad_response'],
    ['a broken connection', { after: 'reset' as const }, 'provider_fell_back'],
  ])('%s: the embedded one and an event that says so', async (_, reply, kind) => {
    provider.script(reply);
    const made = await open().embed(['one'], never);
    expect(made).toMatchObject({ embedder: EMBEDDED_EMBEDDER, embeddings: [await embed('one')] });
    expect(made.notes).toMatchObject([{ kind, provider: 'custom' }]);
    expect(JSON.stringify(made.notes)).not.toContain(KEY);
  });

  test('silence: the embedded one once the time is over', async () => {
    provider.script({ silent: true });
    const { notes } = await open({ timeoutMs: 50 }).embed(['one'], never);
    expect(notes).toEqual([{ kind: 'provider_fell_back', provider: 'custom', reason: 'timeout' }]);
  });

  test('one that keeps failing is left alone for a while', async () => {
    const embedders = open({ breaker: { consecutive: 2 } });
    for (const _ of [1, 2]) provider.script(json(500, {}));
    for (const text of ['one', 'two', 'three']) await embedders.embed([text], never);
    expect(provider.calls).toHaveLength(2);
  });

  test('a visitor who leaves ends the call', async () => {
    const leaving = new AbortController();
    provider.script({ silent: true });
    const made = open().embed(['one'], leaving.signal);
    leaving.abort(new Error('left'));
    await expect(made).rejects.toThrow('left');
  });
});

test('without a provider nothing is asked', async () => {
  const embedders = createEmbedders({ provider: null, encoder });
  expect(embedders.provider()).toBe('embedded');
  expect(await embedders.embed(['one'], never)).toEqual({
    embedder: EMBEDDED_EMBEDDER,
    embeddings: [await embed('one')],
    notes: [],
  });
  await expect(embedders.embed(Array(65).fill('a'), never)).rejects.toThrow('at most 64');
});
