import { collectEmail, emailAddress } from '@understudy/contract/calls';
import { emailProblem } from '@understudy/contract/email';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type GatewayFunctions, gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';

/** What the waitlist needs. */
interface WaitlistDeps {
  pool: Pool;
  limits: Pick<Limits, 'take'>;
  settings: OwnerSettings;
}

/** The functions of the landing page. */
export const waitlistFunctions = (deps: WaitlistDeps): GatewayFunctions => ({
  collect_email: collectEmailFunction(deps),
});

/** `collect_email`: the landing page's waitlist. */
const collectEmailFunction = ({ pool, limits, settings }: WaitlistDeps) =>
  gatewayFunction(collectEmail, async (body, { address }) => {
    if (!settings.get('visitor_page').waitlist) throw new AppError('forbidden', 'The waitlist is closed.');
    const email = body.email.trim();
    if (!email) throw new AppError('invalid_request', 'Please enter your email address to join the waitlist.');
    if (!emailAddress.safeParse(email).success) {
      throw new AppError('invalid_request', emailProblem(email) ?? 'That does not look like an email address.');
    }
    await limits.take('address_waitlist', address);
    const name = body.name?.trim().toWellFormed().replaceAll('\0', '') || null;
    await joinWaitlist(pool, { email, name, signupType: body.signup_type });
    return { success: true, message: `We will write to ${email} when early access opens.` };
  });

/**
 * Saves a signup. Repeating an address changes nothing and gets the same answer, so that the answer does not reveal
 * who is on the list.
 */
async function joinWaitlist(
  pool: Pool,
  signup: { email: string; name: string | null; signupType: string },
): Promise<void> {
  await pool.query(
    `INSERT INTO waitlist (email, email_normalised, name, signup_type) VALUES ($1, lower($1), $2, $3)
     ON CONFLICT (email_normalised) DO NOTHING`,
    [signup.email, signup.name, signup.signupType],
  );
}
