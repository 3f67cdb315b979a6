import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Queries } from '../../platform/database/queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AuthError } from './auth-error.ts';
import { endAuthSessionsOf } from './auth-sessions.ts';
import { hashOfToken } from './token-hash.ts';
import { USER_COLUMNS, type UserRow } from './users.ts';

/** How long an invitation is valid. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000;

/** The secret of an invitation link, shown once, and its expiry. */
export interface InvitationToken {
  token: string;
  expiresAt: Date;
}

/** Creates the link with which somebody sets a password; it invalidates their earlier one. */
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
 * Accepts an invitation; this works once. All that it allows is choosing a password, and anyone who had a password
 * already is signed out elsewhere.
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

/** Invalidates a user's unused invitations, once another password is set. */
export async function withdrawInvitations(db: Queries, userId: string): Promise<void> {
  await db.query('DELETE FROM invitations WHERE user_id = $1', [userId]);
}
