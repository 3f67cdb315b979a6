import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // Aborted: the caller checks the signal.
  }
}
