import type { Call } from './gateway.ts';
import { abortWhenGone } from './request-signal.ts';

/**
 * Has something read whole for a visitor or an administrator: taken from their limit, and behind whoever waits for the
 * same.
 * @throws AppError `rate_limited`
 */
export async function readWithinLimits<Result>(
  { context, reply }: Pick<Call, 'context' | 'reply'>,
  limitKey: string,
  read: () => Promise<Result>,
): Promise<Result> {
  await context.limits.take('session_readings', limitKey);
  const release = await context.readingSemaphore.acquire(abortWhenGone(reply));
  try {
    return await read();
  } finally {
    release();
  }
}
