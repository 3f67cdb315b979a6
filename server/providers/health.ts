/** How each provider of a chain has done lately: recorded where its breaker hears of it, in one place for all kinds. */
import type { Outcome } from './breaker.ts';
import { ProviderError } from './provider-error.ts';

/** How a provider has done since this process began. */
export interface Health {
  /** Hears how a call went, as a breaker does. */
  note(outcome: Outcome): void;
  /** A breaker says whether it is open. */
  watch(isOpen: () => boolean): void;
  /** Whether a breaker leaves it alone for now. */
  isResting(): boolean;
  /** The problem is a few words of ours, without visitor's text, address or key. */
  lastError(): { at: Date; problem: string } | null;
  lastSuccessAt(): Date | null;
  /** Since when it refuses our key, or has no credit left for us; null unless that was so the last time. */
  refusedSince(): Date | null;
}

/** A provider in its chain, to be looked at and tried. */
export interface ProviderLink {
  /** custom, groq, openai or embedded. */
  name: string;
  health: Health;
  /** Models that it is asked for, the usual one first. */
  models(): string[];
  /**
   * One real, small request, whatever the breaker says.
   * @returns what came back, in a sentence
   * @throws ProviderError or VoiceError, whose message is a few words without keys
   */
  test(signal: AbortSignal): Promise<string>;
}

/** Nothing is known at first. */
export function createHealth(): Health {
  let error: { at: Date; problem: string } | null = null;
  let successAt: Date | null = null;
  let refusedAt: Date | null = null;
  const breakers: (() => boolean)[] = [];
  return {
    note(outcome) {
      if (outcome === null) return;
      if (outcome === 'success') {
        successAt = new Date();
        refusedAt = null;
        return;
      }
      error = { at: new Date(), problem: outcome.message };
      if (outcome.kind === 'provider_refused') refusedAt ??= error.at;
    },
    watch: (isOpen) => void breakers.push(isOpen),
    isResting: () => breakers.some((isOpen) => isOpen()),
    lastError: () => error,
    lastSuccessAt: () => successAt,
    refusedSince: () => refusedAt,
  };
}

/** Makes a request of a test and notes how it went. */
export async function noted<Result>(health: Health, call: () => Promise<Result>): Promise<Result> {
  try {
    const result = await call();
    health.note('success');
    return result;
  } catch (error) {
    health.note(error instanceof ProviderError ? error : null);
    throw error;
  }
}
