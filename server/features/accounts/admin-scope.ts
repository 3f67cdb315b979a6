import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Admit } from '../../platform/http/gateway-function.ts';
import type { Actor, Guard } from '../../platform/http/guard.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Sealer } from '../../platform/sealer.ts';

/** What every route below `/api/admin` may use. The guard has admitted the caller before a route runs. */
export interface AdminScope {
  http: FastifyInstance;
  pool: Pool;
  /** Seals secrets in the database. */
  sealer: Sealer;
  guard: Guard;
  limits: Pick<Limits, 'take'>;
  now(): Date;
  /** The caller whom the guard admitted. */
  actorOf(request: FastifyRequest): Actor;
}

/** Creates a hook for calls of the dashboard: counts a call, and forbids caching of its response. */
export const ownerCallHook =
  (admit: Admit) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    await admit(request);
  };
