/** Whether and when to ask the same provider again. Pure; callers keep the loop. */
import type { ProviderError } from './provider-error.ts';

/** Retries only while they are cheap: a visitor is waiting, and the next provider is at hand. */
export interface RetrySettings {
  maxRetries: number;
  /** The wait is random between these, so that many visitors do not return at once. */
  minMs: number;
  maxMs: number;
  /** A provider that asks for a longer wait is skipped. */
  retryAfterMaxMs: number;
}

/** The default settings. */
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
