import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { AppError } from '../../platform/http/app-error.ts';
import { ACCESS_TOKEN_S } from './sign-in-rules.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';
import type { UserRow } from './users.ts';

/** The `aud` claim that the wire expects. */
export const AUDIENCE = 'authenticated';
/** Clocks of different instances differ by at most this much. */
const LEEWAY_S = 30;
/** Algorithms accepted from a hosted issuer: asymmetric ones only, and never `none`. */
const HOSTED_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA'];

/** Error codes of the library for a key set that could not be fetched or is invalid. */
const KEY_SET_FAILURES = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
/** `amr` methods that prove nothing about who holds the token. */
const NO_PROOF = new Set(['token_refresh', 'anonymous']);

/**
 * The bearer that a token names. Permissions come from the database, except for `aal`: a token issued before the second
 * factor was given keeps `aal1` even after its sign-in is raised.
 */
type TokenBearer =
  | { sub: string; sessionId: string; email: null; aal: Aal }
  /** From a hosted issuer; `signedInAt` is null if the token does not say when the password was given. */
  | { sub: string; sessionId: null; email: string; signedInAt: Date | null };

/** The hash under which a token is stored, so that reading the database yields no usable token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Signs an access token with the claims that `@supabase/auth-js` requires; it is valid for {@link ACCESS_TOKEN_S}. */
export async function signAccessToken(
  keys: SigningKeys,
  options: {
    user: UserRow;
    sessionId: string;
    signedInAt: Date;
    /** How they signed in, in the wire's names. */
    method: 'password' | 'invite' | 'magiclink';
    aal: Aal;
    issuer: string;
    now: Date;
  },
): Promise<string> {
  const { user, now } = options;
  const issuedAt = Math.floor(now.getTime() / 1_000);
  const timestamp = Math.floor(options.signedInAt.getTime() / 1_000);
  // Simplified: the audit log has the factor that was given, and the time.
  const second = options.aal === 'aal2' ? [{ method: 'totp', timestamp }] : [];
  return new SignJWT({
    email: user.email,
    phone: '',
    role: AUDIENCE,
    aal: options.aal,
    amr: [...second, { method: options.method, timestamp }],
    session_id: options.sessionId,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'], role: user.role },
    user_metadata: {},
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.kid, typ: 'JWT' })
    .setSubject(user.id)
    .setAudience(AUDIENCE)
    .setIssuer(options.issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_S)
    .sign(keys.sign);
}

/**
 * Verifies a token of this installation.
 * @returns null if anything is wrong with it
 */
export async function readAccessToken(keys: SigningKeys, token: string, now: Date): Promise<TokenBearer | null> {
  if (!isCanonical(token)) return null;
  const claims = await verified(() =>
    jwtVerify(token, keys.find, {
      algorithms: [SIGNING_ALGORITHM],
      audience: AUDIENCE,
      clockTolerance: LEEWAY_S,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub', 'session_id'],
    }),
  );
  if (!claims || !isUuid(claims.sub) || !isUuid(claims['session_id'])) return null;
  const aal = claims['aal'] === 'aal2' ? 'aal2' : 'aal1';
  return { sub: claims.sub, sessionId: claims['session_id'], email: null, aal };
}

/**
 * Creates a function that verifies tokens of a hosted issuer against its key set, which is fetched on first use and
 * whenever an unknown key appears. The function returns null if anything is wrong with the token.
 * @param authUrl the issuer's base URL, as in `https://example.test/auth/v1`
 * @throws AppError (the function) `sign_in_unavailable` if the key set cannot be read
 */
export function createHostedReader(authUrl: string): (token: string, now: Date) => Promise<TokenBearer | null> {
  const issuer = authUrl.replace(/\/+$/, '');
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { timeoutDuration: 5_000 });
  return async (token, now) => {
    if (!isCanonical(token)) return null;
    const claims = await verified(() =>
      jwtVerify(token, keys, {
        algorithms: HOSTED_ALGORITHMS,
        audience: AUDIENCE,
        issuer,
        clockTolerance: LEEWAY_S,
        currentDate: now,
        requiredClaims: ['exp', 'sub', 'email'],
      }),
    );
    const email = claims?.['email'];
    if (!claims?.sub || typeof email !== 'string' || email === '' || claims['is_anonymous'] === true) return null;
    // Some characters turn into a different letter when lowercased (U+212A becomes k), which would let one person
    // pass for another.
    if (email !== email.normalize('NFKC')) return null;
    return { sub: claims.sub, sessionId: null, email: email.toLowerCase(), signedInAt: signedInAt(claims, now) };
  };
}

/**
 * When somebody last proved who they are, from `amr` (the wire's own server: a list of methods with times) or
 * `auth_time` (OpenID Connect), both in seconds; a refresh changes neither. Null if both are missing.
 */
export function signedInAt(claims: JWTPayload, now: Date): Date | null {
  const methods: unknown[] = Array.isArray(claims['amr']) ? claims['amr'] : [];
  const times = methods.map((method) => {
    const { method: name, timestamp } = (method ?? {}) as { method?: unknown; timestamp?: unknown };
    return typeof name === 'string' && NO_PROOF.has(name) ? null : timestamp;
  });
  const latest = Math.floor(now.getTime() / 1_000) + LEEWAY_S;
  const known = [...times, claims['auth_time']].filter((time) => typeof time === 'number' && time <= latest);
  return known.length > 0 ? new Date(Math.max(...(known as number[])) * 1_000) : null;
}

/**
 * Whether a token is in the only encoding that RFC 7515 allows: no padding, and no stray bits at the end of a part.
 * The library's decoder ignores both.
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/**
 * Returns the claims, or null if the library finds the token invalid.
 * @throws AppError `sign_in_unavailable` after any other error, such as an unreachable key set
 */
async function verified(verify: () => Promise<{ payload: JWTPayload }>): Promise<JWTPayload | null> {
  try {
    return (await verify()).payload;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code.startsWith('ERR_J') && !KEY_SET_FAILURES.has(code)) return null;
    throw new AppError('sign_in_unavailable', 'Sign-in is not available right now. Please try again in a moment.', {
      retryAfterMs: 2_000,
      cause: error,
    });
  }
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

/** Authenticator assurance level (NIST SP 800-63): `aal2` once a second factor was given. */
export type Aal = 'aal1' | 'aal2';
