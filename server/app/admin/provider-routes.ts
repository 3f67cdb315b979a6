import type { ProvidersAnswer, ProviderTest } from '@understudy/contract/settings';
import { emptyBody } from '@understudy/contract/settings-calls';
import { audit } from '../../features/accounts/audit-log.ts';
import { parseBody } from '../gateway.ts';
import { type AdminScope, orNotFound } from './admin-scope.ts';

const NO_PROVIDER = 'There is no such provider.';

/** The providers of all kinds, their health, and whether they answer now. */
export function mountProviders({ http, pool, context, actorOf }: AdminScope): void {
  const { providers, budgets } = context;

  http.get(
    '/providers',
    async (): Promise<ProvidersAnswer> => ({ items: providers.list(), budgets: budgets.states() }),
  );

  http.post('/providers/:id/test', async (request): Promise<ProviderTest> => {
    const { id } = request.params as { id: string };
    const actor = actorOf(request);
    parseBody(emptyBody, request.body);
    await context.limits.take('admin_tests', actor.email);
    const test = orNotFound(await providers.test(id), NO_PROVIDER);
    await audit(pool, actor, 'provider_tested', { id, ok: test.ok, took_ms: test.took_ms });
    return test;
  });
}
