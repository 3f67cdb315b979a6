import type { AuthFactor, AuthSession, AuthUser } from '@understudy/contract/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { presentError } from '../../platform/http/present-error.ts';
import { AUDIENCE } from './access-tokens.ts';
import type { SignedIn } from './accounts.ts';
import { AuthError, type AuthErrorCode } from './auth-error.ts';
import type { UserRow } from './users.ts';

/** The first version of the API whose errors have their code as a word. */
const VERSION = '2024-01-01';
const VERSION_HEADER = 'x-supabase-api-version';

/** The sign-in API's codes for errors of the rest of the server. */
const TRANSLATIONS: Partial<Record<string, AuthErrorCode>> = {
  rate_limited: 'over_request_rate_limit',
  invalid_json: 'bad_json',
  invalid_request: 'validation_failed',
  unsupported_media_type: 'unsupported_media_type',
  body_too_large: 'request_entity_too_large',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  internal_error: 'unexpected_failure',
};

/** A user in the sign-in API's format. It contains nothing of their password. */
export function presentUser(user: UserRow): AuthUser {
  const { id, email } = user;
  const created = user.created_at.toISOString();
  const updated = user.updated_at.toISOString();
  const signedIn = user.last_sign_in_at?.toISOString() ?? null;
  return {
    id,
    aud: AUDIENCE,
    role: AUDIENCE,
    email,
    phone: '',
    email_confirmed_at: created,
    confirmed_at: created,
    last_sign_in_at: signedIn,
    // For display only: permissions are looked up at each call.
    app_metadata: {
      provider: 'email',
      providers: ['email'],
      role: user.role,
      must_change_password: user.must_change_password,
    },
    user_metadata: {},
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        identity_data: { email, sub: id, email_verified: true, phone_verified: false },
        provider: 'email',
        last_sign_in_at: signedIn,
        created_at: created,
        updated_at: updated,
        email,
      },
    ],
    factors: presentFactors(user),
    created_at: created,
    updated_at: updated,
    is_anonymous: false,
  };
}

/** This API treats recovery codes as a factor, with their owner's id. */
function presentFactors({ id, factors, recovery_codes: codes }: UserRow): AuthFactor[] {
  const apps = factors.map((factor) => ({
    id: factor.id,
    ...(factor.friendly_name === null ? {} : { friendly_name: factor.friendly_name }),
    factor_type: 'totp' as const,
    status: factor.status,
    created_at: new Date(factor.created_at).toISOString(),
    updated_at: new Date(factor.updated_at).toISOString(),
  }));
  if (!codes) return apps;
  const made = new Date(codes.created_at).toISOString();
  const named = { id, friendly_name: 'Recovery codes', factor_type: 'recovery_code', status: 'verified' } as const;
  return [...apps, { ...named, created_at: made, updated_at: made }];
}

/** The response of the token endpoint. */
export function presentSignIn(signedIn: SignedIn): AuthSession {
  return {
    access_token: signedIn.accessToken,
    token_type: 'bearer',
    expires_in: signedIn.expiresInS,
    expires_at: Math.floor(signedIn.expiresAt.getTime() / 1_000),
    refresh_token: signedIn.refreshToken,
    user: presentUser(signedIn.user),
  };
}

/**
 * Sends any error in the sign-in API's format, which depends on the version that the client requests in a header.
 */
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

/** Whether the client knows the format of {@link VERSION}. Versions are ISO dates, so they compare as strings. */
function isNew(version: string | string[] | undefined): boolean {
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= VERSION;
}

function asAuthError(thrown: unknown, request: FastifyRequest): AuthError {
  const error = thrown instanceof AuthError ? thrown : translate(thrown, request);
  // On either of these statuses, the client would sign its user out.
  const refused = error.status === 429 || error.status === 409;
  if (!refused || !isRefresh(request)) return error;
  return new AuthError('unavailable', { retryAfterMs: error.retryAfterMs ?? 1_000 });
}

function translate(thrown: unknown, request: FastifyRequest): AuthError {
  const presented = presentError(thrown, request.id);
  if (presented.defect) {
    request.log.error({ err: thrown, request_id: request.id, route: request.routeOptions.url }, 'defect');
  }
  const code = TRANSLATIONS[presented.body.code] ?? (presented.status >= 500 ? 'unavailable' : 'validation_failed');
  const retryAfterMs = presented.retryAfterS === null ? {} : { retryAfterMs: presented.retryAfterS * 1_000 };
  // Our sentence if it explains what is wrong with a body; otherwise the API's own, which the page shows.
  const message = thrown instanceof AppError && code === 'validation_failed' ? { message: thrown.message } : {};
  return new AuthError(code, { ...message, ...retryAfterMs });
}

function isRefresh(request: FastifyRequest): boolean {
  return (request.query as { grant_type?: unknown } | undefined)?.grant_type === 'refresh_token';
}
