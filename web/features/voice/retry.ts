import { type Clock, pause } from '../../platform/clock.ts';
import { CallError } from '../../platform/http.ts';

/** The browser repeats its own failed speech call after 1 s and 2 s (specification, section 7). */
const RETRY_DELAYS_MS = [1_000, 2_000];

/**
 * Makes a call of our server, and again after each delay while it fails in a way that may pass: no answer came, or the
 * server is at fault. What it refuses, it would refuse again.
 *
 * @throws what the last call threw, at once when the signal is aborted
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
