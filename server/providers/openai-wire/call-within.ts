import type { IncomingMessage } from 'node:http';
import { ProviderError } from '../provider-error.ts';
import { networkError } from './errors.ts';
import type { Exchange } from './transport.ts';

/** Why a call was ended from here. */
class CallCut extends Error {}

/**
 * One call that is answered whole within a time limit. Aborting the signal or the end of the time closes the
 * connection.
 *
 * @param begin sends the request
 * @param read reads the answer; what it throws besides a {@link ProviderError} is taken for a broken connection
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
    // What went wrong is thrown below; an answer that comes all the same is not read.
    exchange.answer.then((message) => message.destroy()).catch(() => undefined);
    signal.throwIfAborted();
    throw timedOut ? new ProviderError(provider, 'timeout', { retryable: true }) : networkError(provider, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cut);
  }
}
