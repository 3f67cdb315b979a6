import { randomBytes } from 'node:crypto';
import type { Queries } from '../../platform/database/queries.ts';
import { AuthError } from './auth-error.ts';
import { hashOfToken } from './token-hash.ts';

/** A claim link makes its holder the owner of a new installation; an admin link opens the dashboard once. */
export type LinkKind = 'claim' | 'admin';

/** A link, shown only once; the database stores only the hash of its token. */
export interface DashboardLink {
  token: string;
  kind: LinkKind;
  expiresAt: Date;
}

const MINUTE_MS = 60_000;
/**
 * How long a link is valid. A claim link lasts as long as a one-time password, since the first start may be noticed
 * days later; an admin link is opened right after it is requested.
 */
const LIFETIME_MS: Record<LinkKind, number> = { claim: 7 * 24 * 60 * MINUTE_MS, admin: 15 * MINUTE_MS };

/** {@link LIFETIME_MS} in words, for messages. */
export const LINK_LIFETIME: Record<LinkKind, string> = { claim: '7 days', admin: '15 minutes' };

/** Whether an owner has ever signed in; until then, links claim the installation. */
export async function isClaimed(db: Queries): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM users WHERE role = 'owner' AND last_sign_in_at IS NOT NULL LIMIT 1");
  return rowCount !== 0;
}

/** Creates a link: a claim link while the installation is unclaimed, an admin link afterwards. */
export async function createLink(db: Queries, now: Date): Promise<DashboardLink> {
  const token = randomBytes(32).toString('base64url');
  const kind = (await isClaimed(db)) ? 'admin' : 'claim';
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[kind]);
  await db.query('DELETE FROM dashboard_links WHERE expires_at <= $1', [now]);
  await db.query('INSERT INTO dashboard_links (token_hash, kind, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
    hashOfToken(token),
    kind,
    now,
    expiresAt,
  ]);
  return { token, kind, expiresAt };
}

/**
 * Tells what a link does, without using it up.
 * @throws AuthError `otp_expired` if the link is no longer valid
 */
export async function readLink(
  db: Queries,
  token: string,
  now: Date,
): Promise<Pick<DashboardLink, 'kind' | 'expiresAt'>> {
  const { rows } = await db.query<{ kind: LinkKind; expires_at: Date }>(
    'SELECT kind, expires_at FROM dashboard_links WHERE token_hash = $1 AND expires_at > $2',
    [hashOfToken(token), now],
  );
  const [row] = rows;
  if (!row || (row.kind === 'claim' && (await isClaimed(db)))) throw linkExpired();
  return { kind: row.kind, expiresAt: row.expires_at };
}

/**
 * Uses up a link; only one of several concurrent attempts succeeds.
 * @param db the connection of the transaction that does what the link is for
 * @throws AuthError `otp_expired`
 */
export async function useLink(db: Queries, token: string, kind: LinkKind, now: Date): Promise<void> {
  const { rowCount } = await db.query(
    'DELETE FROM dashboard_links WHERE token_hash = $1 AND kind = $2 AND expires_at > $3',
    [hashOfToken(token), kind, now],
  );
  if (rowCount === 0) throw linkExpired();
}

/** The error for a link that was used, has expired or never existed; it does not say which. */
export function linkExpired(): AuthError {
  return new AuthError('otp_expired', { message: 'This link was used already or has expired.' });
}
