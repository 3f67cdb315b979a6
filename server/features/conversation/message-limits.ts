import type { AppContext } from '../../app/context.ts';

/**
 * Takes one message from the limits of a session or an administrator. Daily messages of an address and of the site are
 * a budget that refuses nobody: see token-budgets.ts.
 *
 * @throws AppError `rate_limited`
 */
export async function takeMessageLimits({ limits }: AppContext, limitKey: string): Promise<void> {
  await limits.take('session_messages_minute', limitKey);
  await limits.take('session_messages_day', limitKey);
}
