import { allows, type Role } from '@understudy/contract/admin';
import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../features/accounts/accounts.ts';
import { AuthError } from '../../features/accounts/auth-error.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { bearerToken, callerOf } from './caller.ts';
import { isLocalPerson } from './local-admin.ts';

/** Who asks, and what they may do. */
export interface Actor {
  /** Null for a person on the server's own machine who did not sign in. */
  id: string | null;
  email: string;
  role: Role;
  local: boolean;
  /** The caller's network, as the audit log keeps it. */
  address: string;
}

/** Decides over every call of the owner's side. */
export interface Guard {
  /**
   * Who asks. The role is the database's at this moment, never the token's.
   * @param role the least that is needed
   * @throws AppError `unauthorized`, `must_change_password`, `forbidden`
   */
  require(request: FastifyRequest, role?: Role): Promise<Actor>;
}

/** The name that stands in the audit log for {@link isLocalPerson}. */
const LOCAL_PERSON = { id: null, email: 'admin@localhost', role: 'admin', local: true } as const;

/** @param deps.localAdmin whether LOCAL_ADMIN holds */
export function createGuard(deps: { accounts: Pick<Accounts, 'bearer'>; localAdmin: boolean }): Guard {
  const identify = async (request: FastifyRequest): Promise<Actor> => {
    const address = callerOf(request).network;
    const token = bearerToken(request);
    // Who signed in is judged by that alone, on this machine too.
    if (token === null && request.headers.authorization === undefined && deps.localAdmin && isLocalPerson(request)) {
      return { ...LOCAL_PERSON, address };
    }
    if (token === null) throw new AppError('unauthorized', 'Please sign in.');
    const bearer = await deps.accounts.bearer(token).catch((error) => {
      throw error instanceof AuthError
        ? new AppError('unauthorized', 'Please sign in again.', { cause: error })
        : error;
    });
    const { user } = bearer;
    if (user.must_change_password && bearer.sessionId !== null) {
      throw new AppError('must_change_password', 'Please choose a password of your own first.');
    }
    return { id: user.id, email: user.email, role: user.role, local: false, address };
  };
  return {
    async require(request, role = 'admin') {
      const actor = await identify(request);
      if (allows(actor.role, role)) return actor;
      throw new AppError('forbidden', `This needs the role ${role}; yours is ${actor.role}.`);
    },
  };
}
