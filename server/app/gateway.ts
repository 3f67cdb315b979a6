import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/http/app-error.ts';
import { type Admit, type GatewayFunction, parseBody } from '../platform/http/gateway-function.ts';
import type { Limits } from '../platform/limits/limits.ts';
import { addressKey } from '../platform/limits/rate-limits.ts';
import { traced } from '../platform/telemetry/tracing.ts';

/**
 * Mounts `POST /functions/v1/{name}`. A call passes the HTTP server's size limits, the rate limits (before its body is
 * parsed) and the function's schema; the function itself then checks the credentials.
 *
 * @param table functions by name; a Map, because a caller may send the name of an object's member, like `toString`
 */
export function mountGateway(app: FastifyInstance, admit: Admit, table: ReadonlyMap<string, GatewayFunction>): void {
  app.post<{ Params: { name: string } }>('/functions/v1/:name', {
    onRequest: admit,
    handler: async (request, reply) => {
      const entry = table.get(request.params.name);
      if (!entry || entry.isAvailable?.() === false)
        throw new AppError('not_found', 'There is no function of this name.');
      const body = parseBody(entry.body, request.body);
      const { name } = request.params;
      const answer = await traced(
        `POST /functions/v1/${name}`,
        () => entry.act(body, { request, reply, address: addressKey(request.ip) }),
        { kind: 'server', attributes: { 'http.request.method': 'POST', 'http.route': '/functions/v1/:name' } },
      );
      if (answer === undefined) return reply;
      return reply.header('cache-control', 'no-store').send(answer);
    },
  });
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/functions/v1/:name',
    handler: async () => {
      throw new AppError('method_not_allowed', 'Functions are called with POST.');
    },
  });
}

/** Creates the check that refuses calls while the server stops, and counts all others. */
export function createAdmit(limits: Pick<Limits, 'take'>, stopping: () => boolean): Admit {
  return async (request: FastifyRequest) => {
    if (stopping()) {
      throw new AppError('shutting_down', 'The server is restarting. Please try again in a moment.', {
        retryAfterMs: 2_000,
      });
    }
    await limits.take('address_requests', addressKey(request.ip));
  };
}
