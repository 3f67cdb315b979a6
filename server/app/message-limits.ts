import type { AppContext } from './context.ts';

/**
 * Takes one message from the limits of a session or an administrator, and counts it for the site's day. A day that is
 * full refuses nobody: the embedded twin answers then (see token-budgets.ts).
 * @throws AppError `rate_limited`
 */
export async function takeMessageLimits(context: AppContext, limitKey: string): Promise<void> {
  await context.limits.take('session_messages_minute', limitKey);
  await context.limits.take('session_messages_day', limitKey);
  context.totals.add('messages');
}
