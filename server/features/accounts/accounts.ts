import { PASSWORD_MAX_CHARS } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { installationSecret } from '../../platform/database/sealed-rows.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { AccessChanges } from './access-changes.ts';
import { createHostedReader, readAccessToken, signAccessToken } from './access-tokens.ts';
import { type AuditActor, audit } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import {
  type Aal,
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
import { linkExpired, readLink, useLink } from './dashboard-links.ts';
import { noteFailure } from './failed-sign-ins.ts';
import { takeInvitation, withdrawInvitations } from './invitations.ts';
import { claimInstallation, firstOwner } from './owner.ts';
import { whyGuessable } from './password-strength.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { ACCESS_TOKEN_S, EMAIL, weaknesses } from './sign-in-rules.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { hasSecondFactor, normalEmail, setPassword, type UserRow, userByEmail } from './users.ts';

/** A sign-in older than this has its password asked for again before anything that matters most. */
const FRESH_MS = 10 * 60 * 1_000;

/** Clocks of several instances differ by this much at most; of a clock that was set back no age can be told. */
const CLOCKS_DIFFER_MS = 60_000;

/** Whether somebody has given their password just now. @param signedInAt null where an issuer does not say when */
export function isFresh(signedInAt: Date | null, now: Date): boolean {
  if (signedInAt === null) return false;
  const age = now.getTime() - signedInAt.getTime();
  return age >= -CLOCKS_DIFFER_MS && age <= FRESH_MS;
}

/** What accounts need to know. */
export interface AccountsOptions {
  pool: Pool;
  sealer: Sealer;
  bruteForceGuard: BruteForceGuard;
  changes: AccessChanges;
  /** Stands in the tokens as `iss`. */
  issuer: string;
  /** A hosted issuer in place of our own tokens. */
  authUrl: string | null;
  now: () => Date;
  passwords?: Passwords;
}

/** Where a call comes from. */
export interface Caller {
  /** As limits count it. */
  key: string;
  /** As the audit log keeps it. */
  network: string;
  /** In plain words, as the list of one's sign-ins shows it; null where it cannot be told. */
  device?: string | null;
}

/** A sign-in as it goes out: both tokens and whose they are. */
export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  expiresInS: number;
  expiresAt: Date;
  user: UserRow;
}

/** Somebody whose access token holds. */
export interface Bearer {
  /** In the role that their sign-in allows, which may be lower than their own. */
  user: UserRow;
  /** Null for a hosted issuer's, whose sessions are not ours. */
  sessionId: string | null;
  /** When they gave their password; null where they did not, or where an issuer does not say. */
  signedInAt: Date | null;
  /** Whether a one-time link opened the dashboard: nobody has given a password. */
  byLink: boolean;
  /** `aal2` once a second factor was given, and of a hosted issuer, who asks for its own. */
  aal: Aal;
}

/** Whether a sign-in opens nothing yet but the question for its second factor. */
export function needsSecondFactor({ user, aal, byLink }: Bearer): boolean {
  return !byLink && aal === 'aal1' && hasSecondFactor(user);
}

/** The access token's names for how a sign-in began. */
const METHODS = { password: 'password', invitation: 'invite', link: 'magiclink' } as const;

export type Accounts = ReturnType<typeof createAccounts>;

