import { allows, type Role } from '@understudy/contract/admin';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import type { AccessChanges } from './access-changes.ts';
import { type Accounts, isFresh, needsSecondFactor } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { bearerToken, callerOf } from './caller.ts';
import { isLocalPerson } from './local-admin.ts';
import { hasSecondFactor } from './users.ts';

/** The caller and their permissions. */
export interface Actor {
  /** Null for a person on the server's own machine without a sign-in. */
  id: string | null;
  email: string;
  role: Role;
  /** On this machine without a sign-in (LOCAL_ADMIN): read-only. */
  local: boolean;
  /** Signed in by a one-time link, which the audit log notes for their actions. */
  byLink: boolean;
  /** The caller's network, as stored in the audit log. */
  address: string;
}

/** Authorises every call of the dashboard. */
export interface Guard {
  /**
   * Identifies the caller. The role and the second factor are always read from the database, never from the token;
   * sign-ins by one-time link or through a hosted issuer need no second factor. A person without a sign-in may only
   * read.
   *
   * @param role the minimum role
   * @throws AppError `unauthorized`, `second_factor_needed`, `must_change_password`, `second_factor_setup_needed`,
   * `forbidden`
   */
  require(request: FastifyRequest, role?: Role): Promise<Actor>;
  /**
   * The same for calls that are irreversible, admit others or export everything: the password must have been given in
   * the last ten minutes, so that an unattended device or a stolen token is not enough. Refuses anybody without a
   * sign-in.
   *
   * @throws AppError `sign_in_again` as well
   */
  requireFresh(request: FastifyRequest, role?: Role): Promise<Actor>;
  /**
   * Rechecks a response that stays open: at once when the caller's access changes in this process, and every five
   * seconds for changes elsewhere or by time.
   *
   * @param onRefused called once, when the same call would be refused
   * @param at the time for judging the token, if it may expire meanwhile: a file is sent to its end to a caller who
   * stays signed in, however slow their connection; null uses the time of each check
   * @returns a function that ends the watch
   */
  watch(request: FastifyRequest, actor: Actor, onRefused: () => void, at?: Date | null): () => void;
  /** Everybody's access may have changed: rechecks all open responses. Call it once the change is in the database. */
  lookAfterAll(): void;
}

/** How soon a stream ends after another instance signs its reader out, or after the token expires. */
const LOOK_AGAIN_EVERY_MS = 5_000;

/** The actor for {@link isLocalPerson}, under its name in the audit log. */
const LOCAL_PERSON = { id: null, email: 'admin@localhost', role: 'admin', local: true, byLink: false } as const;

/** Methods allowed to a person on this machine without a sign-in. */
const READING = new Set(['GET', 'HEAD']);

const PASSWORD_TOO_OLD = 'Please enter your password again: you signed in more than 10 minutes ago.';
const PASSWORD_NEVER_GIVEN = 'Please enter your password: a one-time link opened this dashboard.';
const ONLY_READS = 'Read-only without signing in. Sign in to change, export or delete anything.';

/** The guard's dependencies. */
export interface GuardDeps {
  accounts: Pick<Accounts, 'bearer'>;
  changes: AccessChanges;
  /** Whether LOCAL_ADMIN is on. */
  localAdmin: boolean;
  /** Whether an owner requires a second factor of everybody, read from the database at every call. */
  requiresSecondFactor(): Promise<boolean>;
  now: () => Date;
}

/** Creates this process's guard; it caches nothing between calls. */
export function createGuard({ accounts, changes, localAdmin, requiresSecondFactor, now }: GuardDeps): Guard {
  const identify = async (request: FastifyRequest, at: Date): Promise<{ actor: Actor; signedInAt: Date | null }> => {
    const address = callerOf(request).network;
    const token = bearerToken(request);
    // A caller with a token is judged by it alone, on this machine too.
    if (token === null && request.headers.authorization === undefined && localAdmin && isLocalPerson(request)) {
      return { actor: { ...LOCAL_PERSON, address }, signedInAt: null };
    }
    if (token === null) throw new AppError('unauthorized', 'Please sign in.');
    const bearer = await accounts.bearer(token, at).catch((error) => {
      throw error instanceof AuthError
        ? new AppError('unauthorized', 'Please sign in again.', { cause: error })
        : error;
    });
    const { user, signedInAt, byLink } = bearer;
    const isOurs = bearer.sessionId !== null && !byLink;
    if (isOurs && needsSecondFactor(bearer)) {
      throw new AppError('second_factor_needed', 'Please enter the code of your authenticator app.');
    }
    // A sign-in by link did not use the one-time password that has to be changed.
    if (isOurs && user.must_change_password) {
      throw new AppError('must_change_password', 'Please choose a password of your own first.');
    }
    if (isOurs && !hasSecondFactor(user) && (await requiresSecondFactor())) {
      const sentence = 'Please set up a second factor first: an owner requires one of everybody.';
      throw new AppError('second_factor_setup_needed', sentence);
    }
    return { actor: { id: user.id, email: user.email, role: user.role, local: false, byLink, address }, signedInAt };
  };
  const admit = async (request: FastifyRequest, role: Role, at = now()) => {
    const asker = await identify(request, at);
    if (asker.actor.local && !READING.has(request.method)) throw new AppError('forbidden', ONLY_READS);
    if (allows(asker.actor.role, role)) return asker;
    throw new AppError('forbidden', `This needs the role ${role}; yours is ${asker.actor.role}.`);
  };
  return {
    require: async (request, role = 'admin') => (await admit(request, role)).actor,
    async requireFresh(request, role = 'admin') {
      const { actor, signedInAt } = await admit(request, role);
      if (actor.local) throw new AppError('forbidden', ONLY_READS);
      if (isFresh(signedInAt, now())) return actor;
      throw new AppError('sign_in_again', actor.byLink ? PASSWORD_NEVER_GIVEN : PASSWORD_TOO_OLD);
    },
    watch(request, { id, role }, onRefused, at = null) {
      let isOver = false;
      const end = () => {
        isOver = true;
        clearInterval(timer);
        unlisten();
      };
      const look = () => {
        // Any other role, even a higher one, ends the watch, because it sees other data.
        const stays = admit(request, 'admin', at ?? now()).then(({ actor }) => actor.role === role);
        void stays
          .catch(() => false)
          .then((still) => {
            if (still || isOver) return;
            end();
            onRefused();
          });
      };
      const timer = setInterval(look, LOOK_AGAIN_EVERY_MS);
      const unlisten = changes.listen((changed) => {
        if (changed === null || changed === id) look();
      });
      return end;
    },
    lookAfterAll: () => changes.tell(null),
  };
}
