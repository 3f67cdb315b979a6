import type { Role } from '@understudy/contract/admin';
import type { Queries } from '../../platform/database/transaction.ts';

/** A user's row, for anyone who may sign in. */
export interface UserRow {
  id: string;
  email: string;
  password_hash: string | null;
  role: Role;
  must_change_password: boolean;
  /** When their one-time password expires; null for a password of their own. */
  one_time_until: Date | null;
  created_at: Date;
  updated_at: Date;
  last_sign_in_at: Date | null;
  /** Authenticator apps, oldest first. */
  factors: Factor[];
  /** For users who have lost their app; null if there are none. */
  recovery_codes: { total: number; remaining: number; created_at: string } | null;
}

/** An authenticator app, without its secret. Times are in the database's JSON format. */
export interface Factor {
  id: string;
  friendly_name: string | null;
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
}

/** Whether signing in requires a second factor. */
export function hasSecondFactor({ factors }: Pick<UserRow, 'factors'>): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/** The longest possible address (RFC 5321, 4.5.3.1). */
const MAX_EMAIL_CHARS = 320;

const FACTORS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name,
    'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at) ORDER BY f.created_at, f.id), '[]')
  FROM mfa_factors f WHERE f.user_id = users.id) AS factors`;
const RECOVERY_CODES = `(SELECT CASE WHEN count(*) > 0 THEN jsonb_build_object('total', count(*),
    'remaining', count(*) FILTER (WHERE r.used_at IS NULL), 'created_at', min(r.created_at)) END
  FROM recovery_codes r WHERE r.user_id = users.id) AS recovery_codes`;

/** The columns of {@link UserRow}, each qualified with its table. */
export const USER_COLUMNS = [
  ...[
    'id',
    'email',
    'password_hash',
    'role',
    'must_change_password',
    'one_time_until',
    'created_at',
    'updated_at',
    'last_sign_in_at',
  ].map((column) => `users.${column}`),
  FACTORS,
  RECOVERY_CODES,
].join(', ');

/**
 * Normalizes an address for comparison: trimmed, in lower case, and without anything that the database cannot search
 * for.
 */
export function normalizeEmail(email: string): string {
  return email.toWellFormed().trim().toLowerCase().slice(0, MAX_EMAIL_CHARS);
}

/** The user with a normalized address; null if there is none. */
export async function userByEmail(db: Queries, email: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE email = $1`, [email]);
  return rows[0] ?? null;
}

/** The user with an id; null if there is none. */
export async function userById(db: Queries, id: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Sets a password that the user chose. @returns the changed user; null if there is none */
export async function setPassword(
  db: Queries,
  change: { userId: string; hash: string; now: Date },
): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `UPDATE users SET password_hash = $2, must_change_password = false, one_time_until = NULL, updated_at = $3
      WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [change.userId, change.hash, change.now],
  );
  return rows[0] ?? null;
}
