import { type Breaker, type BreakerSettings, callThrough, createBreaker, DEFAULT_BREAKER } from '../breaker.ts';
import type { Health } from '../health.ts';
import type { CompletionParams, OpenAiCompatible } from './openai-compatible/create-openai-compatible.ts';
import type { ChatMessage } from './openai-compatible/request-body.ts';
import { ProviderError } from './port.ts';

/** The text of `{provider}_chat` for a failed call (section 8). */
export const CHAT_FAILED = 'Let me rephrase that thought...';
/** The text of `{provider}_chat` for an empty reply (section 8). */
export const CHAT_EMPTY = 'I need to think about that...';

/** A completion and its provider. */
interface Completion {
  text: string;
  /** As named in events: custom, groq, openai. */
  provider: string;
}

/**
 * Gets a whole completion for background work. Asks the providers in order, once each; callers retry later.
 *
 * @throws ProviderError of the last provider if all fail; the signal's reason once it is aborted
 */
export type Complete = (
  messages: ChatMessage[],
  params: Omit<CompletionParams, 'model'>,
  signal: AbortSignal,
) => Promise<Completion>;

/**
 * Creates whole completions from the configured providers; null without any, because the embedded twin writes nothing
 * but replies. Has breakers of its own, so that background work never disables a provider for visitors.
 */
export function createCompletions(
  links: readonly { name: string; model: Pick<OpenAiCompatible, 'complete'>; health?: Health }[],
  settings: Partial<BreakerSettings> = {},
): Complete | null {
  if (links.length === 0) return null;
  const guarded: { name: string; model: Pick<OpenAiCompatible, 'complete'>; breaker: Breaker }[] = links.map(
    (link) => ({
      ...link,
      breaker: createBreaker({ ...DEFAULT_BREAKER, ...settings }, link.health),
    }),
  );
  return async (messages, params, signal) => {
    let failure: ProviderError | null = null;
    for (const { name, model, breaker } of guarded) {
      try {
        return {
          text: await callThrough(breaker, name, () => model.complete(messages, params, signal)),
          provider: name,
        };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

/** The text of `{provider}_chat`. @param run makes the completion. Rejects only once the signal is aborted */
export async function chatText(run: () => Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return (await run()).trim() || CHAT_EMPTY;
  } catch (error) {
    if (signal.aborted) throw error;
    return CHAT_FAILED;
  }
}
