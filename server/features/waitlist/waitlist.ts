import { collectEmail, emailAddress } from '@understudy/contract/calls';
import { emailProblem } from '@understudy/contract/email';
import { acceptedTags, type Language, languageFor } from '@understudy/contract/languages';
import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type GatewayFunctions, gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { Mail } from '../mail/index.ts';

/** What the waitlist needs. */
interface WaitlistDeps {
  pool: Pool;
  limits: Pick<Limits, 'take'>;
  settings: OwnerSettings;
  mail: Pick<Mail, 'queueMail'>;
  nudgeJobs(): void;
}

/** The functions of the landing page. */
export const waitlistFunctions = (deps: WaitlistDeps): GatewayFunctions => ({
  collect_email: collectEmailFunction(deps),
});

/** `collect_email`: the landing page's waitlist. */
const collectEmailFunction = ({ pool, limits, settings, mail, nudgeJobs }: WaitlistDeps) =>
  gatewayFunction(collectEmail, async (body, { address, request }) => {
    if (!settings.get('visitor_page').waitlist) throw new AppError('forbidden', 'The waitlist is closed.');
    const email = body.email.trim();
    if (!email) throw new AppError('invalid_request', 'Please enter your email address to join the waitlist.');
    if (!emailAddress.safeParse(email).success) {
      throw new AppError('invalid_request', emailProblem(email) ?? 'That does not look like an email address.');
    }
    await limits.take('address_waitlist', address);
    const name = body.name?.trim().toWellFormed().replaceAll('\0', '') || null;
    const language = languageFor(acceptedTags(request.headers['accept-language'] ?? ''));
    await joinWaitlist(pool, mail, { email, name, signupType: body.signup_type, language });
    nudgeJobs();
    return { success: true, message: `We will write to ${email} when early access opens.` };
  });

/**
 * Saves a signup, and has it confirmed by mail. Repeating an address changes nothing and gets the same answer, so that
 * the answer does not reveal who is on the list.
 */
async function joinWaitlist(
  pool: Pool,
  mail: WaitlistDeps['mail'],
  signup: { email: string; name: string | null; signupType: string; language: Language },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO waitlist (email, email_normalised, name, signup_type) VALUES ($1, lower($1), $2, $3)
       ON CONFLICT (email_normalised) DO NOTHING RETURNING id`,
      [signup.email, signup.name, signup.signupType],
    );
    for (const { id } of rows) {
      const { email: to, name, language } = signup;
      await mail.queueMail(client, { template: 'waitlist', to, language, data: { name }, key: `waitlist:${id}` });
    }
  });
}

/** Deletes a signup, by the link in its mail. */
export async function leaveWaitlist(db: Queries, address: string): Promise<void> {
  await db.query('DELETE FROM waitlist WHERE email_normalised = lower($1)', [address]);
}
