/** Circuit breaker for providers. `cockatiel` keeps the state; the rules for opening are here. */
import { CircuitState, circuitBreaker, handleWhen, type IBreaker } from 'cockatiel';
import { traced } from '../platform/telemetry/tracing.ts';
import { failureOf, type Health, type Outcome } from './health.ts';
import { CONTENT_FILTERED, ProviderError } from './provider-error.ts';

/** A few failures in a row mean an outage; one attempt every so often is enough to notice its end. */
export interface BreakerSettings {
  /** Consecutive failures that open it. */
  consecutive: number;
  /** Share of failures within `windowMs` that opens it, given at least `minimumCalls` calls. */
  share: number;
  minimumCalls: number;
  windowMs: number;
  /** How long it stays open before one call may try again. */
  halfOpenAfterMs: number;
}

/** The defaults: quick enough that fifty visitors do not wait for a provider that is down. */
export const DEFAULT_BREAKER: BreakerSettings = {
  consecutive: 5,
  share: 0.5,
  minimumCalls: 10,
  windowMs: 30_000,
  halfOpenAfterMs: 15_000,
};

/** Decides whether a provider may be called. */
export interface Breaker {
  /** Admits a call; null while open, or while another call is trying. Never waits. */
  admit(): Admission | null;
}

/** An admitted call, which reports its outcome. */
export interface Admission {
  /** The first token has arrived, which proves that the provider is back. */
  spoke(): void;
  /** The first outcome counts. */
  ended(outcome: Outcome): void;
}

/**
 * Makes one call that is answered as a whole, if the breaker admits it, and reports its outcome to the breaker.
 *
 * @throws ProviderError if the circuit is open; otherwise what the call throws
 */
export async function callThrough<Result>(
  breaker: Breaker,
  provider: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const admission = breaker.admit();
  if (!admission) throw new ProviderError(provider, 'circuit open');
  try {
    const result = await traced(`call ${provider}`, call, { kind: 'client' });
    admission.ended('success');
    return result;
  } catch (error) {
    admission.ended(failureOf(provider, error));
    throw error;
  }
}

/** Number of buckets in the window, so that a busy site keeps no list of its calls. */
const SLOTS = 30;

/** The error of a call whose outcome says nothing. */
class Unknown extends Error {}

/**
 * A breaker for one provider, closed at first. Refusals that are the request's fault do not count as failures.
 *
 * @param health receives each outcome
 */
export function createBreaker(settings: BreakerSettings = DEFAULT_BREAKER, health?: Health): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && isUnhealthy(error)),
    { halfOpenAfter: settings.halfOpenAfterMs, breaker: createFailureCounter(settings) },
  );

  health?.watch(() => policy.state !== CircuitState.Closed);

  function admit(): Admission | null {
    // cockatiel would make other calls wait while one call tries.
    if (policy.state === CircuitState.HalfOpen) return null;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let admitted = false;
    const run = policy.execute(() => {
      admitted = true;
      return promise;
    });
    run.catch(() => {});
    // cockatiel calls the function before it first awaits, or not at all if the circuit is open.
    if (!admitted) return null;
    const trying = policy.state !== CircuitState.Closed;
    let isOver = false;
    return {
      spoke: () => {
        if (trying) resolve();
      },
      ended: (outcome) => {
        if (isOver) return;
        isOver = true;
        health?.note(outcome);
        if (outcome === 'success') resolve();
        else reject(outcome ?? new Unknown());
      },
    };
  }

  return { admit };
}

/** Whether an error is due to the provider rather than to this one request. */
function isUnhealthy(error: ProviderError): boolean {
  return ![400, 404, 413, 422].includes(error.status) && error.message !== CONTENT_FILTERED;
}

/**
 * Opens after consecutive failures or at a share of failures. cockatiel's own sampling breaker forgets old calls only
 * when new ones displace them, so a quiet site would be judged by failures of an hour ago.
 */
function createFailureCounter({ consecutive, share, minimumCalls, windowMs }: BreakerSettings): IBreaker {
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
