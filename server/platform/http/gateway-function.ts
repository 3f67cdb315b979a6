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
  /** Whether it is available now; always, if left out. */
  isThere?(): boolean;
}

/** Functions by the name under which they are called. */
export type GatewayFunctions = Readonly<Record<string, GatewayFunction>>;

/** Checks every call before its body is read. @throws AppError `shutting_down`, `rate_limited` */
export type Admit = (request: FastifyRequest) => Promise<void>;

/** Creates an entry of the function table, with the body's type inferred from its schema. */
export function gatewayFunction<Schema extends z.ZodType>(
  body: Schema,
  act: (body: z.infer<Schema>, call: Call) => Promise<unknown>,
): GatewayFunction {
  return { body, act: act as GatewayFunction['act'] };
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

/**
 * The id in a URL.
 *
 * @throws AppError `not_found` with the given sentence; a malformed id names nothing either
 */
export function idOf(request: FastifyRequest, name: string, sentence: string): string {
  const parsed = uuid.safeParse((request.params as Record<string, unknown>)[name]);
  if (parsed.success) return parsed.data;
  throw new AppError('not_found', sentence);
}

/** @throws AppError `not_found` */
export function orNotFound<Value>(value: Value | null, sentence: string): Value {
  if (value !== null) return value;
  throw new AppError('not_found', sentence);
}

/** A signal that aborts when the caller closes the connection before the response is sent. */
export function abortWhenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  // The caller may have left during the credentials check.
  if (reply.raw.closed || reply.raw.socket?.destroyed) look();
  else reply.raw.once('close', look);
  return gone.signal;
}
