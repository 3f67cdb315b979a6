import type { AuthFactor, AuthSession, AuthUser } from '@understudy/contract/auth';
import { AUDIENCE } from './access-tokens.ts';
import type { SignedIn } from './accounts.ts';
import type { UserRow } from './users.ts';

/** A user in the sign-in API's format, never with anything of their password. */
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
