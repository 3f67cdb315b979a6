import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { admitCall } from '../gateway.ts';

/** Begins a call of the owner's side: it is counted, and nothing that it answers is kept by anybody in between. */
export const beginOwnerCall =
  (context: AppContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    await admitCall(context, request);
  };
