import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Guard } from '../features/accounts/guard.ts';
import { AppError } from '../platform/http/app-error.ts';
import { addressKey } from '../platform/limits/rate-limits.ts';
import type { AppContext } from './context.ts';

/** What a function may use of the request besides its body. */
export interface Call {
  context: AppContext;
  /** Authorises calls with an administrator's token. */
  guard: Guard;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The caller's address as limits count it. */
  address: string;
}

/** A function of the gateway: its body's schema and its implementation. */
export interface GatewayFunction<Body = unknown> {
  body: z.ZodType<Body>;
  /** Returns the JSON response; or takes the reply over (a stream) and returns undefined. */
  act(body: Body, call: Call): Promise<unknown>;
  /** Whether it is available now; always, if left out. */
  isThere?(context: Pick<AppContext, 'models'>): boolean;
}

/** Creates an entry of the function table, with the body's type inferred from its schema. */
export function gatewayFunction<Schema extends z.ZodType>(
  body: Schema,
  act: (body: z.infer<Schema>, call: Call) => Promise<unknown>,
): GatewayFunction {
  return { body, act: act as GatewayFunction['act'] };
}

/**
 * Mounts `POST /functions/v1/{functionName}`. Sizes are checked by the HTTP server, rates before the body is parsed,
 * then the schema; each function first checks the credentials.
 *
 * @param table functions by name; a Map, because a name may be that of an object's member
 */
export function mountGateway(
  app: FastifyInstance,
  { context, guard }: Pick<Call, 'context' | 'guard'>,
  table: ReadonlyMap<string, GatewayFunction>,
): void {
  app.post<{ Params: { name: string } }>('/functions/v1/:name', {
    onRequest: (request) => admitCall(context, request),
    handler: async (request, reply) => {
      const entry = table.get(request.params.name);
      if (!entry || entry.isThere?.(context) === false)
        throw new AppError('not_found', 'There is no function of this name.');
      const body = parseBody(entry.body, request.body);
      const answer = await entry.act(body, { context, guard, request, reply, address: addressKey(request.ip) });
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

/**
 * Checks every call before its body is read.
 *
 * @throws AppError `shutting_down`, `rate_limited`
 */
export async function admitCall(
  context: Pick<AppContext, 'stopping' | 'limits'>,
  request: FastifyRequest,
): Promise<void> {
  if (context.stopping()) {
    throw new AppError('shutting_down', 'The server is restarting. Please try again in a moment.', {
      retryAfterMs: 2_000,
    });
  }
  await context.limits.take('address_requests', addressKey(request.ip));
}

/** @throws AppError `invalid_request`, naming the first invalid field */
export function parseBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 3) : [];
  const path = [...(issue?.path ?? []).map(String), ...extra].join('.').slice(0, 100) || 'body';
  throw new AppError('invalid_request', `The field "${path}" does not fit: ${issue?.message ?? 'not valid'}.`);
}
