import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import type { Config } from '../../config.ts';
import { readSetting } from '../settings/settings.ts';
import { createAccessChanges } from './access-changes.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { AUTH_PREFIX, mountAuth } from './auth-routes.ts';
import { createBruteForceGuard } from './brute-force-guard.ts';
import { createGuard, type Guard } from './guard.ts';
import { createPeople } from './people.ts';
import { mountProfile } from './profile-routes.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSignIns } from './sign-ins.ts';
import { mountUsers } from './user-routes.ts';

/** Mounts everything that signs users in; returns the guard for the rest of the dashboard. */
export async function mountSignIn(
  app: FastifyInstance,
  context: AppContext,
  config: Config,
  now: () => Date = () => new Date(),
): Promise<{ accounts: Accounts; guard: Guard }> {
  const { authUrl, authApiKey, localAdmin } = config.signIn;
  const changes = createAccessChanges();
  const bruteForceGuard = createBruteForceGuard(context, context.limits);
  const accounts = createAccounts({
    pool: context.pool,
    sealer: context.sealer,
    bruteForceGuard,
    changes,
    issuer: `${config.publicUrl ?? `http://localhost:${config.port}`}${AUTH_PREFIX}`,
    authUrl,
    now,
  });
  const factors = createSecondFactors({
    pool: context.pool,
    sealer: context.sealer,
    bruteForceGuard,
    accounts,
    changes,
    now,
  });
  const signIns = createSignIns({ pool: context.pool, changes, now });
  const requiresSecondFactor = async () => (await readSetting(context.pool, 'sign_in')).second_factor === 'required';
  const guard = createGuard({ accounts, changes, localAdmin, requiresSecondFactor, now });
  const hosted = authUrl === null ? null : { authUrl, apiKey: authApiKey };
  await mountAuth(app, context, { accounts, factors, signIns, hosted });
  mountProfile(app, { context, guard, accounts, signIns });
  const people = createPeople({ pool: context.pool, hosted: authUrl !== null, changes, now });
  mountUsers(app, { context, guard, people, publicUrl: config.publicUrl });
  return { accounts, guard };
}
