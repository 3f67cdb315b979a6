/** What `/auth/v1/*` says on the wire, as `@supabase/auth-js` reads it; types without a runtime library. */
import type { Role } from './admin.ts';

/**
 * Beside a password that is only asked for again: the access token of the sign-in until then. It tells the two apart in
 * the audit log, and is never handed on to a hosted issuer.
 */
export const REPLACED_SIGN_IN_HEADER = 'x-understudy-replaces';

/** Somebody who may sign in, in the form of the sign-in wire; never anything of their password. */
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
    /** For a page's eyes only: what somebody may do is looked up at each call. */
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
  /** Second factors: authenticator apps, those whose enrolment was never finished included, and recovery codes. */
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

/** An authenticator app as it is enrolled; its secret is told this once. */
export interface EnrolledFactor {
  id: string;
  type: 'totp';
  friendly_name: string;
  totp: {
    /** An SVG picture of `uri`. */
    qr_code: string;
    /** In base 32, to be typed. */
    secret: string;
    uri: string;
  };
}

/** A code that was asked for; it can be given for five minutes. */
export interface FactorChallenge {
  id: string;
  type: 'totp';
  /** Seconds since 1970. */
  expires_at: number;
}

/** The factor that was removed. */
export interface FactorRemoved {
  id: string;
}

/** How many recovery codes there are. */
export interface RecoveryCodes {
  id: string;
  type: 'recovery_code';
  total: number;
  /** Those that nobody has used. */
  remaining: number;
}

/** Recovery codes, told this once. */
export interface NewRecoveryCodes {
  id: string;
  type: 'recovery_code';
  friendly_name: string;
  total: number;
  codes: string[];
}

/** The answer of the token endpoint, and of an invitation that was taken up. */
export interface AuthSession {
  /** A JWT signed with ES256; 15 minutes long it is what the owner's side asks for. */
  access_token: string;
  token_type: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
  /** Used once: each answer has the next. */
  refresh_token: string;
  user: AuthUser;
}

/** What a dashboard link does: its type is the one by which `POST verify` takes it up. */
export interface LinkAnswer {
  type: 'signup' | 'magiclink';
  expires_at: string;
}

/** The public halves of the keys that access tokens are signed with (RFC 7517). */
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

/** The body of every refusal of the sign-in wire, in the form that the client's version reads. */
export type AuthErrorBody = NewAuthErrorBody | OldAuthErrorBody;

/** To a client whose header `x-supabase-api-version` names a day from 2024 on. */
export interface NewAuthErrorBody {
  code: string;
  error_code: string;
  message: string;
  msg: string;
  weak_password?: WeakPassword;
}

/** To any other client. */
export interface OldAuthErrorBody {
  /** The status once more. */
  code: number;
  error_code: string;
  msg: string;
  /** The number under which the log knows it. */
  error_id?: string;
  weak_password?: WeakPassword;
}

/** Why a password is too weak. */
export interface WeakPassword {
  reasons: string[];
  message: string;
}
