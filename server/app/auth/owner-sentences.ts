import { ConfigError, type SignInConfig } from '../../config.ts';
import type { Accounts } from '../../features/accounts/accounts.ts';
import { ensureFirstOwner, ONE_TIME_DAYS } from '../../features/accounts/owner.ts';
import { whyGuessable } from '../../features/accounts/password-strength.ts';
import { OWNER_WITHOUT_EMAIL } from '../../features/accounts/sign-in-rules.ts';

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
 * Looks at the first owner's password before anything is started with it.
 * @throws ConfigError where it would be guessed
 */
export async function checkOwnerPassword({ ownerEmail, ownerPassword }: SignInConfig): Promise<void> {
  if (ownerPassword === null) return;
  const why = await whyGuessable(ownerPassword, [ownerEmail ?? OWNER_WITHOUT_EMAIL]);
  if (why !== null) throw new ConfigError(`OWNER_PASSWORD is too easy to guess. ${why}`);
}
