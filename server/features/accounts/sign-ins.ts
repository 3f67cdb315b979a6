import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { addressKey } from '../../platform/limits/rate-limits.ts';
import type { AccessChanges } from './access-changes.ts';
import { actorOf, type Bearer, type Caller, needsSecondFactor } from './accounts.ts';
import { audit, networkOf } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import {
  endAuthSession,
  endAuthSessionOf,
  endAuthSessionsOf,
  type ListedAuthSession,
  listAuthSessions,
} from './auth-sessions.ts';
import { describeDevice } from './user-agent.ts';

/** Where a request comes from, for limits, the audit log and the list of a user's sign-ins. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    key: addressKey(request.ip),
    network: networkOf(request.ip),
    device: describeDevice(request.headers['user-agent']),
  };
}

/** Finds the bearer of a call's access token. Rejects with an AuthError if there is none. */
export type BearerOf = (request: FastifyRequest) => Promise<Bearer>;

export type SignIns = ReturnType<typeof createSignIns>;

/** Creates the operations that list and end a user's sign-ins. */
export function createSignIns({ pool, changes, now }: { pool: Pool; changes: AccessChanges; now: () => Date }) {
  return {
    /** Lists a user's active sign-ins. A one-time link sees only its own; a hosted issuer keeps its own list. */
    async list({ user, sessionId, byLink }: Bearer): Promise<(ListedAuthSession & { current: boolean })[]> {
      if (sessionId === null) return [];
      const listed = await listAuthSessions(pool, user.id, byLink ? sessionId : null, now());
      return listed.map((session) => ({ ...session, current: session.id === sessionId }));
    },

    /**
     * Ends one of the user's sign-ins.
     * @throws AuthError `session_not_found`, `reauthentication_needed` if a one-time link opened the dashboard
     */
    async end({ user, byLink }: Bearer, id: string, caller: Caller): Promise<void> {
      if (byLink) throw new AuthError('reauthentication_needed');
      await inTransaction(pool, async (db) => {
        if (!(await endAuthSessionOf(db, user.id, id))) throw new AuthError('session_not_found');
        await audit(db, actorOf(user, caller), 'sign_in_ended', {}, now());
      });
      changes.notify(user.id);
    },

    /**
     * Ends all of the user's sign-ins except the current one.
     * @returns how many ended
     * @throws AuthError as {@link end} does
     */
    async endOthers({ user, sessionId, byLink }: Bearer, caller: Caller): Promise<number> {
      if (byLink) throw new AuthError('reauthentication_needed');
      if (sessionId === null) return 0;
      const ended = await inTransaction(pool, async (db) => {
        const count = await endAuthSessionsOf(db, user.id, sessionId);
        if (count > 0) await audit(db, actorOf(user, caller), 'signed_out', { scope: 'others' }, now());
        return count;
      });
      changes.notify(user.id);
      return ended;
    },

    /**
     * Ends the current sign-in, all of the user's, or all except the current one.
     * @returns whether the current one ended
     * @throws AuthError `reauthentication_needed`, `insufficient_aal`
     */
    async signOut(bearer: Bearer, asked: 'global' | 'local' | 'others', caller: Caller): Promise<boolean> {
      const { user, sessionId, byLink } = bearer;
      if (sessionId === null) return true;
      // A link must not end the person's other sign-ins.
      if (byLink && asked === 'others') throw new AuthError('reauthentication_needed');
      // Nor must a sign-in whose second factor is still missing.
      const isIncomplete = needsSecondFactor(bearer);
      if (isIncomplete && asked === 'others') throw new AuthError('insufficient_aal');
      const scope = byLink || isIncomplete ? 'local' : asked;
      const hasLeft = await inTransaction(pool, async (db) => {
        const wasReplaced = scope === 'local' && (await endAuthSession(db, sessionId)).replaced;
        if (wasReplaced) return false;
        if (scope !== 'local') await endAuthSessionsOf(db, user.id, scope === 'others' ? sessionId : null);
        const actor = { ...actorOf(user, caller), byLink };
        await audit(db, actor, 'signed_out', scope === 'local' ? {} : { scope }, now());
        return scope !== 'others';
      });
      changes.notify(user.id);
      return hasLeft;
    },
  };
}
