import { uuid } from '@understudy/contract/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from './app-error.ts';

/** What a function may use of the request besides its body. */
export interface Call {
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
  /** Whether it is available now; if left out, it always is. */
  isAvailable?(): boolean;
}

/** Functions by the name under which they are called. */
export type GatewayFunctions = Readonly<Record<string, GatewayFunction>>;

/** Admits or refuses a call before its body is read. Rejects with AppError `shutting_down` or `rate_limited`. */
export type Admit = (request: FastifyRequest) => Promise<void>;

/** Creates an entry of the function table, with the body's type inferred from its schema. */
export function gatewayFunction<Schema extends z.ZodType>(
  body: Schema,
  act: (body: z.infer<Schema>, call: Call) => Promise<unknown>,
): GatewayFunction {
  return { body, act: act as GatewayFunction['act'] };
}

/**
 * Parses a body, or the query of a URL.
 * @throws AppError `invalid_request`, naming the first invalid field
 */
export function parseBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 3) : [];
  const path = [...(issue?.path ?? []).map(String), ...extra].join('.').slice(0, 100) || 'body';
  throw new AppError('invalid_request', `The field "${path}" does not fit: ${issue?.message ?? 'not valid'}.`);
}

/**
 * The id in a URL.
 *
 * @throws AppError `not_found` with the given sentence if it is malformed, as for an unknown one
 */
export function idOf(request: FastifyRequest, name: string, sentence: string): string {
  const parsed = uuid.safeParse((request.params as Record<string, unknown>)[name]);
  if (parsed.success) return parsed.data;
  throw new AppError('not_found', sentence);
}

/** The value. @throws AppError `not_found` with the given sentence if it is null */
export function orNotFound<Value>(value: Value | null, sentence: string): Value {
  if (value !== null) return value;
  throw new AppError('not_found', sentence);
}

/** A signal that aborts when the caller closes the connection before the response is sent. */
export function abortWhenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  // The caller may have left during the credentials check.
  if (reply.raw.closed || reply.raw.socket?.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return gone.signal;
}