/** Sign-ins and passwords of those who see the owner's side. */
export function createAccounts(options: AccountsOptions) {
  const { pool, bruteForceGuard, changes, now } = options;
  const passwords = options.passwords ?? createPasswords();
  const hosted = options.authUrl === null ? null : createHostedReader(options.authUrl);
  const keys = createSigningKeys(options, now);
  const refreshSecret = once(() => installationSecret(options, 'refresh_tokens'));

  /** A sign-in's next tokens. */
  const present = async (session: OpenSession, user: UserRow, via: Via = 'password'): Promise<SignedIn> => {
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

  /** Begins a sign-in of somebody who has shown who they are. */
  const open = async (
    user: UserRow,
    via: Via,
    caller: Caller,
    action: string,
    replaces: Bearer | null = null,
  ): Promise<SignedIn> => {
    const at = now();
    // Where only the password is asked for again, the second factor of that sign-in still holds.
    const aal = replaces?.aal ?? 'aal1';
    const session = await inTransaction(pool, async (db) => {
      // The password may have been changed, or the person removed, while theirs was being checked.
      const { rowCount } = await db.query(
        'UPDATE users SET last_sign_in_at = $2 WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $3',
        [user.id, at, user.password_hash],
      );
      if (rowCount === 0) throw new AuthError('invalid_credentials');
      await audit(db, actorOf(user, caller), action, {}, at);
      if (replaces?.sessionId) await replaceAuthSession(db, replaces.sessionId, at);
      return openAuthSession(db, user.id, via, originOf(caller, aal), at);
    });
    return present(session, { ...user, last_sign_in_at: at }, via);
  };

  return {
    pool,
    passwords,
    /** The public halves of the keys. */
    keySet: async (): Promise<SigningKeys['published']> => (await keys()).published,

    /**
     * Signs in with a password. An unknown address, one without a password and a wrong password are answered alike.
     * @param replaced the access token of the sign-in that this one takes the place of: the same person's, where the
     * password was only asked for again, or a link's
     * @throws AuthError `invalid_credentials`, `unavailable`; AppError `rate_limited`
     */
    async signIn(email: string, password: string, caller: Caller, replaced: string | null = null): Promise<SignedIn> {
      const address = normalEmail(email);
      const attempt = await bruteForceGuard.admit(address, caller.key);
      const user = await userByEmail(pool, address);
      const right = await passwords.matches(user?.password_hash ?? null, password.slice(0, 4 * PASSWORD_MAX_CHARS));
      if (!user || !right) {
        await noteFailure(pool, user, caller.network, now());
        throw new AuthError('invalid_credentials');
      }
      await attempt.succeeded(user.id, now());
      // Told only to whoever has it.
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
     * Signs in somebody who was invited, for nothing but the choice of a password.
     * @throws AuthError as {@link takeInvitation} does
     */
    async acceptInvitation(token: string, caller: Caller): Promise<SignedIn> {
      const user = await takeInvitation(pool, token, now());
      changes.tell(user.id);
      return open(user, 'invitation', caller, 'invitation_accepted');
    },

    /**
     * What a dashboard link does, without using it.
     * @throws AuthError `otp_expired`
     */
    lookAtLink: (token: string) => readLink(pool, token, now()),

    /**
     * Makes whoever has the claim link the owner, with the email and password that they choose, and signs them in. A
     * refused email or password leaves the link as it is.
     * @throws AuthError `otp_expired`, `validation_failed`, `weak_password`
     */
    async claim(token: string, wanted: { email: string; password: string }, caller: Caller): Promise<SignedIn> {
      await readLink(pool, token, now());
      const email = normalEmail(wanted.email);
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
      changes.tell(user.id);
      return present(session, user);
    },

    /**
     * Opens the dashboard by an admin link, once, on the first owner's account but at most in the role admin.
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
      return present(session, { ...user, role: lowerRole(user.role, ROLE_LIMIT.link) }, 'link');
    },

    /**
     * @param admit takes a point of the session's own limit, before the token is used up
     * @throws AuthError as {@link sessionOfToken} and {@link refreshAuthSession} do
     */
    async refresh(token: string, caller: Caller, admit: (sessionId: string) => Promise<void>): Promise<SignedIn> {
      const { id, userId } = await sessionOfToken(pool, token);
      await admit(id);
      const secret = await refreshSecret();
      const asked = { now: now(), network: caller.network };
      const session = await refreshAuthSession(pool, secret, token, asked).catch((refusal) => {
        // The session may have been ended, as that of a stolen token.
        changes.tell(userId);
        throw refusal;
      });
      const found = await userOfSession(pool, session.id, session.userId, now());
      if (!found) throw new AuthError('refresh_token_not_found');
      return present(session, found.user, found.via);
    },

    bearer,
    present,

    /**
     * Sets another password; other sign-ins of the same person end.
     * @throws AuthError `reauthentication_needed` where a one-time link opened the dashboard, `insufficient_aal`,
     * `weak_password`, `same_password`, `current_password_required`, `current_password_invalid`;
     * AppError `rate_limited`: whoever holds a token guesses the password no faster than a stranger
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
      changes.tell(user.id);
      return changed;
    },
  };

  /**
   * Whose token this is, as the database knows them now.
   * @param at the time at which the token is to hold
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
    // A token from before the code may have been read by somebody who has no second factor.
    const aal = claims.aal === 'aal1' ? 'aal1' : found.aal;
    const byLink = via === 'link';
    // A link shows no password, however new the sign-in is.
    const signedInAt = byLink ? null : found.signedInAt;
    return { user, sessionId: claims.sessionId, signedInAt, byLink, aal };
  }

  async function checkCurrent({ user }: Bearer, current: string | undefined, caller: Caller): Promise<void> {
    // A one-time password or an invitation was handed out for this very purpose.
    if (user.must_change_password) return;
    if (current === undefined) throw new AuthError('current_password_required');
    const attempt = await bruteForceGuard.admit(user.email, caller.key);
    if (!(await passwords.matches(user.password_hash, current))) {
      await noteFailure(pool, user, caller.network, now());
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
      const message = `This password is too easy to guess. ${why} A few words that only you would put together are better.`;
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

/** Somebody signed in, as the audit log names them. */
export function actorOf(user: UserRow, caller: Pick<Caller, 'network'>): AuditActor {
  return { id: user.id, email: user.email, address: caller.network };
}

/** Reads once, and again after a failure. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | null = null;
  return () => {
    kept ??= read().catch((error) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
