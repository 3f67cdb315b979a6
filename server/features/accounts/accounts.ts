import { PASSWORD_MAX_CHARS } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { keptSecret } from '../../platform/database/sealed-rows.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { AccessChanges } from './access-changes.ts';
import { type Aal, createHostedReader, readAccessToken, signAccessToken } from './access-tokens.ts';
import { type AuditActor, audit, auditFailedSignIn } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import {
  endAuthSessionsOf,
  lowerRole,
  type OpenSession,
  type Origin,
  openAuthSession,
  ROLE_LIMIT,
  refreshAuthSession,
  replaceAuthSession,
  sessionOfToken,
  userOfSession,
  type Via,
} from './auth-sessions.ts';
import type { BruteForceGuard } from './brute-force-guard.ts';
import { linkExpired, readLink, takeInvitation, useLink, withdrawInvitations } from './links.ts';
import { claimInstallation, firstOwner } from './owner.ts';
import { createPasswords, type Passwords, whyGuessable } from './passwords.ts';
import { ACCESS_TOKEN_S, EMAIL, weaknesses } from './sign-in-rules.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { hasSecondFactor, normalizeEmail, setPassword, type UserRow, userByEmail } from './users.ts';

/** Sensitive actions ask for the password again if it was given longer ago than this. */
const FRESH_MS = 10 * 60 * 1_000;

/**
 * Clocks of different instances differ by at most this much. A sign-in further in the future means that a clock was set
 * back, so that its age is unknown.
 */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/** `amr` names for how a sign-in began. */
const METHODS = { password: 'password', invitation: 'invite', link: 'magiclink' } as const;

/** Whether somebody has given their password recently. @param signedInAt null if the issuer does not say when */
export function isFresh(signedInAt: Date | null, now: Date): boolean {
  if (signedInAt === null) return false;
  const age = now.getTime() - signedInAt.getTime();
  return age >= -MAX_CLOCK_DIFFERENCE_MS && age <= FRESH_MS;
}

/** Dependencies of the accounts; tests pass other `passwords`. */
interface AccountsDeps {
  pool: Pool;
  sealer: Sealer;
  bruteForceGuard: BruteForceGuard;
  changes: AccessChanges;
  /** The `iss` claim of the tokens. */
  issuer: string;
  /** A hosted issuer, used instead of our own tokens; null for none. */
  authUrl: string | null;
  now: () => Date;
  passwords?: Passwords;
}

/** Where a request comes from. */
export interface Caller {
  /** The key for rate limits. */
  key: string;
  /** As recorded in the audit log. */
  network: string;
  /** A readable device name for the list of sign-ins; null if unknown. */
  device?: string | null;
}

/** The response to a sign-in: both tokens and their user. */
export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  expiresInS: number;
  expiresAt: Date;
  user: UserRow;
}

/** The holder of a valid access token. */
export interface Bearer {
  /** With the role that the sign-in allows, which may be lower than the user's own. */
  user: UserRow;
  /** Null for a hosted issuer, whose sessions are not ours. */
  sessionId: string | null;
  /** When they gave their password; null if they did not, or if the issuer does not say. */
  signedInAt: Date | null;
  /** Whether a one-time link opened the dashboard, so that nobody has given a password. */
  byLink: boolean;
  /** `aal2` once a second factor was given, and always for a hosted issuer, which asks for its own. */
  aal: Aal;
}

