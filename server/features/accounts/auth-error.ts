/**
 * Every error code of the sign-in wire with its status and default message, as `@supabase/auth-js` knows them
 * (supabase.com/docs/guides/auth/debugging/error-codes). This table is the only place that pairs codes with statuses.
 *
 * A refresh must never be answered with 409 or 429, which make the client sign its user out (auth-answers.ts).
 */
export const AUTH_ERRORS = {
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'The access token is not valid'],
  current_password_invalid: [400, 'The current password is not right'],
  current_password_required: [400, 'Please give your current password too'],
  email_provider_disabled: [422, 'Sign-in with a password is not offered here'],
  insufficient_aal: [403, 'Please give the code of your authenticator app first'],
  invalid_credentials: [400, 'Invalid login credentials'],
  method_not_allowed: [405, 'This method is not one that this address answers'],
  mfa_challenge_expired: [422, 'This took too long. Please try again with a new code.'],
  mfa_factor_name_conflict: [422, 'You have a second factor of this name already'],
  mfa_factor_not_found: [404, 'There is no such second factor'],
  mfa_recovery_codes_sole_factor: [422, 'Recovery codes need an authenticator app first'],
  mfa_verification_failed: [422, 'This code is not right. Please enter the one that your app shows now.'],
  mfa_verified_factor_exists: [422, 'There are recovery codes already; they can be replaced'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_found: [404, 'There is nothing at this address'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  reauthentication_needed: [400, 'A one-time link cannot do this. Please sign in with your password first.'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'The request is larger than this server accepts'],
  same_password: [422, 'New password should be different from the old password.'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  too_many_enrolled_mfa_factors: [422, 'There are as many second factors as one person can have'],
  unavailable: [503, 'The server is busy. Please try again in a moment.'],
  unexpected_failure: [500, 'Something went wrong on our side.'],
  unsupported_media_type: [415, 'This address reads application/json'],
  validation_failed: [400, 'The request is not valid'],
  weak_password: [422, 'The password is too weak'],
} as const satisfies Record<string, readonly [number, string]>;

/** A code of the table. */
export type AuthErrorCode = keyof typeof AUTH_ERRORS;

/** A refusal in the format of the sign-in wire. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  /** When to retry, in milliseconds from now. */
  readonly retryAfterMs: number | null;
  /** Why a password is too weak, as codes of the wire. */
  readonly reasons: readonly string[];

  constructor(
    code: AuthErrorCode,
    options: { message?: string; retryAfterMs?: number; reasons?: readonly string[]; cause?: unknown } = {},
  ) {
    super(options.message ?? AUTH_ERRORS[code][1], { cause: options.cause });
    this.name = 'AuthError';
    this.code = code;
    this.status = AUTH_ERRORS[code][0];
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.reasons = options.reasons ?? [];
  }
}
