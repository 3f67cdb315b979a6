import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { audit, COMMAND_LINE, SERVER_START } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import { endAuthSessionsOf } from './auth-sessions.ts';
import { isClaimed, linkExpired, useLink, withdrawInvitations } from './links.ts';
import { oneTimePassword, type Passwords } from './passwords.ts';
import { OWNER_WITHOUT_EMAIL } from './sign-in-rules.ts';
import { removeSecondFactors } from './totp.ts';
import { normalizeEmail, USER_COLUMNS, type UserRow, userByEmail } from './users.ts';

/**
 * Advisory lock held while ownership changes, across all instances (pg_advisory_xact_lock). The number is arbitrary.
 */
export const OWNERS_LOCK = 7_303_114;

/** How long a one-time password is valid. It expires because somebody may find it in a log later. */
export const ONE_TIME_DAYS = 7;

export const DAY_MS = 24 * 60 * 60 * 1_000;

/** A newly created owner, and their one-time password if they have none of their own. */
export interface NewOwner {
  email: string;
  oneTimePassword: string | null;
}

/** How to create the first owner. */
export interface FirstOwner {
  /** OWNER_EMAIL; null for `owner@localhost`. */
  email: string | null;
  /** OWNER_PASSWORD; null for a one-time password. */
  password: string | null;
  /** Whether a hosted issuer keeps the passwords, so that only the address is ours. */
  hosted: boolean;
}

/**
 * Creates the first owner of an installation.
 * @returns null if there is an owner already, or if there is a hosted issuer and no owner was named
 */
export async function ensureFirstOwner(
  pool: Pool,
  passwords: Passwords,
  first: FirstOwner,
  now = new Date(),
): Promise<NewOwner | null> {
  if (await hasOwner(pool)) return null;
  if (first.hosted && first.email === null) return null;
  const email = normalizeEmail(first.email ?? OWNER_WITHOUT_EMAIL);
  const made = first.hosted || first.password !== null ? null : oneTimePassword();
  const password = made ?? first.password;
  const hash = first.hosted || password === null ? null : await passwords.hash(password);
  return inTransaction(pool, async (db) => {
    await db.query('SELECT pg_advisory_xact_lock($1)', [OWNERS_LOCK]);
    // Another instance was quicker, and has shown its password.
    if (await hasOwner(db)) return null;
    await db.query(
      `INSERT INTO users (email, role, password_hash, must_change_password, one_time_until)
       VALUES ($1, 'owner', $2, $3, $4)
       ON CONFLICT (email) DO UPDATE SET role = 'owner', password_hash = excluded.password_hash,
         must_change_password = excluded.must_change_password, one_time_until = excluded.one_time_until`,
      [email, hash, made !== null, made === null ? null : oneTimeUntil(now)],
    );
    await audit(db, SERVER_START, 'owner_made', { email });
    return { email, oneTimePassword: made };
  });
}

/**
 * Makes the user with this address an owner with a one-time password, and creates the user if there is none. Ends their
 * sign-ins, and removes their invitations and second factors.
 */
export async function resetOwner(
  pool: Pool,
  passwords: Passwords,
  address: string,
  now = new Date(),
): Promise<NewOwner> {
  const email = normalizeEmail(address);
  const password = oneTimePassword();
  const hash = await passwords.hash(password);
  await inTransaction(pool, async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO users (email, role, password_hash, must_change_password, one_time_until)
       VALUES ($1, 'owner', $2, true, $3)
       ON CONFLICT (email) DO UPDATE SET role = 'owner', password_hash = excluded.password_hash,
         must_change_password = true, one_time_until = excluded.one_time_until, updated_at = now()
       RETURNING id`,
      [email, hash, oneTimeUntil(now)],
    );
    if (rows[0]) {
      await endAuthSessionsOf(db, rows[0].id, null);
      await withdrawInvitations(db, rows[0].id);
      await removeSecondFactors(db, rows[0].id);
    }
    await audit(db, COMMAND_LINE, 'owner_reset', { email });
  });
  return { email, oneTimePassword: password };
}

/** The oldest owner, whom dashboard links sign in; null if there is none. */
export async function firstOwner(db: Queries): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE role = 'owner' ORDER BY created_at, id LIMIT 1`,
  );
  return rows[0] ?? null;
}

/**
 * Uses up a claim link and makes its holder the first owner. All other claim links and the one-time password become
 * invalid.
 * @param db the connection of a transaction
 * @throws AuthError `otp_expired` if the link is used up or an owner has signed in, `validation_failed` if the
 * address belongs to somebody else
 */
export async function claimInstallation(
  db: Queries,
  claim: { token: string; email: string; hash: string },
  now: Date,
): Promise<UserRow> {
  await db.query('SELECT pg_advisory_xact_lock($1)', [OWNERS_LOCK]);
  await useLink(db, claim.token, 'claim', now);
  const owner = await firstOwner(db);
  if (!owner || (await isClaimed(db))) throw linkExpired();
  const other = await userByEmail(db, claim.email);
  if (other && other.id !== owner.id) {
    throw new AuthError('validation_failed', { message: 'Somebody else has this email address. Please use another.' });
  }
  await db.query("DELETE FROM dashboard_links WHERE kind = 'claim'");
  await endAuthSessionsOf(db, owner.id, null);
  await withdrawInvitations(db, owner.id);
  const { rows } = await db.query<UserRow>(
    `UPDATE users SET email = $2, password_hash = $3, must_change_password = false, one_time_until = NULL,
       last_sign_in_at = $4, updated_at = $4
      WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [owner.id, claim.email, claim.hash, now],
  );
  const [claimed] = rows;
  if (!claimed) throw linkExpired();
  return claimed;
}

export function oneTimeUntil(now: Date): Date {
  return new Date(now.getTime() + ONE_TIME_DAYS * DAY_MS);
}

/** Whether the installation has an owner; from then on OWNER_EMAIL and OWNER_PASSWORD have no effect. */
export async function hasOwner(db: Queries): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM users WHERE role = 'owner' LIMIT 1");
  return rowCount !== 0;
}
