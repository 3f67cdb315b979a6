import type { SignInConfig } from '../../config.ts';
import type { Accounts } from '../../features/accounts/accounts.ts';
import { ensureFirstOwner, ONE_TIME_DAYS } from '../../features/accounts/owner.ts';

/**
 * Sees to it that there is an owner, and says how they sign in. A one-time password is told here and nowhere else.
 * @param address where the pages are
 */
export async function ownerSentences(accounts: Accounts, config: SignInConfig, address: string): Promise<string[]> {
  const hosted = config.authUrl !== null;
  const first = { email: config.ownerEmail, password: config.ownerPassword, hosted };
  const made = await ensureFirstOwner(accounts.pool, accounts.passwords, first);
  const page = `${address.replace(/\/$/, '')}/auth`;
  const open = config.localAdmin
    ? ['The dashboard is open to whoever sits at this machine (LOCAL_ADMIN=off closes it).']
    : [];
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