/** Whether a sign-in must give its second factor before it may do anything else. */
export function needsSecondFactor({ user, aal, byLink }: Bearer): boolean {
  return !byLink && aal === 'aal1' && hasSecondFactor(user);
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Creates the operations on sign-ins and passwords of the people who use the owner's side. */
export function createAccounts(options: AccountsDeps) {
  const { pool, bruteForceGuard, changes, now } = options;
  const passwords = options.passwords ?? createPasswords();
  const hosted = options.authUrl === null ? null : createHostedReader(options.authUrl);
  const keys = createSigningKeys(options, now);
  const refreshSecret = keptSecret(options, 'refresh_tokens');

  /** Issues an access token for a sign-in, and adds its refresh token. */
  const issue = async (session: OpenSession, user: UserRow, via: Via = 'password'): Promise<SignedIn> => {
    const at = now();
    const accessToken = await signAccessToken(await keys(), {
      user,
      sessionId: session.id,
      signedInAt: session.createdAt,
      method: METHODS[via],
      aal: session.aal,
      issuer: options.issuer,
      now: at,
    });
    const expiresAt = new Date(at.getTime() + ACCESS_TOKEN_S * 1_000);
    return { accessToken, refreshToken: session.refreshToken, expiresInS: ACCESS_TOKEN_S, expiresAt, user };
  };

  /** Opens a sign-in for somebody who has proved who they are. */
  const open = async (
    user: UserRow,
    via: Via,
    caller: Caller,
    action: string,
    replaces: Bearer | null = null,
  ): Promise<SignedIn> => {
    const at = now();
    // If only the password was asked for again, the second factor of the replaced sign-in still counts.
    const aal = replaces?.aal ?? 'aal1';
    const session = await inTransaction(pool, async (db) => {
      // The password may have changed, or the person may have been removed, while the hash was being checked.
      const { rowCount } = await db.query(
        'UPDATE users SET last_sign_in_at = $2 WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $3',
        [user.id, at, user.password_hash],
      );
      if (rowCount === 0) throw new AuthError('invalid_credentials');
      await audit(db, actorOf(user, caller), action, {}, at);
      if (replaces?.sessionId) await replaceAuthSession(db, replaces.sessionId, at);
      return openAuthSession(db, user.id, via, originOf(caller, aal), at);
    });
    return issue(session, { ...user, last_sign_in_at: at }, via);
  };

  return {
    pool,
    passwords,
    keySet: async (): Promise<SigningKeys['published']> => (await keys()).published,

    /**
     * Signs in with a password. The answer is the same for an unknown address, an account without a password and a
     * wrong password.
     * @param replaced the access token of the sign-in to replace: one of the same person (reauthentication), or a
     * one-time link's
     * @throws AuthError `invalid_credentials`, `unavailable`; AppError `rate_limited`
     */
    async signIn(email: string, password: string, caller: Caller, replaced: string | null = null): Promise<SignedIn> {
      const address = normalizeEmail(email);
      const attempt = await bruteForceGuard.admit(address, caller.key);
      const user = await userByEmail(pool, address);
      const right = await passwords.matches(user?.password_hash ?? null, password.slice(0, 4 * PASSWORD_MAX_CHARS));
      if (!user || !right) {
        await auditFailedSignIn(pool, user, caller.network, now());
        throw new AuthError('invalid_credentials');
      }
      await attempt.succeeded(user.id, now());
      // Only somebody who knows the password may learn this.
      if (user.one_time_until !== null && user.one_time_until <= now()) {
        throw new AuthError('otp_expired', { message: 'This one-time password has expired. Please ask for another.' });
      }
      const before = replaced === null ? null : await bearer(replaced).catch(() => null);
      if (before?.byLink) return open(user, 'password', caller, 'signed_in', before);
      return before?.user.id === user.id
        ? open(user, 'password', caller, 'password_confirmed', before)
        : open(user, 'password', caller, 'signed_in');
    },

    /**
     * Signs in somebody who was invited; all they may do is choose a password.
     * @throws AuthError as {@link takeInvitation} does
     */
    async acceptInvitation(token: string, caller: Caller): Promise<SignedIn> {
      const user = await takeInvitation(pool, token, now());
      changes.notify(user.id);
      return open(user, 'invitation', caller, 'invitation_accepted');
    },

    /**
     * Tells what a dashboard link does, without using it up.
     * @throws AuthError `otp_expired`
     */
    lookAtLink: (token: string) => readLink(pool, token, now()),

    /**
     * Makes the holder of the claim link the owner, with the email and password of their choice, and signs them in.
     * If the email or password is refused, the link stays valid.
     * @throws AuthError `otp_expired`, `validation_failed`, `weak_password`
     */
    async claim(token: string, wanted: { email: string; password: string }, caller: Caller): Promise<SignedIn> {
      await readLink(pool, token, now());
      const email = normalizeEmail(wanted.email);
      if (!EMAIL.test(email)) {
        throw new AuthError('validation_failed', { message: 'Please enter a valid email address.' });
      }
      await checkNew({ email, password_hash: null }, wanted.password);
      const hash = await passwords.hash(wanted.password);
      const at = now();
      const { user, session } = await inTransaction(pool, async (db) => {
        const owner = await claimInstallation(db, { token, email, hash }, at);
        await audit(db, actorOf(owner, caller), 'installation_claimed', {}, at);
        return { user: owner, session: await openAuthSession(db, owner.id, 'password', originOf(caller, 'aal1'), at) };
      });
      changes.notify(user.id);
      return issue(session, user);
    },

    /**
     * Opens the dashboard with a single-use admin link, as the first owner but with the role admin at most.
     * @throws AuthError `otp_expired`
     */
    async openByLink(token: string, caller: Caller): Promise<SignedIn> {
      const at = now();
      const { user, session } = await inTransaction(pool, async (db) => {
        await useLink(db, token, 'admin', at);
        const owner = await firstOwner(db);
        if (!owner) throw linkExpired();
        await audit(db, actorOf(owner, caller), 'signed_in_by_link', {}, at);
        return { user: owner, session: await openAuthSession(db, owner.id, 'link', originOf(caller, 'aal1'), at) };
      });
      return issue(session, { ...user, role: lowerRole(user.role, ROLE_LIMIT.link) }, 'link');
    },

    /**
     * Exchanges a refresh token for new tokens.
     * @param admit takes a point of the session's own rate limit before the token is used up
     * @throws AuthError as {@link sessionOfToken} and {@link refreshAuthSession} do
     */
    async refresh(token: string, caller: Caller, admit: (sessionId: string) => Promise<void>): Promise<SignedIn> {
      const { id, userId } = await sessionOfToken(pool, token);
      await admit(id);
      const secret = await refreshSecret();
      const asked = { now: now(), network: caller.network };
      const session = await refreshAuthSession(pool, secret, token, asked).catch((refusal) => {
        // The session may have been ended because its token was stolen.
        changes.notify(userId);
        throw refusal;
      });
      const found = await userOfSession(pool, session.id, session.userId, now());
      if (!found) throw new AuthError('refresh_token_not_found');
      return issue(session, found.user, found.via);
    },

    bearer,
    issue,

    /**
     * Sets a new password and ends the person's other sign-ins. Guesses at the current password are rate limited as
     * at sign-in, so that holding a token gives no advantage.
     * @throws AuthError `reauthentication_needed` if a one-time link opened the dashboard, `insufficient_aal`,
     * `weak_password`, `same_password`, `current_password_required`, `current_password_invalid`; AppError
     * `rate_limited`
     */
    async changePassword(
      bearer: Bearer,
      wanted: { password: string; current: string | undefined },
      caller: Caller,
    ): Promise<UserRow> {
      const { user } = bearer;
      if (bearer.byLink) throw new AuthError('reauthentication_needed');
      if (needsSecondFactor(bearer)) throw new AuthError('insufficient_aal');
      await checkCurrent(bearer, wanted.current, caller);
      await checkNew(user, wanted.password);
      const hash = await passwords.hash(wanted.password);
      const changed = await inTransaction(pool, async (db) => {
        const row = await setPassword(db, { userId: user.id, hash, now: now() });
        if (!row) throw new AuthError('session_not_found');
        await endAuthSessionsOf(db, user.id, bearer.sessionId);
        await withdrawInvitations(db, user.id);
        await audit(db, actorOf(user, caller), 'password_changed', {}, now());
        return row;
      });
      changes.notify(user.id);
      return changed;
    },
  };

  /**
   * Verifies an access token and loads its user.
   * @param at the time at which the token must be valid
   * @throws AuthError `bad_jwt`, `session_not_found`
   */
  async function bearer(token: string, at = now()): Promise<Bearer> {
    const claims = hosted ? await hosted(token, at) : await readAccessToken(await keys(), token, at);
    if (!claims) throw new AuthError('bad_jwt');
    if (claims.sessionId === null) {
      const user = await userByEmail(pool, claims.email);
      if (!user) throw new AuthError('session_not_found', { message: 'This address may not sign in here' });
      return { user, sessionId: null, signedInAt: claims.signedInAt, byLink: false, aal: 'aal2' };
    }
    const found = await userOfSession(pool, claims.sessionId, claims.sub, now());
    if (!found) throw new AuthError('session_not_found');
    const { user, via } = found;
    // Somebody without the second factor may hold a token that was issued before the code was given.
    const aal = claims.aal === 'aal1' ? 'aal1' : found.aal;
    const byLink = via === 'link';
    // A link proves no password, however recent the sign-in is.
    const signedInAt = byLink ? null : found.signedInAt;
    return { user, sessionId: claims.sessionId, signedInAt, byLink, aal };
  }

  async function checkCurrent({ user }: Bearer, current: string | undefined, caller: Caller): Promise<void> {
    // Whoever has a one-time password or an invitation has signed in just to choose a password.
    if (user.must_change_password) return;
    if (current === undefined) throw new AuthError('current_password_required');
    const attempt = await bruteForceGuard.admit(user.email, caller.key);
    if (!(await passwords.matches(user.password_hash, current))) {
      await auditFailedSignIn(pool, user, caller.network, now());
      throw new AuthError('current_password_invalid');
    }
    await attempt.succeeded(user.id, now());
  }

  async function checkNew(user: Pick<UserRow, 'email' | 'password_hash'>, password: string): Promise<void> {
    if ([...password].length > PASSWORD_MAX_CHARS) {
      throw new AuthError('validation_failed', {
        message: `Password cannot be longer than ${PASSWORD_MAX_CHARS} characters`,
      });
    }
    const reasons = weaknesses(password, user.email);
    if (reasons.length > 0) {
      const message = 'Password should be at least 15 characters and no mere pattern or your email address.';
      throw new AuthError('weak_password', { message, reasons });
    }
    const why = await whyGuessable(password, [user.email]);
    if (why !== null) {
      const better = 'A few words that only you would put together are better.';
      const message = `This password is too easy to guess. ${why} ${better}`;
      throw new AuthError('weak_password', { message, reasons: ['characters'] });
    }
    if (user.password_hash !== null && (await passwords.matches(user.password_hash, password))) {
      throw new AuthError('same_password');
    }
  }
}

function originOf({ network, device = null }: Caller, aal: Aal): Origin {
  return { network, device, aal };
}

/** A signed-in user as an actor of the audit log. */
export function actorOf(user: UserRow, caller: Pick<Caller, 'network'>): AuditActor {
  return { id: user.id, email: user.email, address: caller.network };
}
