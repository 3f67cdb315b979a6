/** Types of the `/auth/v1/*` wire format that `@supabase/auth-js` reads; no runtime library. */
import type { Role } from './admin.ts';

/**
 * Sent with a password that is merely asked for again: the access token of the sign-in so far. It tells the two cases
 * apart in the audit log and is never forwarded to a hosted issuer.
 */
export const REPLACED_SIGN_IN_HEADER = 'x-understudy-replaces';

/** A user who may sign in, in the sign-in wire format; never contains anything about the password. */
export interface AuthUser {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  email_confirmed_at: string;
  confirmed_at: string;
  last_sign_in_at: string | null;
  app_metadata: {
    provider: string;
    providers: string[];
    /** For display only: rights are looked up on each call. */
    role: Role;
    /** Until another password is chosen, the access token opens nothing but `/auth/v1/user`. */
    must_change_password: boolean;
  };
  user_metadata: Record<string, never>;
  identities: {
    identity_id: string;
    id: string;
    user_id: string;
    identity_data: { email: string; sub: string; email_verified: boolean; phone_verified: boolean };
    provider: string;
    last_sign_in_at: string | null;
    created_at: string;
    updated_at: string;
    email: string;
  }[];
  /** Second factors: recovery codes and authenticator apps, including those with an unfinished enrolment. */
  factors: AuthFactor[];
  created_at: string;
  updated_at: string;
  is_anonymous: boolean;
}

/** A second factor. */
export interface AuthFactor {
  id: string;
  friendly_name?: string;
  factor_type: 'totp' | 'recovery_code';
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
}

/** A newly enrolled authenticator app; its secret is shown only once. */
export interface EnrolledFactor {
  id: string;
  type: 'totp';
  friendly_name: string;
  totp: {
    /** `uri` as an SVG image. */
    qr_code: string;
    /** In base 32, for typing. */
    secret: string;
    uri: string;
  };
}

/** A challenge for a code; valid for five minutes. */
export interface FactorChallenge {
  id: string;
  type: 'totp';
  /** Seconds since 1970. */
  expires_at: number;
}

/** The removed factor. */
export interface FactorRemoved {
  id: string;
}

/** The number of recovery codes. */
export interface RecoveryCodes {
  id: string;
  type: 'recovery_code';
  total: number;
  /** Unused codes. */
  remaining: number;
}

/** New recovery codes, shown only once. */
export interface NewRecoveryCodes {
  id: string;
  type: 'recovery_code';
  friendly_name: string;
  total: number;
  codes: string[];
}

/** The answer of the token endpoint and of a redeemed invitation. */
export interface AuthSession {
  /** A JWT signed with ES256, valid for 15 minutes, which the dashboard API requires. */
  access_token: string;
  token_type: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
  /** Single use: each answer contains the next one. */
  refresh_token: string;
  user: AuthUser;
}

/** What a dashboard link does; `type` is the one with which `POST verify` redeems it. */
export interface LinkAnswer {
  type: 'signup' | 'magiclink';
  expires_at: string;
}

/** Public halves of the keys that sign access tokens (RFC 7517). */
export interface AuthKeySet {
  keys: {
    kty?: string;
    crv?: string;
    x?: string;
    y?: string;
    kid?: string;
    alg?: string;
    use?: string;
    key_ops?: string[];
    ext?: boolean;
  }[];
}

/** What the sign-in offers. */
export interface AuthSettings {
  external: { email: boolean; phone: boolean };
  disable_signup: boolean;
  mailer_autoconfirm: boolean;
  phone_autoconfirm: boolean;
  sms_provider: string;
  saml_enabled: boolean;
}

/** The answer of `GET /auth/v1/health`. */
export interface AuthHealth {
  version: string;
  name: string;
  description: string;
}

/** The body of every sign-in error, in the format of the client's version. */
export type AuthErrorBody = NewAuthErrorBody | OldAuthErrorBody;

/** For clients whose header `x-supabase-api-version` names a day from 2024 on. */
export interface NewAuthErrorBody {
  code: string;
  error_code: string;
  message: string;
  msg: string;
  weak_password?: WeakPassword;
}

/** For all other clients. */
export interface OldAuthErrorBody {
  /** The status, repeated. */
  code: number;
  error_code: string;
  msg: string;
  /** Identifies the error in the log. */
  error_id?: string;
  weak_password?: WeakPassword;
}

/** Why a password is too weak. */
export interface WeakPassword {
  reasons: string[];
  message: string;
}
