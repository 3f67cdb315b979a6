/** Stops asking a provider that keeps failing. `cockatiel` holds the states; when to open is decided here. */
import { CircuitState, circuitBreaker, handleWhen, type IBreaker } from 'cockatiel';
import type { Health } from './health.ts';
import { CONTENT_FILTERED, ProviderError } from './provider-error.ts';

/** A few failures in a row are an outage; one look every so often is enough to notice its end. */
export interface BreakerSettings {
  /** Failures in a row that open it. */
  consecutive: number;
  /** Share of failures that opens it, among the calls of `windowMs`, when they are at least `minimumCalls`. */
  share: number;
  minimumCalls: number;
  windowMs: number;
  /** How long it stays open before one call may try again. */
  halfOpenAfterMs: number;
}

/** As used: so quick that fifty visitors do not wait for a provider that is down. */
export const DEFAULT_BREAKER: BreakerSettings = {
  consecutive: 5,
  share: 0.5,
  minimumCalls: 10,
  windowMs: 30_000,
  halfOpenAfterMs: 15_000,
};

/** How a call that was let through went. `null`: nothing can be said of the provider's health. */
export type Outcome = ProviderError | 'success' | null;

/** Decides whether a provider is asked at all. */
export interface Breaker {
  /** Lets a call through; null while open or while another call is trying. Never waits. */
  admit(): Admission | null;
}

/** A call that was let through and says how it goes. */
export interface Admission {
  /** The first word has come: enough for a call that tries whether the provider is back. */
  spoke(): void;
  ended(outcome: Outcome): void;
}

/**
 * Makes one call that is answered whole, if the breaker lets it through, and tells the breaker how it went.
 * @throws ProviderError when the circuit is open; otherwise what the call throws
 */
export async function callThrough<Result>(
  breaker: Breaker,
  provider: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const admission = breaker.admit();
  if (!admission) throw new ProviderError(provider, 'circuit open');
  try {
    const result = await call();
    admission.ended('success');
    return result;
  } catch (error) {
    admission.ended(error instanceof ProviderError ? error : null);
    throw error;
  }
}

/** Into how many stretches the window is counted, so that a busy site keeps no list of its calls. */
const SLOTS = 30;

/** What a call ends with of which nothing can be said. */
class Unknown extends Error {}

/**
 * A breaker for one provider, closed at first. Refusals that are the request's own fault do not count against it.
 * @param health hears of each outcome
 */
export function createBreaker(settings: BreakerSettings = DEFAULT_BREAKER, health?: Health): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && isUnhealthy(error)),
    { halfOpenAfter: settings.halfOpenAfterMs, breaker: createJudge(settings) },
  );

  health?.watch(() => policy.state !== CircuitState.Closed);

  function admit(): Admission | null {
    // While one call tries, cockatiel would make the others wait for it.
    if (policy.state === CircuitState.HalfOpen) return null;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let admitted = false;
    const run = policy.execute(() => {
      admitted = true;
      return promise;
    });
    run.catch(() => {});
    // cockatiel calls the function before it first waits, or does not call it because the circuit is open.
    if (!admitted) return null;
    const trying = policy.state !== CircuitState.Closed;
    return {
      spoke: () => {
        if (trying) resolve();
      },
      ended: (outcome) => {
        health?.note(outcome);
        if (outcome === 'success') resolve();
        else reject(outcome ?? new Unknown());
      },
    };
  }

  return { admit };
}

/** Whether an error says something of the provider rather than of this one request. */
export function isUnhealthy(error: ProviderError): boolean {
  return ![400, 404, 413, 422].includes(error.status) && error.message !== CONTENT_FILTERED;
}

/**
 * Opens at failures in a row or at a share of failures. cockatiel's own sampling breaker forgets old calls only when
 * new ones push them out, so a quiet site would be judged by failures of an hour ago.
 */
function createJudge({ consecutive, share, minimumCalls, windowMs }: BreakerSettings): IBreaker {
  let inARow = 0;
  let slots: { since: number; calls: number; failures: number }[] = [];
  const record = (failed: boolean) => {
    const now = Date.now();
    let slot = slots.at(-1);
    if (!slot || now - slot.since >= windowMs / SLOTS) {
      slots = slots.filter(({ since }) => now - since < windowMs);
      slot = { since: now, calls: 0, failures: 0 };
      slots.push(slot);
    }
    slot.calls += 1;
    if (failed) slot.failures += 1;
  };
  return {
    state: null,
    success() {
      inARow = 0;
      record(false);
    },
    failure() {
      inARow += 1;
      record(true);
      const calls = slots.reduce((sum, slot) => sum + slot.calls, 0);
      const failures = slots.reduce((sum, slot) => sum + slot.failures, 0);
      return inARow >= consecutive || (calls >= minimumCalls && failures >= share * calls);
    },
  };
}
