/**
 * A voice wrapped round voices: asks one after the other, and the last one speaks the sentence when none of them does in
 * time. Nothing is asked twice: while somebody listens, another voice now is better than the same one later.
 */
import { type BreakerSettings, callThrough, createBreaker, DEFAULT_BREAKER } from '../breaker.ts';
import { ProviderError } from '../provider-error.ts';
import { type Voice, VoiceError } from './port.ts';

/** For all providers of a sentence together (settled, part 2). */
const BUDGET_MS = 5_000;

/** For tests: other times than the usual. */
export interface VoiceFallbackOptions {
  breaker?: Partial<BreakerSettings>;
  budgetMs?: number;
}

/** @param last speaks when none of `voices` does; null where there is no such voice */
export function createVoiceFallback(
  voices: readonly { name: string; voice: Voice }[],
  last: Voice | null,
  { breaker, budgetMs = BUDGET_MS }: VoiceFallbackOptions = {},
): Voice {
  const links = voices.map((link) => ({ ...link, breaker: createBreaker({ ...DEFAULT_BREAKER, ...breaker }) }));
  return {
    async speak(request, signal, onNote) {
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
      if (!last) throw new VoiceError('no voice can speak now');
      return last.speak(request, signal, onNote);
    },
  };
}
