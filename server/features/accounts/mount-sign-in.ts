import type { Language } from '@understudy/contract/languages';
import type { Twin } from '@understudy/contract/twin';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Admit } from '../../platform/http/gateway-function.ts';
import type { Guard } from '../../platform/http/guard.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { Mail } from '../mail/index.ts';
import { createAccessChanges } from './access-changes.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { AUTH_PREFIX, mountAuth } from './auth-routes.ts';
import { createBruteForceGuard } from './brute-force-guard.ts';
import { createGuard } from './guard.ts';
import { createPeople } from './people.ts';
import { mountProfile, mountUsers } from './profile-routes.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSignIns } from './sign-ins.ts';

/** Dependencies of everything about signing in. */
interface SignInDeps {
  pool: Pool;
  sealer: Sealer;
  limits: Limits;
  admit: Admit;
  twin(): Twin;
  /** The hosted issuer that manages sign-ins (AUTH_URL), with its key; nulls if this server does. */
  authUrl: string | null;
  authApiKey: string | null;
  localAdmin: boolean;
  publicUrl: string | null;
  /** Stands in for an unknown `publicUrl` in the issuer's name. */
  fallbackUrl: string;
  /** Whether an owner requires a second factor of everybody, read from the database at every call. */
  requiresSecondFactor(): Promise<boolean>;
  /** Mails invitations, besides showing their links. */
  mail: Pick<Mail, 'queueMail'>;
  /** The language of mails to the owner's people. */
  mailLanguage(): Language;
  nudgeJobs(): void;
  now(): Date;
}

/** Mounts `/auth/v1`, `/api/profile`, `/api/admin/users` and `/api/admin/audit`; returns the guard for other routes. */
export async function mountSignIn(
  app: FastifyInstance,
  deps: SignInDeps,
): Promise<{ accounts: Accounts; guard: Guard }> {
  const { pool, sealer, limits, admit, authUrl, authApiKey, localAdmin, publicUrl, requiresSecondFactor, now } = deps;
  const changes = createAccessChanges();
  const bruteForceGuard = createBruteForceGuard({ pool, sealer }, limits);
  const issuer = `${publicUrl ?? deps.fallbackUrl}${AUTH_PREFIX}`;
  const accounts = createAccounts({ pool, sealer, bruteForceGuard, changes, issuer, authUrl, now });
  const factors = createSecondFactors({ pool, sealer, bruteForceGuard, accounts, changes, now });
  const signIns = createSignIns({ pool, changes, now });
  const guard = createGuard({ accounts, changes, localAdmin, requiresSecondFactor, now });
  const hosted = authUrl === null ? null : { authUrl, apiKey: authApiKey };
  const twinName = () => `AI ${deps.twin().persona.name}`;
  await mountAuth(app, { admit, limits, issuer: twinName, accounts, factors, signIns, hosted });
  mountProfile(app, { admit, guard, accounts, signIns });
  const { mail, mailLanguage, nudgeJobs } = deps;
  const people = createPeople({ pool, hosted: authUrl !== null, changes, mail, mailLanguage, now });
  mountUsers(app, { pool, admit, guard, people, publicUrl, nudgeJobs });
  return { accounts, guard };
}
