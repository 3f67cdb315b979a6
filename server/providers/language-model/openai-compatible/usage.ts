/**
 * What a call used, in tokens. Pure.
 *
 * A provider's own figures count when they come with a reply that has ended. Everything else is an estimate and says
 * so: a stream that was cancelled, cut, timed out or ended without figures, and figures that are no token counts. The
 * estimate is a token for every four bytes of UTF-8, rounded up: the usual one for English, and close for scripts of
 * which a sign takes two or three bytes and about a token. To the prompt come four tokens a message for its frame.
 *
 * Which calls count: each that a provider began to answer with 200, retried and failed-over ones too, even where
 * nothing of it could be used, because the prompt was read by then; and each that was sent whole and given up while the
 * provider was at work, as its prompt. A refused request, one that failed before an answer began, and one that never
 * reached the provider count nothing: providers bill none of these.
 */
import type { TokenUsage } from '../port.ts';
import type { ChatMessage } from './messages.ts';

/** A call's own numbers. */
export type Tokens = Pick<TokenUsage, 'promptTokens' | 'completionTokens' | 'cachedTokens'>;

const BYTES_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 4;
/** No model on sale takes more in one call; a larger number is a mistake, and would be one in somebody's bill. */
const TOKENS_MAX = 10_000_000;

/** The provider's own figures; null when there are none or one of them is no count of tokens. */
export function readUsage(value: unknown): Tokens | null {
  if (typeof value !== 'object' || value === null) return null;
  const { prompt_tokens: prompt, completion_tokens: completion } = value as Record<string, unknown>;
  if (!isCount(prompt) || !isCount(completion)) return null;
  return { promptTokens: prompt, completionTokens: completion, cachedTokens: cachedOf(value, prompt) };
}

/** OpenAI and most others tell it among the details of the prompt, DeepSeek beside the figures. */
function cachedOf(value: object, prompt: number): number | null {
  const { prompt_tokens_details: details, prompt_cache_hit_tokens: hit } = value as Record<string, unknown>;
  const told = (details as { cached_tokens?: unknown } | null | undefined)?.cached_tokens ?? hit;
  return isCount(told) && told <= prompt ? told : null;
}

/** @param replyBytes UTF-8 bytes of the reply that have come, its reasoning too */
export function estimateUsage(messages: readonly ChatMessage[], replyBytes: number): Tokens {
  let bytes = 0;
  for (const { content } of messages) bytes += Buffer.byteLength(content);
  return {
    promptTokens: Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length,
    completionTokens: Math.ceil(replyBytes / BYTES_PER_TOKEN),
    cachedTokens: null,
  };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= TOKENS_MAX;
}
