import type {
  AuditEntry,
  EndedSignIns,
  Invitation,
  Page,
  Profile,
  SignIns as SignInList,
  SignInRow,
} from '@understudy/contract/admin';
import { auditQuery, inviteBody, roleBody } from '@understudy/contract/admin-calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { pageOf, readCursor } from '../../platform/database/cursor.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Admit, idOf, parseBody } from '../../platform/http/gateway-function.ts';
import { type Actor, bearerToken, type Guard } from '../../platform/http/guard.ts';
import type { Accounts, Bearer } from './accounts.ts';
import { ownerCallHook } from './admin-scope.ts';
import { readAudit } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import { ownOrigin } from './local-admin.ts';
import { type Invited, NO_PERSON, type People } from './people.ts';
import { callerOf, type SignIns } from './sign-ins.ts';

const NO_SIGN_IN = 'There is no such sign-in of yours. It may have ended already.';
/** Shown if the server does not know its public URL. */
const WITHOUT_ADDRESS =
  'PUBLIC_URL is not set, so the server does not know by which address people reach it: put that before the link.';

/** Dependencies of the routes for one's own account. */
interface ProfileDeps {
  admit: Admit;
  guard: Guard;
  accounts: Accounts;
  signIns: SignIns;
}

/** Mounts `/api/profile`: the caller, their role (which the page's guard uses), and their active sign-ins. */
export function mountProfile(app: FastifyInstance, { admit, guard, accounts, signIns }: ProfileDeps): void {
  const onRequest = ownerCallHook(admit);
  /** A signed-in user; null for a person at this machine without a sign-in. */
  const bearerOf = async (request: FastifyRequest): Promise<Bearer | null> => {
    const { local } = await guard.require(request, 'viewer');
    const token = bearerToken(request);
    return local || token === null ? null : accounts.bearer(token);
  };
  /** The same, for changes. @throws AppError `forbidden` without a sign-in */
  const signedInBearer = async (request: FastifyRequest): Promise<Bearer> => {
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
    await signIns.end(await signedInBearer(request), id, callerOf(request)).catch(rethrowAsAppError);
    return reply.code(204).send();
  });
  app.post('/api/profile/sign-ins/end-others', { onRequest }, async (request): Promise<EndedSignIns> => {
    const bearer = await signedInBearer(request);
    return { ended: await signIns.endOthers(bearer, callerOf(request)).catch(rethrowAsAppError) };
  });
}

/** Translates the sign-in API's errors to the dashboard's format. */
function rethrowAsAppError(error: unknown): never {
  if (!(error instanceof AuthError)) throw error;
  if (error.code === 'session_not_found') throw new AppError('not_found', NO_SIGN_IN, { cause: error });
  throw new AppError('forbidden', error.message, { cause: error });
}

type ById = { Params: { id: string } };

/** Dependencies of the routes for users. */
interface UsersDeps {
  pool: Pool;
  admit: Admit;
  guard: Guard;
  people: People;
  publicUrl: string | null;
  nudgeJobs(): void;
}

/** Mounts `/api/admin/users` and `/api/admin/audit`, for owners only. */
export function mountUsers(
  app: FastifyInstance,
  { pool, admit, guard, people, publicUrl, nudgeJobs }: UsersDeps,
): void {
  const owner = (request: FastifyRequest): Promise<Actor> => guard.require(request, 'owner');
  /** The same with recent reauthentication, for calls that change permissions. */
  const freshOwner = (request: FastifyRequest): Promise<Actor> => guard.requireFresh(request, 'owner');
  const onRequest = ownerCallHook(admit);
  const personOf = (request: FastifyRequest): string => idOf(request, 'id', NO_PERSON);
  const originOf = (request: FastifyRequest) => publicUrl ?? ownOrigin(request);
  const pathOf = (token: string) => `/auth#invite=${token}`;
  const urlFor = (request: FastifyRequest) => {
    const origin = originOf(request);
    return (token: string) => origin && `${origin}${pathOf(token)}`;
  };
  const present = (request: FastifyRequest, { user, link, mailed }: Invited): Invitation => {
    if (mailed) nudgeJobs();
    const origin = originOf(request);
    return {
      user,
      url: link && `${origin ?? ''}${pathOf(link.token)}`,
      expires_at: link?.expiresAt.toISOString() ?? null,
      note: link && origin === null ? WITHOUT_ADDRESS : null,
      mailed,
    };
  };

  app.get('/api/admin/users', { onRequest }, async (request) => {
    await owner(request);
    return { items: await people.list(), next_cursor: null };
  });
  app.post('/api/admin/users', { onRequest }, async (request, reply) => {
    const actor = await freshOwner(request);
    const invited = await people.invite(actor, parseBody(inviteBody, request.body), urlFor(request));
    return reply.code(201).send(present(request, invited));
  });
  app.post<ById>('/api/admin/users/:id/invitation', { onRequest }, async (request, reply) => {
    const actor = await freshOwner(request);
    return reply.code(201).send(present(request, await people.inviteAgain(actor, personOf(request), urlFor(request))));
  });
  app.patch<ById>('/api/admin/users/:id', { onRequest }, async (request) => {
    const actor = await freshOwner(request);
    return people.setRole(actor, personOf(request), parseBody(roleBody, request.body).role);
  });
  app.delete<ById>('/api/admin/users/:id/second-factor', { onRequest }, async (request) => {
    const actor = await freshOwner(request);
    return people.removeSecondFactor(actor, personOf(request));
  });
  app.delete<ById>('/api/admin/users/:id', { onRequest }, async (request, reply) => {
    await people.remove(await freshOwner(request), personOf(request));
    return reply.code(204).send();
  });
  app.get('/api/admin/audit', { onRequest }, async (request): Promise<Page<AuditEntry>> => {
    await owner(request);
    const { cursor, limit } = parseBody(auditQuery, request.query);
    const before = readCursor(z.number().int().positive(), cursor);
    return pageOf(await readAudit(pool, before, limit + 1), limit, ({ id }) => id);
  });
}
