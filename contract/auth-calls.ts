/** Body schemas of `/auth/v1/*`. Unneeded fields that the client sends are ignored, as the original server does. */
import { z } from 'zod';

const text = z.string().max(2_000);
const email = text.refine((value) => !value.includes('\0'), 'has a character that no address has');

/** `POST token?grant_type=password`. */
export const passwordGrant = z.object({ email: email.optional(), password: text.optional() });
/** `POST token?grant_type=refresh_token`. */
export const refreshGrant = z.object({ refresh_token: text });
/**
 * `POST verify`: redeems a link. `invite` is an invitation, `magiclink` opens the dashboard once, `signup` claims a new
 * installation and also needs the owner's email and password.
 */
export const verification = z.object({
  type: text,
  token_hash: text.optional(),
  token: text.optional(),
  email: email.optional(),
  password: text.optional(),
});
/** `POST link`: what a dashboard link does. */
export const linkQuestion = z.object({ token_hash: text });
/** `PUT user`. */
export const userChange = z.object({
  password: text.optional(),
  current_password: text.optional(),
  email: email.optional(),
});
/** `POST factors`: enrols an authenticator app; the name is shown only to its owner. */
export const factorEnrolment = z.object({ factor_type: text, friendly_name: z.string().max(60).optional() });
/** `POST factors/{id}/verify`: a code from the app. */
export const factorAnswer = z.object({ challenge_id: z.uuid(), code: z.string().max(20) });
/** `POST factors/recovery-codes/verify`. */
export const recoveryAnswer = z.object({ code: z.string().max(100) });
