import { afterEach, beforeEach, expect } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../testing/fake-provider.ts';
import { ProviderError } from '../port.ts';
import { createOpenAiCompatible, type OpenAiCompatible } from './create-openai-compatible.ts';
import type { Timeouts } from './watch.ts';

/** Must never appear in an error, whatever the provider answers. */
export const KEY = 'sk-canary-key-4711';

/**
 * Registers hooks that create and close a fake provider, and adapters to it, for each test of a file.
 *
 * @returns that provider, and adapters to it
 */
export function useAdapter() {
  let provider: FakeProvider;
  const models: OpenAiCompatible[] = [];

  beforeEach(async () => {
    provider = await startFakeProvider();
  });
  afterEach(async () => {
    for (const model of models.splice(0)) model.close();
    await provider.close();
  });

  return {
    get provider(): FakeProvider {
      return provider;
    },
    model(timeouts: Partial<Timeouts> = {}): OpenAiCompatible {
      const catalogue = () => ({ models: [], defaultModel: 'fake-model' });
      const options = { provider: 'custom', baseUrl: provider.url, apiKey: KEY, model: 'fake-model' };
      const created = createOpenAiCompatible({ ...options, catalogue, timeouts });
      models.push(created);
      return created;
    },
    /** Resolves when no client is connected to the fake provider. */
    async allClosed(): Promise<void> {
      while (provider.connections() > 0) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** The ProviderError that `run` fails with. */
export async function failure(run: Promise<unknown>): Promise<ProviderError> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(KEY);
  return error as ProviderError;
}
