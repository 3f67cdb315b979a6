import type { IncomingMessage } from 'node:http';
import { ProviderError } from '../provider-error.ts';
import { networkError } from './errors.ts';
import type { Exchange } from './transport.ts';

/** Why this side ended a call. */
class CallCut extends Error {}

/**
 * Makes one call that is answered as a whole within a time limit. An aborted signal or the timeout closes the
 * connection.
 *
 * @param begin sends the request
 * @param read reads the response; any error other than a {@link ProviderError} counts as a broken connection
 * @throws ProviderError, or the signal's reason
 */
export async function callWithin<Result>(
  provider: string,
  timeoutMs: number,
  signal: AbortSignal,
  begin: () => Exchange,
  read: (message: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const exchange = begin();
  let timedOut = false;
  const cut = () => exchange.destroy(new CallCut());
  const timer = setTimeout(() => {
    timedOut = true;
    cut();
  }, timeoutMs);
  signal.addEventListener('abort', cut, { once: true });
  try {
    return await read(await exchange.answer);
  } catch (error) {
    // The error is thrown below; a response that arrives anyway is not read.
    exchange.answer.then((message) => message.destroy()).catch(() => undefined);
    signal.throwIfAborted();
    throw timedOut ? new ProviderError(provider, 'timeout', { retryable: true }) : networkError(provider, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cut);
  }
}
