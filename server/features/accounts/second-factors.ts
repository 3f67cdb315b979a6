import type { Pool, PoolClient } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { AccessChanges } from './access-changes.ts';
import {
  type Accounts,
  actorOf,
  type Bearer,
  type Caller,
  isFresh,
  needsSecondFactor,
  type SignedIn,
} from './accounts.ts';
import { audit } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import { endLowerAuthSessionsOf, type OpenSession, raiseAuthSession } from './auth-sessions.ts';
import type { BruteForceGuard } from './brute-force-guard.ts';
import {
  newTotpSecret,
  presentTotpSecret,
  removeRecoveryCodes,
  stepOfCode,
  useRecoveryCode,
  writeRecoveryCodes,
} from './totp.ts';
import { type Factor, hasSecondFactor, type UserRow, userById } from './users.ts';

/** How long a challenge can be answered. */
const CHALLENGE_MS = 5 * 60 * 1_000;
/** Authenticator apps per person: a phone, a tablet, a password manager, and some to spare. */
const MAX_FACTORS = 5;

/** Dependencies of the second factors. */
interface SecondFactorsDeps {
  pool: Pool;
  sealer: Sealer;
  bruteForceGuard: Pick<BruteForceGuard, 'admitCode'>;
  accounts: Pick<Accounts, 'issue'>;
  changes: AccessChanges;
  now: () => Date;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** A newly enrolled factor; its secret is never shown again. */
interface Enrolled {
  id: string;
  friendlyName: string | null;
  totp: ReturnType<typeof presentTotpSecret>;
}

/**
 * Creates the operations on authenticator apps and recovery codes. Once a factor is verified, each sign-in asks for it.
 * Adding, removing or replacing one needs a password given within the last ten minutes, and the second factor if there
 * is one.
 */
export function createSecondFactors({ pool, sealer, bruteForceGuard, accounts, changes, now }: SecondFactorsDeps) {
  /** Records a wrong code. @throws AuthError `mfa_verification_failed` */
  const refuse = async (user: UserRow, caller: Caller): Promise<never> => {
    await audit(pool, actorOf(user, caller), 'second_factor_failed', {}, now());
    throw new AuthError('mfa_verification_failed');
  };

  /** Issues tokens for a raised sign-in. */
  const finish = async (raised: OpenSession, userId: string): Promise<SignedIn> => {
    changes.notify(userId);
    const user = await userById(pool, userId);
    if (!user) throw new AuthError('session_not_found');
    return accounts.issue(raised, user);
  };

  return {
    /**
     * Starts to enroll an authenticator app, which counts once a code of it was given. Drops an earlier enrolment
     * that was not finished.
     * @param wanted.issuer the name that the app shows above the address
     * @throws AuthError `insufficient_aal`, `reauthentication_needed`, `mfa_factor_name_conflict`,
     * `too_many_enrolled_mfa_factors`
     */
    async enroll(bearer: Bearer, wanted: { friendlyName: string | null; issuer: string }): Promise<Enrolled> {
      const { user } = bearer;
      if (user.must_change_password) {
        throw new AuthError('insufficient_aal', { message: 'Please choose a password of your own first.' });
      }
      requireFreshSignIn(bearer, now());
      const secret = newTotpSecret();
      const id = crypto.randomUUID();
      await inTransaction(pool, async (db) => {
        const { factors } = await locked(db, user.id);
        const verified = factors.filter(isVerified);
        if (verified.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
        const isTaken = verified.some(({ friendly_name: name }) => name !== null && name === wanted.friendlyName);
        if (isTaken) throw new AuthError('mfa_factor_name_conflict');
        await dropUnverified(db, user.id);
        await db.query(
          `INSERT INTO mfa_factors (id, user_id, friendly_name, secret, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $5)`,
          [id, user.id, wanted.friendlyName, sealer.seal(secret, purposeOf(id)), now()],
        );
      });
      const totp = presentTotpSecret(secret, { issuer: wanted.issuer, account: user.email });
      return { id, friendlyName: wanted.friendlyName, totp };
    },

    /**
     * Creates a challenge, to be answered with a code.
     * @throws AuthError `mfa_factor_not_found`, `reauthentication_needed`
     */
    async challenge(bearer: Bearer, factorId: string): Promise<{ id: string; expiresAt: Date }> {
      ownSession(bearer);
      const at = now();
      const expired = new Date(at.getTime() - CHALLENGE_MS);
      await pool.query('DELETE FROM mfa_challenges WHERE factor_id = $1 AND created_at <= $2', [factorId, expired]);
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO mfa_challenges (factor_id, created_at)
         SELECT id, $3 FROM mfa_factors WHERE id = $1 AND user_id = $2 RETURNING id`,
        [factorId, bearer.user.id, at],
      );
      const [row] = rows;
      if (!row) throw new AuthError('mfa_factor_not_found');
      return { id: row.id, expiresAt: new Date(at.getTime() + CHALLENGE_MS) };
    },

    /**
     * Answers a challenge with a code of the app, which raises the sign-in. The first code of a new app also
     * completes its enrolment and ends the other sign-ins without a second factor.
     * @throws AuthError `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_verification_failed`,
     * `insufficient_aal`; AppError `rate_limited`
     */
    async verify(
      bearer: Bearer,
      factorId: string,
      answer: { challengeId: string; code: string },
      caller: Caller,
    ): Promise<SignedIn> {
      const { user } = bearer;
      const sessionId = ownSession(bearer);
      const factor = user.factors.find(({ id }) => id === factorId);
      if (!factor) throw new AuthError('mfa_factor_not_found');
      const isNew = !isVerified(factor);
      // Adding a factor to existing ones requires having given one of them.
      if (isNew) requireSecondFactor(bearer);
      const attempt = await bruteForceGuard.admitCode(user, 'totp', caller.key);
      const step = stepOfCode(await secretOf(factorId), answer.code, now());
      if (step === null) return refuse(user, caller);
      const at = now();
      const raised = await inTransaction(pool, async (db) => {
        await locked(db, user.id);
        const { rowCount: asked } = await db.query(
          `UPDATE mfa_challenges SET verified_at = $3
            WHERE id = $1 AND factor_id = $2 AND verified_at IS NULL AND created_at > $4`,
          [answer.challengeId, factorId, at, new Date(at.getTime() - CHALLENGE_MS)],
        );
        if (asked === 0) throw new AuthError('mfa_challenge_expired');
        const { rowCount: accepted } = await db.query(
          `UPDATE mfa_factors SET last_step = $2, status = 'verified', updated_at = $3
            WHERE id = $1 AND (last_step IS NULL OR last_step < $2)`,
          [factorId, step, at],
        );
        if (accepted === 0) return null;
        if (isNew) {
          await dropUnverified(db, user.id);
          await audit(db, actorOf(user, caller), 'second_factor_added', { name: factor.friendly_name }, at);
        } else {
          await audit(db, actorOf(user, caller), 'second_factor_given', {}, at);
        }
        const session = await raiseAuthSession(db, sessionId, now());
        if (isNew) await endLowerAuthSessionsOf(db, user.id);
        return session;
      });
      // The code was used before: somebody may have seen it being typed.
      if (raised === null) return refuse(user, caller);
      await attempt.succeeded(user.id, now());
      return finish(raised, user.id);
    },

    /**
     * Removes an app; removing the last one removes the recovery codes too.
     * @throws AuthError `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`
     */
    async unenroll(bearer: Bearer, factorId: string, caller: Caller): Promise<void> {
      const { user } = bearer;
      const factor = user.factors.find(({ id }) => id === factorId);
      if (!factor) throw new AuthError('mfa_factor_not_found');
      // Dropping an unverified factor needs the second factor, but no recent password.
      if (isVerified(factor)) requireFreshSignIn(bearer, now());
      else requireSecondFactor(bearer);
      await inTransaction(pool, async (db) => {
        const { factors } = await locked(db, user.id);
        await db.query('DELETE FROM mfa_factors WHERE id = $1', [factorId]);
        if (!isVerified(factor)) return;
        await audit(db, actorOf(user, caller), 'second_factor_removed', { name: factor.friendly_name }, now());
        const isLast = !factors.some((other) => isVerified(other) && other.id !== factorId);
        if (isLast) await removeRecoveryCodes(db, user.id);
      });
      changes.notify(user.id);
    },

    /**
     * Creates ten recovery codes, which cannot be read again, and invalidates the earlier ones.
     * @param isAgain whether to replace existing codes; must be true exactly if there are any
     * @throws AuthError `insufficient_aal`, `reauthentication_needed`, `mfa_recovery_codes_sole_factor`,
     * `mfa_verified_factor_exists`, `mfa_factor_not_found`
     */
    async recoveryCodes(bearer: Bearer, isAgain: boolean, caller: Caller): Promise<string[]> {
      requireFreshSignIn(bearer, now());
      return inTransaction(pool, async (db) => {
        const user = await locked(db, bearer.user.id);
        if (!hasSecondFactor(user)) throw new AuthError('mfa_recovery_codes_sole_factor');
        if (user.recovery_codes && !isAgain) throw new AuthError('mfa_verified_factor_exists');
        if (!user.recovery_codes && isAgain) throw new AuthError('mfa_factor_not_found');
        await audit(db, actorOf(user, caller), 'recovery_codes_made', {}, now());
        return writeRecoveryCodes(db, user.id, now());
      });
    },

    /**
     * Removes all recovery codes.
     * @throws AuthError `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`
     */
    async removeRecoveryCodes(bearer: Bearer, caller: Caller): Promise<void> {
      requireFreshSignIn(bearer, now());
      await inTransaction(pool, async (db) => {
        const user = await locked(db, bearer.user.id);
        if (!user.recovery_codes) throw new AuthError('mfa_factor_not_found');
        await removeRecoveryCodes(db, user.id);
        await audit(db, actorOf(user, caller), 'recovery_codes_removed', {}, now());
      });
    },

    /**
     * Accepts a recovery code once, instead of a code of the app, which raises the sign-in.
     * @throws AuthError `mfa_verification_failed`; AppError `rate_limited`
     */
    async recover(bearer: Bearer, code: string, caller: Caller): Promise<SignedIn> {
      const { user } = bearer;
      const sessionId = ownSession(bearer);
      const attempt = await bruteForceGuard.admitCode(user, 'recovery', caller.key);
      const raised = await inTransaction(pool, async (db) => {
        if (!hasSecondFactor(await locked(db, user.id))) return null;
        if (!(await useRecoveryCode(db, user.id, code, now()))) return null;
        await audit(db, actorOf(user, caller), 'recovery_code_used', {}, now());
        return raiseAuthSession(db, sessionId, now());
      });
      if (raised === null) return refuse(user, caller);
      await attempt.succeeded(user.id, now());
      return finish(raised, user.id);
    },
  };

  /** The shared secret of a factor. @throws AuthError `mfa_factor_not_found` */
  async function secretOf(factorId: string): Promise<Buffer> {
    const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM mfa_factors WHERE id = $1', [factorId]);
    const [row] = rows;
    if (!row) throw new AuthError('mfa_factor_not_found');
    return sealer.open(row.secret, purposeOf(factorId));
  }
}

/**
 * Requires what a change of factors needs: the second factor, if there is one, and a recent password.
 * @throws AuthError `insufficient_aal`, `reauthentication_needed`
 */
function requireFreshSignIn(bearer: Bearer, now: Date): void {
  requireSecondFactor(bearer);
  if (isFresh(bearer.signedInAt, now)) return;
  throw new AuthError('reauthentication_needed', {
    message: 'Please enter your password again: it was not given in the last 10 minutes.',
  });
}

/**
 * Requires that the sign-in has given its second factor, if there is one.
 * @throws AuthError `insufficient_aal`, and as {@link ownSession} does
 */
function requireSecondFactor(bearer: Bearer): void {
  ownSession(bearer);
  if (needsSecondFactor(bearer)) throw new AuthError('insufficient_aal');
}

/**
 * The id of a sign-in that can have a second factor.
 * @throws AuthError `reauthentication_needed` for a sign-in by one-time link or of a hosted issuer
 */
function ownSession({ sessionId, byLink }: Bearer): string {
  if (sessionId !== null && !byLink) return sessionId;
  throw new AuthError('reauthentication_needed');
}

/** Reads a user with their row locked, so that factors change one after the other. */
async function locked(db: PoolClient, userId: string): Promise<UserRow> {
  await db.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  const user = await userById(db, userId);
  if (!user) throw new AuthError('session_not_found');
  return user;
}

async function dropUnverified(db: Queries, userId: string): Promise<void> {
  await db.query("DELETE FROM mfa_factors WHERE user_id = $1 AND status = 'unverified'", [userId]);
}

const isVerified = ({ status }: Factor): boolean => status === 'verified';
/** The purpose for which a factor's secret is sealed. */
const purposeOf = (factorId: string): string => `second factor ${factorId}`;
