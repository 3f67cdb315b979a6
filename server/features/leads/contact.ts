/** Functions by which a visitor leaves an address. */
import { collectEmail, emailAddress, requestCall } from '@understudy/contract/calls';
import { emailProblem } from '@understudy/contract/email';
import type { RequestedCall } from '@understudy/contract/leads';
import type { RequestCallAnswer } from '@understudy/contract/wire';
import type { AppContext } from '../../app/context.ts';
import { gatewayFunction } from '../../app/gateway.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isBlank } from '../../platform/text/visible.ts';
import { NOTE_ASKS_JOB, saveAnalysis } from '../conversation/analysis-rows.ts';
import { authenticate } from '../conversation/authenticate.ts';
import { normaliseVisitorText } from '../conversation/visitor-text.ts';
import { dayIn } from '../understanding/parsers/day.ts';
import { joinWaitlist } from '../waitlist/waitlist.ts';
import { saveCallRequest } from './after/save-items.ts';

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

/** The visitor typed the address themselves, so it counts as one that they told. */
async function understand({ analyses, pool }: AppContext, sessionId: string, call: RequestedCall): Promise<void> {
  const { row, events } = await analyses.typed(sessionId, call);
  try {
    await saveAnalysis(pool, row, events);
  } catch (error) {
    // The call is stored: rereading the conversation finds what it says of the visitor.
    analyses.forget(sessionId);
    throw error;
  }
}

/**
 * `request_call`: a request for a call, until calls can be booked; an action item with the visitor's preferred time.
 */
export const requestCallFunction = gatewayFunction(requestCall, async (body, { context }) => {
  const { session } = await authenticate(context, body);
  await context.limits.take('session_events', session.id);
  const { email: write } = context.twin().persona.contact;
  if (!session.consent) {
    throw new AppError('not_kept', `This conversation is not kept, so no call can be noted. Please write to ${write}.`);
  }
  const wished = normaliseVisitorText(body.wished_time);
  if (isBlank(wished)) throw new AppError('invalid_request', 'The field "wished_time" does not fit: it is empty.');
  const day = await dayIn(wished, new Date(), context.settings.get('hours').time_zone);
  const call = { wished_time: wished, due_date: day, email: body.email };
  await saveCallRequest(context.pool, session.id, call, NOTE_ASKS_JOB);
  await understand(context, session.id, call);
  context.nudgeJobs();
  const answer: RequestCallAnswer = { success: true, due_date: day };
  return answer;
});
