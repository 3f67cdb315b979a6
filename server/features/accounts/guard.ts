import { allows, type Role } from '@understudy/contract/admin';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { type Actor, bearerToken, type Guard } from '../../platform/http/guard.ts';
import type { AccessChanges } from './access-changes.ts';
import { type Accounts, isFresh, needsSecondFactor } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { isLocalPerson } from './local-admin.ts';
import { callerOf } from './sign-ins.ts';
import { hasSecondFactor } from './users.ts';

/** How soon a stream ends after another instance signs its reader out, or after the token expires. */
const CHECK_EVERY_MS = 5_000;

/** The actor for {@link isLocalPerson}; `email` is the name in the audit log. */
const LOCAL_PERSON = { id: null, email: 'admin@localhost', role: 'admin', local: true, byLink: false } as const;

/** Methods that a person on this machine may use without a sign-in. */
const READ_METHODS = new Set(['GET', 'HEAD']);

const PASSWORD_TOO_OLD = 'Please enter your password again: you signed in more than 10 minutes ago.';
const PASSWORD_NEVER_GIVEN = 'Please enter your password: a one-time link opened this dashboard.';
const ONLY_READS = 'Read-only without signing in. Sign in to change, export or delete anything.';

/** The guard's dependencies. */
interface GuardDeps {
  accounts: Pick<Accounts, 'bearer'>;
  changes: AccessChanges;
  /** Whether LOCAL_ADMIN is on. */
  localAdmin: boolean;
  /** Whether an owner requires a second factor of everybody, read from the database at every call. */
  requiresSecondFactor(): Promise<boolean>;
  now: () => Date;
}

/** Creates the guard. It caches nothing between calls, so that every change of access applies to the next call. */
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
    // Not for a sign-in by link, which did not use the one-time password.
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
    const caller = await identify(request, at);
    if (caller.actor.local && !READ_METHODS.has(request.method)) throw new AppError('forbidden', ONLY_READS);
    if (allows(caller.actor.role, role)) return caller;
    throw new AppError('forbidden', `This needs the role ${role}; yours is ${caller.actor.role}.`);
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
      const check = () => {
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
      const timer = setInterval(check, CHECK_EVERY_MS);
      const unlisten = changes.listen((changed) => {
        if (changed === null || changed === id) check();
      });
      return end;
    },
    recheckAll: () => changes.notify(null),
  };
}
