import { Secret, TOTP } from 'otpauth';

/**
 * The code that an authenticator app shows at a given time.
 *
 * @param secret in base 32, as shown at enrolment
 */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}
