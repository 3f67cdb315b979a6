import { createHmac, randomBytes } from 'node:crypto';
import { allows, type Role } from '@understudy/contract/admin';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { type Aal, hashOfToken } from './access-tokens.ts';
import { audit } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import { USER_COLUMNS, type UserRow } from './users.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** A sign-in that is not refreshed for this long ends, because the device may have been left behind. */
const INACTIVE_AFTER_MS = 24 * HOUR_MS;
/** A replaced sign-in lives on for this long, so that other tabs can finish what they are doing. */
const REPLACED_MS = 60_000;
/** A used token is accepted again for this long, because two tabs may refresh at once. */
const REUSE_TOLERATED_MS = 10_000;
/** More refreshes than this within {@link REUSE_TOLERATED_MS} can only come from a broken page. */
const MAX_REFRESH_CHAIN = 100;

/** How a sign-in began. */
export type Via = 'password' | 'invitation' | 'link';

/** Where a sign-in began, and its initial assurance level. */
export interface Origin {
  /** Without the last part of the address. */
  network: string;
  /** A readable device name; null if unknown. */
  device: string | null;
  aal: Aal;
}

/** A sign-in. */
interface AuthSession {
  id: string;
  userId: string;
  createdAt: Date;
}

/** A session with its next refresh token, and its assurance level when that token was made. */
export interface OpenSession extends AuthSession {
  refreshToken: string;
  aal: Aal;
}

interface SessionRow {
  id: string;
  user_id: string;
  created_at: Date;
  aal: Aal;
  expired: boolean;
  rotated: boolean;
}

/** The maximum lifetime of a sign-in, however often it is refreshed. A link proves less than a password. */
const MAX_LIFETIME_MS: Record<Via, number> = {
  password: 14 * 24 * HOUR_MS,
  invitation: 14 * 24 * HOUR_MS,
  link: 12 * HOUR_MS,
};

/** The highest role that a sign-in may act in, whatever the person's own role; null for no limit. */
export const ROLE_LIMIT: Record<Via, Role | null> = { password: null, invitation: null, link: 'admin' };

