import type { FailureKind } from '@understudy/contract/monitoring';
import { failureKind, ProviderError } from './provider-error.ts';

/** Outcome of an admitted call. `null`: it says nothing about the provider's health. */
export type Outcome = ProviderError | 'success' | null;

/** A provider's health since this process started. */
export interface Health {
  /** Records a call's outcome. */
  note(outcome: Outcome): void;
  /** Connects a breaker, which tells whether it is open. */
  watch(isOpen: () => boolean): void;
  /** Whether a breaker is open, so that it is not called. */
  isResting(): boolean;
  /** The last failure, in a few words of our own without visitors' text, addresses or keys; null for none. */
  lastError(): { at: Date; problem: string } | null;
  /** Null if no call has succeeded. */
  lastSuccessAt(): Date | null;
  /** Since when it has refused our key or our credit has run out; null unless the last call failed that way. */
  refusedSince(): Date | null;
  /** How many calls have failed since the last one that succeeded, and since when; null for none. */
  failing(): { inARow: number; since: Date } | null;
  /** All calls so far, by their outcome. */
  counts: ReadonlyMap<'success' | FailureKind, number>;
}

/** A provider in its chain, to inspect and test. */
export interface ProviderLink {
  /** custom, groq, openai or embedded. */
  name: string;
  health: Health;
  /** Models that it is asked for, the default one first. */
  models(): string[];
  /**
   * Makes one small real request, whatever the breaker's state.
   *
   * @returns what came back, in a sentence
   * @throws ProviderError or VoiceError, whose message is a few words without keys
   */
  test(signal: AbortSignal): Promise<string>;
}

/** Creates the health of a provider of which nothing is known yet. */
export function createHealth(): Health {
  let error: { at: Date; problem: string } | null = null;
  let successAt: Date | null = null;
  let refusedAt: Date | null = null;
  let failing: { inARow: number; since: Date } | null = null;
  const counts = new Map<'success' | FailureKind, number>();
  const breakers: (() => boolean)[] = [];
  return {
    note(outcome) {
      if (outcome === null) return;
      const kind = outcome === 'success' ? outcome : failureKind(outcome.message);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (outcome === 'success') {
        successAt = new Date();
        refusedAt = null;
        failing = null;
        return;
      }
      error = { at: new Date(), problem: outcome.message };
      // A refused request says nothing about the provider.
      if (kind !== 'content_filtered')
        failing = { inARow: (failing?.inARow ?? 0) + 1, since: failing?.since ?? error.at };
      if (outcome.kind === 'provider_refused') refusedAt ??= error.at;
    },
    watch: (isOpen) => void breakers.push(isOpen),
    isResting: () => breakers.some((isOpen) => isOpen()),
    lastError: () => error,
    lastSuccessAt: () => successAt,
    refusedSince: () => refusedAt,
    failing: () => failing,
    counts,
  };
}

/**
 * What a failed call says of its provider. One that a time limit of ours ended was too slow; one that the caller gave
 * up says nothing.
 */
export function failureOf(provider: string, error: unknown): ProviderError | null {
  if (error instanceof ProviderError) return error;
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return isTimeout ? new ProviderError(provider, 'timeout', { cause: error }) : null;
}

/** Makes a call outside of the breaker, such as a test, and records its outcome. */
export async function noted<Result>(
  { name, health }: Pick<ProviderLink, 'name' | 'health'>,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await call();
    health.note('success');
    return result;
  } catch (error) {
    health.note(failureOf(name, error));
    throw error;
  }
}
