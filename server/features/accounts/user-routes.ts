import type { AuditEntry, Invitation, Page } from '@understudy/contract/admin';
import { auditQuery, inviteBody, roleBody } from '@understudy/contract/admin-calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { pageOf, readCursor } from '../../platform/database/cursor.ts';
import { type Admit, parseBody } from '../../platform/http/gateway-function.ts';
import type { Actor, Guard } from '../../platform/http/guard.ts';
import { idOf } from '../../platform/http/not-found.ts';
import { readAudit } from './audit-log.ts';
import { ownOrigin } from './local-admin.ts';
import { beginOwnerCall } from './owner-call.ts';
import { type Invited, NO_PERSON, type People } from './people.ts';

/** Shown if the server does not know its public URL. */
const WITHOUT_ADDRESS =
  'PUBLIC_URL is not set, so the server does not know by which address people reach it: put that before the link.';
type ById = { Params: { id: string } };

/** Dependencies of the routes for users. */
export interface UsersOptions {
  pool: Pool;
  admit: Admit;
  guard: Guard;
  people: People;
  publicUrl: string | null;
}

/** Mounts `/api/admin/users` and `/api/admin/audit`, for owners only. */
export function mountUsers(app: FastifyInstance, { pool, admit, guard, people, publicUrl }: UsersOptions): void {
  const owner = (request: FastifyRequest): Promise<Actor> => guard.require(request, 'owner');
  /** For calls that change permissions. */
  const freshOwner = (request: FastifyRequest): Promise<Actor> => guard.requireFresh(request, 'owner');
  const onRequest = beginOwnerCall(admit);
  const personOf = (request: FastifyRequest): string => idOf(request, 'id', NO_PERSON);
  const present = (request: FastifyRequest, { user, link }: Invited): Invitation => {
    const origin = publicUrl ?? ownOrigin(request);
    return {
      user,
      url: link && `${origin ?? ''}/auth#invite=${link.token}`,
      expires_at: link?.expiresAt.toISOString() ?? null,
      note: link && origin === null ? WITHOUT_ADDRESS : null,
    };
  };

  app.get('/api/admin/users', { onRequest }, async (request) => {
    await owner(request);
    return { items: await people.list(), next_cursor: null };
  });
  app.post('/api/admin/users', { onRequest }, async (request, reply) => {
    const actor = await freshOwner(request);
    const invited = await people.invite(actor, parseBody(inviteBody, request.body));
    return reply.code(201).send(present(request, invited));
  });
  app.post<ById>('/api/admin/users/:id/invitation', { onRequest }, async (request, reply) => {
    const actor = await freshOwner(request);
    return reply.code(201).send(present(request, await people.inviteAgain(actor, personOf(request))));
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
