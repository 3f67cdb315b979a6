import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { ConfigError } from '../../platform/config-error.ts';
import type { Logger } from '../../platform/log.ts';
import { operatorCommand } from '../../platform/operator-command.ts';
import type { Accounts } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { createLink, type DashboardLink, isClaimed, LINK_LIFETIME } from './links.ts';
import { ensureFirstOwner, hasOwner, type NewOwner, ONE_TIME_DAYS } from './owner.ts';
import { whyGuessable } from './passwords.ts';
import { OWNER_WITHOUT_EMAIL, weaknesses } from './sign-in-rules.ts';

/** How people sign in to the owner's side. */
export interface SignInConfig {
  /** The first owner's; null for `owner@localhost`. */
  ownerEmail: string | null;
  /** The first owner's; null for a one-time password. */
  ownerPassword: string | null;
  /** Whether a person on this machine may read the dashboard without signing in. */
  localAdmin: boolean;
  /** The base URL of a hosted token issuer, without a trailing slash; null to issue our own. */
  authUrl: string | null;
  /** The public key that such an issuer requires from every caller. */
  authApiKey: string | null;
}

/**
 * Ensures that there is an owner, and says how they sign in. Only these sentences contain the one-time password and the
 * link of this start.
 *
 * @param address URL of the pages
 * @returns sentences for the operator
 */
export async function ensureOwner(
  accounts: Accounts,
  config: { signIn: SignInConfig; production: boolean },
  address: string,
): Promise<string[]> {
  const { authUrl, ownerEmail, ownerPassword, localAdmin } = config.signIn;
  const hosted = authUrl !== null;
  const first = { email: ownerEmail, password: ownerPassword, hosted };
  const made = await ensureFirstOwner(accounts.pool, accounts.passwords, first);
  const page = `${address.replace(/\/$/, '')}/auth`;
  const local = localAdmin
    ? ['LOCAL_ADMIN=on: whatever connects from this machine, port forwarders included, reads the dashboard.']
    : [];
  if (hosted) {
    const who = made || ownerEmail ? 'as OWNER_EMAIL' : 'once OWNER_EMAIL names them at the first start';
    return [`The owner signs in at ${page} through AUTH_URL, ${who}.`, ...local];
  }
  return [ownerSentence(made, page), ...(await linkSentences(accounts, config, address)), ...local];
}

function ownerSentence(made: NewOwner | null, page: string): string {
  if (made?.oneTimePassword) {
    return (
      `The owner signs in at ${page} as ${made.email} with the one-time password ` +
      `${made.oneTimePassword}, which expires in ${ONE_TIME_DAYS} days, and then chooses a new one. ` +
      `"${operatorCommand('owner', 'EMAIL')}" creates another.`
    );
  }
  if (made) return `The owner signs in at ${page} as ${made.email} with OWNER_PASSWORD.`;
  return `The owner signs in at ${page}; "${operatorCommand('owner', 'EMAIL')}" creates a new one-time password.`;
}

/**
 * The sentence with this start's link. In production, where logs are shipped elsewhere, a link is created only if there
 * is no other way to sign in for the first time.
 */
async function linkSentences(
  accounts: Accounts,
  config: { signIn: SignInConfig; production: boolean },
  address: string,
): Promise<string[]> {
  const hasOtherWay = config.signIn.ownerPassword !== null || (await isClaimed(accounts.pool));
  if (config.production && hasOtherWay)
    return [`"${operatorCommand('owner', '--link')}" prints a link that opens the dashboard once.`];
  return [linkSentence(await createLink(accounts.pool, new Date()), address)];
}

/**
 * The sentence that offers a link. Its token is in the fragment, which browsers never send, so that it appears in no
 * server's log and no referrer.
 *
 * @param address URL of the pages
 */
export function linkSentence({ kind, token }: DashboardLink, address: string): string {
  const url = `${address.replace(/\/$/, '')}/auth#link=${token}`;
  return kind === 'claim'
    ? `To become the owner, open ${url} and choose an email and a password. It works once, for ${LINK_LIFETIME.claim}.`
    : `To open the dashboard as admin without a password, open ${url}. It works once, for ${LINK_LIFETIME.admin}.`;
}

/**
 * Checks OWNER_PASSWORD, which applies only until there is an owner. A password that cannot be checked in time is
 * accepted: it has the minimum length, and a busy machine has to start too.
 *
 * @param pool a database that is ready
 * @param whyWeak the slow check; tests pass another
 * @throws ConfigError if the password is easy to guess
 */
export async function checkOwnerPassword(
  pool: Pool,
  { ownerEmail, ownerPassword }: SignInConfig,
  log: Logger,
  whyWeak: typeof whyGuessable = whyGuessable,
): Promise<void> {
  if (ownerPassword === null || (await hasOwner(pool))) return;
  const email = ownerEmail ?? OWNER_WITHOUT_EMAIL;
  if (weaknesses(ownerPassword, email).length > 0) {
    throw new ConfigError(`OWNER_PASSWORD must have at least ${PASSWORD_MIN_CHARS} characters and be no mere pattern.`);
  }
  const why = await whyWeak(ownerPassword, [email]).catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error;
    log.warn({ err: error }, 'OWNER_PASSWORD could not be looked at in time');
    return null;
  });
  if (why !== null) throw new ConfigError(`OWNER_PASSWORD is too easy to guess. ${why}`);
}
