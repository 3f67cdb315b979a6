import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { ConfigError, type SignInConfig } from '../../config.ts';
import type { Accounts } from '../../features/accounts/accounts.ts';
import { AuthError } from '../../features/accounts/auth-error.ts';
import { ensureFirstOwner, hasOwner, ONE_TIME_DAYS } from '../../features/accounts/owner.ts';
import { whyGuessable } from '../../features/accounts/password-strength.ts';
import { OWNER_WITHOUT_EMAIL, weaknesses } from '../../features/accounts/sign-in-rules.ts';
import type { Logger } from '../../platform/log.ts';

/**
 * Sees to it that there is an owner, and says how they sign in. A one-time password is told here and nowhere else.
 * @param address where the pages are
 */
export async function ownerSentences(accounts: Accounts, config: SignInConfig, address: string): Promise<string[]> {
  const hosted = config.authUrl !== null;
  const first = { email: config.ownerEmail, password: config.ownerPassword, hosted };
  const made = await ensureFirstOwner(accounts.pool, accounts.passwords, first);
  const page = `${address.replace(/\/$/, '')}/auth`;
  const open = localSentences(config);
  if (hosted) {
    const who = made || config.ownerEmail ? 'as OWNER_EMAIL' : 'once OWNER_EMAIL names them at the first start';
    return [`The owner signs in at ${page} through AUTH_URL, ${who}.`, ...open];
  }
  if (made?.oneTimePassword) {
    return [
      `The owner signs in at ${page} as ${made.email} with the one-time password ${made.oneTimePassword}, and chooses another then. It holds for ${ONE_TIME_DAYS} days; "npm run owner -- EMAIL" gives out a new one.`,
      ...open,
    ];
  }
  if (made) return [`The owner signs in at ${page} as ${made.email} with OWNER_PASSWORD.`, ...open];
  return [`The owner signs in at ${page}; "npm run owner -- EMAIL" gives out a new one-time password.`, ...open];
}

/** Who needs no password, and who was thought to need none. */
function localSentences({ localAdmin, localAdminIgnored }: SignInConfig): string[] {
  if (localAdmin) return ['The dashboard is open to whoever sits at this machine (LOCAL_ADMIN=off closes it).'];
  if (!localAdminIgnored) return [];
  return ['LOCAL_ADMIN=on does nothing with NODE_ENV=production: everybody signs in, at this machine too.'];
}

/**
 * Looks at the first owner's password before they are made with it; an owner who is there has their own. A password that
 * cannot be looked at in time is taken: it is as long as it must be, and a busy machine has to start.
 *
 * @param pool a database that is ready
 * @throws ConfigError where the password would be guessed
 */
export async function checkOwnerPassword(
  pool: Pool,
  { ownerEmail, ownerPassword }: SignInConfig,
  log: Logger,
  look: typeof whyGuessable = whyGuessable,
): Promise<void> {
  if (ownerPassword === null || (await hasOwner(pool))) return;
  const email = ownerEmail ?? OWNER_WITHOUT_EMAIL;
  if (weaknesses(ownerPassword, email).length > 0) {
    throw new ConfigError(`OWNER_PASSWORD must have at least ${PASSWORD_MIN_CHARS} characters and be no mere pattern.`);
  }
  const why = await look(ownerPassword, [email]).catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error;
    log.warn({ err: error }, 'OWNER_PASSWORD could not be looked at in time');
    return null;
  });
  if (why !== null) throw new ConfigError(`OWNER_PASSWORD is too easy to guess. ${why}`);
}
