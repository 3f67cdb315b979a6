/** Whether and when the same provider is asked again. Pure; who asks keeps the loop. */
import type { ProviderError } from './provider-error.ts';

/** One more try, and only where it is cheap: a visitor is waiting, and the next provider is as near. */
export interface RetrySettings {
  maxRetries: number;
  /** The wait is anywhere between these, so that many visitors do not come back at once. */
  minMs: number;
  maxMs: number;
  /** A provider that asks for a longer wait than this is left at once. */
  retryAfterMaxMs: number;
}

/** The figures of that row. */
export const DEFAULT_RETRY: RetrySettings = { maxRetries: 2, minMs: 250, maxMs: 2_000, retryAfterMaxMs: 5_000 };

/** Milliseconds to wait before asking again; null to go on to the next provider. */
export function retryDelay(
  error: ProviderError,
  retries: number,
  remainingMs: number,
  settings: RetrySettings = DEFAULT_RETRY,
  random: () => number = Math.random,
): number | null {
  if (!error.retryable || retries >= settings.maxRetries) return null;
  if (error.retryAfterMs !== null && error.retryAfterMs > settings.retryAfterMaxMs) return null;
  const delay = error.retryAfterMs ?? settings.minMs + random() * (settings.maxMs - settings.minMs);
  return delay < remainingMs ? delay : null;
}
