import { inTurn } from '../platform/in-turn.ts';
import type { Call } from './gateway.ts';
import { abortWhenGone } from './request-signal.ts';

/**
 * Reads a whole conversation for a visitor or an administrator, within their limit and behind others waiting for the
 * same.
 *
 * @throws AppError `rate_limited`
 */
export async function readWithinLimits<Result>(
  { context, reply }: Pick<Call, 'context' | 'reply'>,
  limitKey: string,
  read: () => Promise<Result>,
): Promise<Result> {
  await context.limits.take('session_readings', limitKey);
  return inTurn(context.readingQueue, abortWhenGone(reply), read);
}
