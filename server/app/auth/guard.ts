import { allows, type Role } from '@understudy/contract/admin';
import type { FastifyRequest } from 'fastify';
import type { AccessChanges } from '../../features/accounts/access-changes.ts';
import { type Accounts, isFresh, needsSecondFactor } from '../../features/accounts/accounts.ts';
import { AuthError } from '../../features/accounts/auth-error.ts';
import { hasSecondFactor } from '../../features/accounts/users.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { bearerToken, callerOf } from './caller.ts';
import { isLocalPerson } from './local-admin.ts';

/** Who asks, and what they may do. */
export interface Actor {
  /** Null for a person on the server's own machine who did not sign in. */
  id: string | null;
  email: string;
  role: Role;
  /** On this machine without a sign-in (LOCAL_ADMIN): they only read. */
  local: boolean;
  /** A one-time link opened the dashboard; what they do says so in the audit log. */
  byLink: boolean;
  /** The caller's network, as the audit log keeps it. */
  address: string;
}

/** Decides over every call of the owner's side. */
export interface Guard {
  /**
   * Who asks. The role is the database's at this moment, never the token's; the same holds for the second factor, which
   * neither a one-time link's sign-in nor a hosted issuer's is asked for. Whoever did not sign in only reads.
   * @param role the least that is needed
   * @throws AppError `unauthorized`, `second_factor_needed`, `must_change_password`, `second_factor_setup_needed`,
   * `forbidden`
   */
  require(request: FastifyRequest, role?: Role): Promise<Actor>;
  /**
   * The same for what cannot be undone, lets others in or carries everything away: the password was given in the last
   * ten minutes, so that a device left open, or a token that was stolen, is not enough. Whoever did not sign in is
   * refused.
   * @throws AppError `sign_in_again` as well
   */
  requireFresh(request: FastifyRequest, role?: Role): Promise<Actor>;
  /**
   * Looks after an answer that stays open: at once when something about its asker changes in this process, and every
   * five seconds for what happened elsewhere or by the clock.
   * @param onRefused called once, when the same call would be refused
   * @param at the time by which the token is judged, where it may run out meanwhile: a file is sent to its end to whoever
   * stays signed in, however slow their line; null for the time of each look
   * @returns a function that ends it
   */
  watch(request: FastifyRequest, actor: Actor, onRefused: () => void, at?: Date | null): () => void;
  /** Everybody's way in may have changed: looks after all that is open now. Called once that is in the database. */
  lookAfterAll(): void;
}

/** How soon a stream ends for whom another instance has signed out, or whose token has run out. */
const LOOK_AGAIN_EVERY_MS = 5_000;

/** The name that stands in the audit log for {@link isLocalPerson}. */
const LOCAL_PERSON = { id: null, email: 'admin@localhost', role: 'admin', local: true, byLink: false } as const;

/** What a person on this machine may ask without signing in. */
const READING = new Set(['GET', 'HEAD']);

const PASSWORD_TOO_OLD = 'Please enter your password again: you signed in more than 10 minutes ago.';
const PASSWORD_NEVER_GIVEN = 'Please enter your password: a one-time link opened this dashboard.';
const ONLY_READS = 'Read-only without signing in. Sign in to change, export or delete anything.';

/** What the guard goes by. */
export interface GuardDeps {
  accounts: Pick<Accounts, 'bearer'>;
  changes: AccessChanges;
  /** Whether LOCAL_ADMIN holds. */
  localAdmin: boolean;
  /** Whether an owner requires a second factor of everybody, as the database has it at this moment. */
  requiresSecondFactor(): Promise<boolean>;
  now: () => Date;
}

/** The guard of this process; nothing is remembered from one call to the next. */
export function createGuard({ accounts, changes, localAdmin, requiresSecondFactor, now }: GuardDeps): Guard {
  const identify = async (request: FastifyRequest, at: Date): Promise<{ actor: Actor; signedInAt: Date | null }> => {
    const address = callerOf(request).network;
    const token = bearerToken(request);
    // Who signed in is judged by that alone, on this machine too.
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
    // The one-time password that has to be changed is not what a link's sign-in came by.
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
        // Another role, be it a higher one, is another way to see things.
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
