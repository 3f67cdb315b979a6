/**
 * A voice that wraps others: asks one after the other, and the last speaks the sentence if none of them does in time.
 * There are no retries: while somebody listens, another voice now is better than the same one later.
 */
import { type BreakerSettings, callThrough, createBreaker, DEFAULT_BREAKER } from '../breaker.ts';
import type { Health } from '../health.ts';
import { ProviderError } from '../provider-error.ts';
import { type Speech, type Voice, VoiceError } from './port.ts';

/** For all providers of a sentence together: its words are on the screen and should not wait long for their sound. */
const BUDGET_MS = 5_000;
/** If a provider takes longer than this, the last voice may well have to speak. */
const SLOW_MS = 1_000;

/** Other times, for tests. */
export interface VoiceFallbackOptions {
  breaker?: Partial<BreakerSettings>;
  budgetMs?: number;
  slowMs?: number;
}

/** The last voice, which may take a while to load. */
type LastVoice = Voice & { warm(): void };

/**
 * @param last speaks if none of `voices` does, and starts loading once one of them is slow; null if there is no such
 * voice
 */
export function createVoiceFallback(
  voices: readonly { name: string; voice: Voice; health?: Health }[],
  last: LastVoice | null,
  { breaker, budgetMs = BUDGET_MS, slowMs = SLOW_MS }: VoiceFallbackOptions = {},
): Voice & { warm(): void } {
  const links = voices.map((link) => ({
    ...link,
    breaker: createBreaker({ ...DEFAULT_BREAKER, ...breaker }, link.health),
  }));
  let isLastNeeded = voices.length === 0;
  return {
    /** Loads the last voice if it is likely to speak. */
    warm() {
      if (isLastNeeded) last?.warm();
    },
    async speak(request, signal, onNote) {
      const slow = setTimeout(() => last?.warm(), slowMs);
      try {
        const speech = await askLinks(request, signal, onNote);
        isLastNeeded = speech === null;
        if (speech) return speech;
      } finally {
        clearTimeout(slow);
      }
      if (!last) throw new VoiceError('no voice can speak now');
      return last.speak(request, signal, onNote);
    },
  };

  /** Null if none of them speaks in time. */
  async function askLinks(...[request, signal, onNote]: Parameters<Voice['speak']>): Promise<Speech | null> {
    const budget = AbortSignal.timeout(budgetMs);
    for (const link of links) {
      if (budget.aborted) break;
      const within = AbortSignal.any([signal, budget]);
      try {
        return await callThrough(link.breaker, link.name, () => link.voice.speak(request, within));
      } catch (error) {
        signal.throwIfAborted();
        const reason = budget.aborted ? 'timeout' : error instanceof ProviderError ? error.message : 'failed';
        onNote?.({ kind: 'provider_fell_back', provider: link.name, reason });
      }
    }
    signal.throwIfAborted();
    return null;
  }
}
