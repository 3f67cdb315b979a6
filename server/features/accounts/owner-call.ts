import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admit } from '../../platform/http/gateway-function.ts';

/** Starts a call of the dashboard: counts it, and forbids caching of its response. */
export const beginOwnerCall =
  (admit: Admit) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    await admit(request);
  };
