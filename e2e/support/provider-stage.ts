import { type FakeProvider, startFakeProvider } from '../../server/testing/fake-provider.ts';
import { openStage, type Stage } from './stage.ts';

/** A stage whose replies come from a fake provider controlled by the test. */
export interface ProviderStage extends Stage {
  provider: FakeProvider;
}

/** Starts both; see {@link openStage}. */
export async function openProviderStage(
  ...[environment, options]: Parameters<typeof openStage>
): Promise<ProviderStage> {
  const provider = await startFakeProvider();
  const stage = await openStage({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model', ...environment }, options);
  return {
    ...stage,
    provider,
    async close() {
      await stage.close();
      await provider.close();
    },
  };
}
