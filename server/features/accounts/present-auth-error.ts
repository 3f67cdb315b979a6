import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { presentError } from '../../platform/http/present-error.ts';
import { AuthError, type AuthErrorCode } from './auth-error.ts';

/** The first API version whose errors carry their code as a word. */
const VERSION = '2024-01-01';
const VERSION_HEADER = 'x-supabase-api-version';

/** The server's other error codes in this API. */
const TRANSLATED: Partial<Record<string, AuthErrorCode>> = {
  rate_limited: 'over_request_rate_limit',
  invalid_json: 'bad_json',
  invalid_request: 'validation_failed',
  unsupported_media_type: 'unsupported_media_type',
  body_too_large: 'request_entity_too_large',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  internal_error: 'unexpected_failure',
};

/** Sends any error in the sign-in API's format, for new and old clients. */
export function sendAuthError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asAuthError(thrown, request);
  const { code, message } = error;
  const weak = code === 'weak_password' ? { weak_password: { reasons: error.reasons, message } } : {};
  if (error.retryAfterMs !== null)
    reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfterMs / 1_000))));
  reply.code(error.status).header('cache-control', 'no-store');
  if (isNew(request.headers[VERSION_HEADER])) {
    // Sends both names of each field, for pages that cannot read the version header.
    return reply.header(VERSION_HEADER, VERSION).send({ code, error_code: code, message, msg: message, ...weak });
  }
  const id = error.status >= 500 ? { error_id: request.id } : {};
  return reply
    .header('x-sb-error-code', code)
    .send({ code: error.status, error_code: code, msg: message, ...id, ...weak });
}

/** Versions are ISO dates, so they compare as strings. */
function isNew(version: string | string[] | undefined): boolean {
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= VERSION;
}

function asAuthError(thrown: unknown, request: FastifyRequest): AuthError {
  const error = thrown instanceof AuthError ? thrown : translate(thrown, request);
  // The client signs its user out on any other refusal of a refresh.
  const refused = error.status === 429 || error.status === 409;
  if (!refused || !isRefresh(request)) return error;
  return new AuthError('unavailable', { retryAfterMs: error.retryAfterMs ?? 1_000 });
}

function translate(thrown: unknown, request: FastifyRequest): AuthError {
  const presented = presentError(thrown, request.id);
  if (presented.defect) {
    request.log.error({ err: thrown, request_id: request.id, route: request.routeOptions.url }, 'defect');
  }
  const code = TRANSLATED[presented.body.code] ?? (presented.status >= 500 ? 'unavailable' : 'validation_failed');
  const retryAfterMs = presented.retryAfterS === null ? {} : { retryAfterMs: presented.retryAfterS * 1_000 };
  // The API's own sentence if the page shows it to the user; ours if it explains what is wrong with a body.
  const message = thrown instanceof AppError && code === 'validation_failed' ? { message: thrown.message } : {};
  return new AuthError(code, { ...message, ...retryAfterMs });
}

function isRefresh(request: FastifyRequest): boolean {
  return (request.query as { grant_type?: unknown } | undefined)?.grant_type === 'refresh_token';
}
