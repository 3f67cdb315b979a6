import type { EndedSignIns, Profile, SignIns as SignInList, SignInRow } from '@understudy/contract/admin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import type { Admit } from '../../platform/http/gateway-function.ts';
import { bearerToken, type Guard } from '../../platform/http/guard.ts';
import { idOf } from '../../platform/http/not-found.ts';
import type { Accounts, Bearer } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { callerOf } from './caller.ts';
import { beginOwnerCall } from './owner-call.ts';
import type { SignIns } from './sign-ins.ts';

const NO_SIGN_IN = 'There is no such sign-in of yours. It may have ended already.';

/** Dependencies of the routes for one's own account. */
export interface ProfileOptions {
  admit: Admit;
  guard: Guard;
  accounts: Accounts;
  signIns: SignIns;
}

/** Mounts `/api/profile`: the caller, their role (which the page's guard uses), and their active sign-ins. */
export function mountProfile(app: FastifyInstance, { admit, guard, accounts, signIns }: ProfileOptions): void {
  const onRequest = beginOwnerCall(admit);
  /** A signed-in user; null for a person at this machine without a sign-in. */
  const bearerOf = async (request: FastifyRequest): Promise<Bearer | null> => {
    const { local } = await guard.require(request, 'viewer');
    const token = bearerToken(request);
    return local || token === null ? null : accounts.bearer(token);
  };
  const ownBearer = async (request: FastifyRequest): Promise<Bearer> => {
    const bearer = await bearerOf(request);
    if (bearer) return bearer;
    throw new AppError('forbidden', 'Nobody signed in here, so there is nothing to end.');
  };

  app.get('/api/profile', { onRequest }, async (request): Promise<Profile> => {
    const { id, email, role, local, byLink } = await guard.require(request, 'viewer');
    return { id: id ?? 'local', email, role, local, by_link: byLink };
  });
  app.get('/api/profile/sign-ins', { onRequest }, async (request): Promise<SignInList> => {
    const bearer = await bearerOf(request);
    const listed = bearer ? await signIns.list(bearer) : [];
    const items = listed.map(
      ({ id, device, network, via, aal, current, created_at: began, refreshed_at: used }): SignInRow => ({
        id,
        device,
        network,
        via,
        second_factor: aal === 'aal2',
        began_at: began.toISOString(),
        last_used_at: used.toISOString(),
        current,
      }),
    );
    return { items, next_cursor: null, hosted: bearer !== null && bearer.sessionId === null };
  });
  app.delete('/api/profile/sign-ins/:id', { onRequest }, async (request, reply) => {
    const id = idOf(request, 'id', NO_SIGN_IN);
    await signIns.end(await ownBearer(request), id, callerOf(request)).catch(refusedAsHere);
    return reply.code(204).send();
  });
  app.post('/api/profile/sign-ins/end-others', { onRequest }, async (request): Promise<EndedSignIns> => {
    const bearer = await ownBearer(request);
    return { ended: await signIns.endOthers(bearer, callerOf(request)).catch(refusedAsHere) };
  });
}

/** Translates the sign-in API's errors to the dashboard's format. */
function refusedAsHere(error: unknown): never {
  if (!(error instanceof AuthError)) throw error;
  if (error.code === 'session_not_found') throw new AppError('not_found', NO_SIGN_IN, { cause: error });
  throw new AppError('forbidden', error.message, { cause: error });
}