/** Opens a sign-in with its first refresh token. */
export async function openAuthSession(
  db: Queries,
  userId: string,
  via: Via,
  origin: Origin,
  now: Date,
): Promise<OpenSession> {
  const refreshToken = newRefreshToken();
  const { rows } = await db.query<{ id: string }>(
    `WITH opened AS (
       INSERT INTO auth_sessions (user_id, created_at, refreshed_at, ends_at, via, network, device, aal, role_limit)
       VALUES ($1, $2, $2, $9, $4, $5, $6, $7, $8) RETURNING id)
     INSERT INTO refresh_tokens (hash, auth_session_id, created_at) SELECT $3, id, $2 FROM opened
     RETURNING auth_session_id AS id`,
    [
      userId,
      now,
      hashOfToken(refreshToken),
      via,
      origin.network,
      origin.device,
      origin.aal,
      ROLE_LIMIT[via],
      after(now, MAX_LIFETIME_MS[via]),
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('The database opened no session.');
  return { id: row.id, userId, createdAt: now, refreshToken, aal: origin.aal };
}

/**
 * Exchanges a refresh token for the next one, its child. The child is derived from it, so that concurrent requests all
 * get the same token and the database need not store any token itself. A used token is accepted again within
 * {@link REUSE_TOLERATED_MS}, and at any time while its child is unused: then the response with the child was lost.
 * @param secret the installation's secret for deriving tokens
 * @param asked by whom and when; the network goes to the audit log if the token was used already
 * @throws AuthError `refresh_token_not_found`, `refresh_token_already_used` (which also ends the session),
 * `session_expired`
 */
export async function refreshAuthSession(
  pool: Pool,
  secret: Buffer,
  token: string,
  { now, network }: { now: Date; network: string },
): Promise<OpenSession> {
  const next = nextToken(secret, token);
  // Locks the session's row first, as everything that ends a session does, so that `used_at` is current once the lock
  // is granted.
  const { rows } = await pool.query<SessionRow>(
    `WITH session AS (
       SELECT s.id, s.user_id, s.created_at, s.aal, s.ends_at <= $3 OR s.refreshed_at <= $4 AS expired
         FROM auth_sessions s JOIN refresh_tokens t ON t.auth_session_id = s.id
        WHERE t.hash = $1 FOR NO KEY UPDATE OF s),
     used AS (
       UPDATE refresh_tokens t SET used_at = $3 FROM session
        WHERE t.hash = $1 AND t.used_at IS NULL AND NOT session.expired RETURNING session.id),
     made AS (
       INSERT INTO refresh_tokens (hash, auth_session_id, created_at) SELECT $2, id, $3 FROM used),
     refreshed AS (
       UPDATE auth_sessions s SET refreshed_at = $3 FROM used WHERE s.id = used.id)
     SELECT session.*, EXISTS (SELECT FROM used) AS rotated FROM session`,
    [hashOfToken(token), hashOfToken(next), now, after(now, -INACTIVE_AFTER_MS)],
  );
  const [session] = rows;
  if (!session) throw new AuthError('refresh_token_not_found');
  const { id, user_id: userId, created_at: createdAt, aal } = session;
  const open = { id, userId, createdAt, aal };
  if (session.rotated) return { ...open, refreshToken: next };
  if (session.expired) {
    await endAuthSession(pool, session.id);
    throw new AuthError('session_expired');
  }
  const usedAt = await useOf(pool, token);
  if (usedAt && now.getTime() - usedAt.getTime() <= REUSE_TOLERATED_MS) {
    return { ...open, refreshToken: await newestToken(pool, secret, next) };
  }
  if (await keepUnusedChild(pool, next, now)) return { ...open, refreshToken: next };
  await endStolen(pool, session, network, now);
  throw new AuthError('refresh_token_already_used');
}

/**
 * If a token's child is still unused, marks the session as refreshed now.
 * @param child the next token, which the client never received
 * @returns whether it was unused
 */
async function keepUnusedChild(pool: Pool, child: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE auth_sessions s SET refreshed_at = $2 FROM refresh_tokens t
      WHERE t.hash = $1 AND t.used_at IS NULL AND s.id = t.auth_session_id`,
    [hashOfToken(child), now],
  );
  return rowCount === 1;
}

/** Ends a session whose token was reused, and records it in the audit log so that the owner can see why. */
async function endStolen(pool: Pool, session: SessionRow, network: string, now: Date): Promise<void> {
  await inTransaction(pool, async (db) => {
    const { rows } = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [session.user_id]);
    const actor = { id: session.user_id, email: rows[0]?.email ?? 'removed', address: network };
    await audit(db, actor, 'refresh_token_reused', {}, now);
    await endAuthSession(db, session.id);
  });
}

/**
 * The session of a refresh token, and its user.
 * @throws AuthError `validation_failed`, `refresh_token_not_found`
 */
export async function sessionOfToken(pool: Pool, token: string): Promise<{ id: string; userId: string }> {
  if (!/^[\w-]{43}$/.test(token)) throw new AuthError('validation_failed', { message: 'Refresh token is not valid' });
  const { rows } = await pool.query<{ id: string; user_id: string }>(
    'SELECT s.id, s.user_id FROM refresh_tokens t JOIN auth_sessions s ON s.id = t.auth_session_id WHERE t.hash = $1',
    [hashOfToken(token)],
  );
  const [row] = rows;
  if (!row) throw new AuthError('refresh_token_not_found');
  return { id: row.id, userId: row.user_id };
}

/** Follows the chain of tokens to its last one, which is unused. */
async function newestToken(pool: Pool, secret: Buffer, from: string): Promise<string> {
  let token = from;
  for (let length = 0; length < MAX_REFRESH_CHAIN; length += 1) {
    if ((await useOf(pool, token)) === null) return token;
    token = nextToken(secret, token);
  }
  throw new AuthError('unavailable', { retryAfterMs: REUSE_TOLERATED_MS });
}

/** When a token was used; null if unused. @throws AuthError `refresh_token_not_found` */
async function useOf(pool: Pool, token: string): Promise<Date | null> {
  const { rows } = await pool.query<{ used_at: Date | null }>('SELECT used_at FROM refresh_tokens WHERE hash = $1', [
    hashOfToken(token),
  ]);
  const [row] = rows;
  if (!row) throw new AuthError('refresh_token_not_found');
  return row.used_at;
}

/** The current user of a session, in the role that the session allows; null if the session is over. */
export async function userOfSession(
  db: Queries,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<{ user: UserRow; signedInAt: Date; via: Via; aal: Aal } | null> {
  const { rows } = await db.query<UserRow & { signed_in_at: Date; via: Via; aal: Aal; role_limit: Role | null }>(
    `SELECT ${USER_COLUMNS}, s.created_at AS signed_in_at, s.via, s.aal, s.role_limit
       FROM auth_sessions s JOIN users ON users.id = s.user_id
      WHERE s.id = $1 AND s.user_id = $2 AND s.ends_at > $3 AND s.refreshed_at > $4`,
    [sessionId, userId, now, after(now, -INACTIVE_AFTER_MS)],
  );
  const [row] = rows;
  if (!row) return null;
  const { signed_in_at: signedInAt, via, aal, role_limit: limit, ...user } = row;
  return { user: { ...user, role: lowerRole(user.role, limit) }, signedInAt, via, aal };
}

/**
 * Raises a sign-in to `aal2` after its second factor was given. Its refresh token is replaced, because somebody
 * without the second factor may have read the earlier ones.
 * @throws AuthError `session_not_found`
 */
export async function raiseAuthSession(db: Queries, sessionId: string, now: Date): Promise<OpenSession> {
  const { rows } = await db.query<{ user_id: string; created_at: Date }>(
    "UPDATE auth_sessions SET aal = 'aal2', refreshed_at = $2 WHERE id = $1 RETURNING user_id, created_at",
    [sessionId, now],
  );
  const [row] = rows;
  if (!row) throw new AuthError('session_not_found');
  const refreshToken = newRefreshToken();
  await db.query('DELETE FROM refresh_tokens WHERE auth_session_id = $1', [sessionId]);
  await db.query('INSERT INTO refresh_tokens (hash, auth_session_id, created_at) VALUES ($1, $2, $3)', [
    hashOfToken(refreshToken),
    sessionId,
    now,
  ]);
  return { id: sessionId, userId: row.user_id, createdAt: row.created_at, refreshToken, aal: 'aal2' };
}

/** Ends all sign-ins of a user that have no second factor, except those opened by a one-time link. */
export async function endLowerAuthSessionsOf(db: Queries, userId: string): Promise<void> {
  await db.query("DELETE FROM auth_sessions WHERE user_id = $1 AND aal = 'aal1' AND via <> 'link'", [userId]);
}

/** A sign-in as listed for its user. */
export interface ListedAuthSession {
  id: string;
  via: Via;
  aal: Aal;
  network: string | null;
  device: string | null;
  created_at: Date;
  refreshed_at: Date;
}

/** A user's active sign-ins, most recently used first. @param only the id of a single one; null for all */
export async function listAuthSessions(
  db: Queries,
  userId: string,
  only: string | null,
  now: Date,
): Promise<ListedAuthSession[]> {
  const { rows } = await db.query<ListedAuthSession>(
    `SELECT id, via, aal, network, device, created_at, refreshed_at FROM auth_sessions
      WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) AND NOT replaced
        AND ends_at > $3 AND refreshed_at > $4 ORDER BY refreshed_at DESC, id`,
    [userId, only, now, after(now, -INACTIVE_AFTER_MS)],
  );
  return rows;
}

/** Ends a sign-in if it belongs to the user. @returns whether it did */
export async function endAuthSessionOf(db: Queries, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM auth_sessions WHERE id = $1 AND user_id = $2', [sessionId, userId]);
  return rowCount === 1;
}

/** Ends a sign-in, whoever it belongs to. @returns whether another sign-in had replaced it */
export async function endAuthSession(db: Queries, sessionId: string): Promise<{ replaced: boolean }> {
  const { rows } = await db.query<{ replaced: boolean }>('DELETE FROM auth_sessions WHERE id = $1 RETURNING replaced', [
    sessionId,
  ]);
  return rows[0] ?? { replaced: false };
}

/**
 * Marks a sign-in as replaced by another of the same person. Its page ends it next; otherwise it ends after
 * {@link REPLACED_MS}.
 */
export async function replaceAuthSession(db: Queries, sessionId: string, now: Date): Promise<void> {
  await db.query('UPDATE auth_sessions SET replaced = true, ends_at = least(ends_at, $2) WHERE id = $1', [
    sessionId,
    after(now, REPLACED_MS),
  ]);
}

/** Ends all sign-ins of a user except the given one. @param except null to end all @returns how many ended */
export async function endAuthSessionsOf(db: Queries, userId: string, except: string | null): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM auth_sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid', [
    userId,
    except,
  ]);
  return rowCount ?? 0;
}

/** Ends everybody's sign-ins, which invalidates all access and refresh tokens at once. @returns how many there were */
export async function signOutEveryone(client: PoolClient): Promise<number> {
  return (await client.query('DELETE FROM auth_sessions')).rowCount ?? 0;
}

function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The lower of two roles. @param limit null for none */
export function lowerRole(role: Role, limit: Role | null): Role {
  return limit !== null && allows(role, limit) ? limit : role;
}

function nextToken(secret: Buffer, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url');
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
