import { collectEmail, emailAddress } from '@understudy/contract/calls';
import { emailProblem } from '@understudy/contract/email';
import { joinWaitlist } from '../../features/waitlist/waitlist.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { gatewayFunction } from '../gateway.ts';

/** `collect_email`: the landing page's waitlist. */
export const collectEmailFunction = gatewayFunction(collectEmail, async (body, { context, address }) => {
  const email = body.email.trim();
  if (!email) throw new AppError('invalid_request', 'Please enter your email address to join the waitlist.');
  if (!emailAddress.safeParse(email).success) {
    throw new AppError('invalid_request', emailProblem(email) ?? 'That does not look like an email address.');
  }
  await context.limits.take('address_waitlist', address);
  const name = body.name?.trim().toWellFormed().replaceAll('\0', '') || null;
  await joinWaitlist(context.pool, { email, name, signupType: body.signup_type });
  return { success: true, message: `We will write to ${email} when early access opens.` };
});
