import { AppError } from '../platform/http/app-error.ts';
import type { AppContext } from './context.ts';

const DAY_MS = 86_400_000;

/**
 * Takes one message from the session's limits and from the site's daily budget.
 * @throws AppError `rate_limited`
 */
export async function takeMessageLimits(context: AppContext, sessionId: string): Promise<void> {
  if (context.totals.today('messages') >= context.siteMessagesPerDay) {
    throw new AppError('rate_limited', 'The twin has talked as much as it may today. Please come back tomorrow.', {
      retryAfterMs: DAY_MS - (Date.now() % DAY_MS),
    });
  }
  await context.limits.take('session_messages_minute', sessionId);
  await context.limits.take('session_messages_day', sessionId);
  context.totals.add('messages');
}
