import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { hashOfToken } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import { endAuthSessionsOf } from './auth-sessions.ts';
import { USER_COLUMNS, type UserRow } from './users.ts';

/** A claim link makes its holder the owner of a new installation; an admin link opens the dashboard once. */
type LinkKind = 'claim' | 'admin';

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

/** How long an invitation is valid. */
const INVITATION_MS = 7 * 24 * 60 * MINUTE_MS;

/** Whether an owner has ever signed in; until then, a link claims the installation. */
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

/** The secret of an invitation link, shown once, and its expiry. */
export interface InvitationToken {
  token: string;
  expiresAt: Date;
}

/** Creates an invitation for somebody to set a password; it invalidates their earlier one. */
export async function writeInvitation(db: Queries, userId: string, now: Date): Promise<InvitationToken> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  await withdrawInvitations(db, userId);
  await db.query('INSERT INTO invitations (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
    hashOfToken(token),
    userId,
    now,
    expiresAt,
  ]);
  return { token, expiresAt };
}

/**
 * Uses up an invitation. All that it allows is choosing a password; all other sign-ins of the user end.
 * @throws AuthError `otp_expired`
 */
export async function takeInvitation(pool: Pool, token: string, now: Date): Promise<UserRow> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<UserRow>(
      `WITH taken AS (DELETE FROM invitations WHERE token_hash = $1 RETURNING user_id, expires_at)
       UPDATE users SET must_change_password = true, updated_at = $2 FROM taken
        WHERE users.id = taken.user_id AND taken.expires_at > $2 RETURNING ${USER_COLUMNS}`,
      [hashOfToken(token), now],
    );
    const [user] = rows;
    if (!user) throw new AuthError('otp_expired');
    await endAuthSessionsOf(db, user.id, null);
    return user;
  });
}

/** Invalidates a user's unused invitations, as after a change of their password. */
export async function withdrawInvitations(db: Queries, userId: string): Promise<void> {
  await db.query('DELETE FROM invitations WHERE user_id = $1', [userId]);
}
