import { type Clock, pause } from '../../platform/clock.ts';
import { CallError } from '../../platform/http.ts';

/** The browser repeats its own failed speech call after 1 s and 2 s (specification, section 7). */
const RETRY_DELAYS_MS = [1_000, 2_000];

/**
 * Calls the server and retries after each delay while the failure is transient: no answer, or a server error. A refusal
 * is not retried.
 *
 * @throws the last call's error, immediately if the signal is aborted
 */
export async function callWithRetries<Answer>(
  clock: Clock,
  signal: AbortSignal,
  call: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (cause) {
      const delay = RETRY_DELAYS_MS[attempt];
      if (delay === undefined || signal.aborted || !mayPass(cause)) throw cause;
      await pause(clock, delay, signal);
      if (signal.aborted) throw cause;
    }
  }
}

function mayPass(cause: unknown): boolean {
  return cause instanceof CallError && (cause.status === 0 || cause.status >= 500);
}
