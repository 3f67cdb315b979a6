import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { admitCall } from '../../app/gateway.ts';

/** Starts a call of the dashboard: counts it, and forbids caching of its response. */
export const beginOwnerCall =
  (context: AppContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    await admitCall(context, request);
  };
