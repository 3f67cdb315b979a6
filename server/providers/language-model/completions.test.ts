import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { createLanguageModel, type LanguageModels } from './create-language-model.ts';
import { fakeLanguageModel } from './fake.ts';
import type { TokenUsage } from './port.ts';

const catalogue = { defaultModel: 'a-model', models: [] };
const messages = [{ role: 'user' as const, content: 'An object, please.' }];
const never = new AbortController().signal;
let providers: FakeProvider[] = [];
let models: LanguageModels | undefined;

beforeEach(async () => {
  providers = [await startFakeProvider(), await startFakeProvider()];
});
afterEach(async () => {
  models?.close();
  for (const provider of providers) await provider.close();
});

/** The product with this many providers in a chain, and a function that asks them. */
function start(count: number) {
  const chain = providers
    .slice(0, count)
    .map(({ url }) => ({ provider: 'custom' as const, baseUrl: url, apiKey: null, model: 'a-model' }));
  models = createLanguageModel({ chain }, { twinCatalogue: () => catalogue, embedded: fakeLanguageModel('Embedded.') });
  return models.complete;
}

test('without a provider there is nobody to ask', () => {
  expect(start(0)).toBeNull();
});

test('JSON is asked for, tokens are counted, and the provider is told', async () => {
  const usage: TokenUsage[] = [];
  providers[0]?.script(fake.completion('{}', 'stop', 'a-model', { prompt_tokens: 9, completion_tokens: 2 }));
  const params = { json: true, temperature: 0, maxTokens: 700, onUsage: (used: TokenUsage) => void usage.push(used) };
  expect(await start(1)?.(messages, params, never)).toEqual({ text: '{}', provider: 'custom' });
  const asked = { response_format: { type: 'json_object' }, temperature: 0, max_tokens: 700 };
  expect(providers[0]?.calls[0]?.body).toMatchObject(asked);
  expect(usage).toMatchObject([{ promptTokens: 9, completionTokens: 2, estimated: false }]);
});

test.each([
  ['does not know the option', fake.refusal(400, "Unknown parameter: 'response_format'")],
  ['failed at holding the model to it', fake.refusal(400, 'json_validate_failed')],
])('a server that %s is asked without it, now and from then on, and keeps its other options', async (_, refusal) => {
  const complete = start(1);
  providers[0]?.script(refusal);
  await complete?.(messages, { json: true, temperature: 0 }, never);
  await complete?.(messages, { json: true, temperature: 0 }, never);
  const bodies = providers[0]?.calls.map(({ body }) => body) ?? [];
  expect(bodies.map((body) => 'response_format' in body)).toEqual([true, false, false]);
  expect(bodies.map(({ temperature }) => temperature)).toEqual([0, 0, 0]);
});

test('the next provider is asked when one cannot, and one that keeps failing is left alone', async () => {
  const complete = start(2);
  providers[0]?.always(fake.refusal(500, 'down'));
  for (let call = 0; call < 7; call += 1) await complete?.(messages, {}, never);
  expect(providers.map(({ calls }) => calls.length)).toEqual([5, 7]);
});

test('when none can, the last one’s error is thrown; a caller that gives up gets its own reason', async () => {
  const complete = start(1);
  providers[0]?.script(fake.refusal(503, 'down'));
  await expect(complete?.(messages, {}, never)).rejects.toMatchObject({ name: 'ProviderError', status: 503 });
  providers[0]?.script({ silent: true });
  const caller = new AbortController();
  const asked = complete?.(messages, {}, caller.signal);
  await providers[0]?.called(2);
  caller.abort(new Error('never mind'));
  await expect(asked).rejects.toThrow('never mind');
});
