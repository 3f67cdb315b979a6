/**
 * Usage of a call, in tokens. Pure.
 *
 * A provider's own figures count if they come with a reply that has ended. Everything else is an estimate and marked as
 * such: streams that were cancelled, cut, timed out or ended without figures, and figures that are not token counts.
 * The estimate is one token per four bytes of UTF-8, rounded up: usual for English, and close for scripts whose
 * characters take two or three bytes and about one token. The prompt adds four tokens per message for its frame.
 *
 * Counted are all calls that a provider began to answer with 200, including retried and failed-over ones and those with
 * an unusable response, because the prompt was read by then. Calls that were sent completely and abandoned while the
 * provider was at work count as their prompt. Calls that were refused, failed before a response began, or never reached
 * the provider count as nothing: providers bill none of these.
 */
import type { TokenUsage } from '../port.ts';
import type { ChatMessage } from './request-body.ts';

/** Token counts of one call. */
export type Tokens = Pick<TokenUsage, 'promptTokens' | 'completionTokens' | 'cachedTokens'>;

const BYTES_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 4;
/** No model on sale takes more in one call. A larger number is an error, and would spoil the cost figures. */
const MAX_TOKENS = 10_000_000;

/** The provider's own figures; null if missing or not token counts. */
export function readUsage(value: unknown): Tokens | null {
  if (typeof value !== 'object' || value === null) return null;
  const { prompt_tokens: prompt, completion_tokens: completion } = value as Record<string, unknown>;
  if (!isCount(prompt) || !isCount(completion)) return null;
  return { promptTokens: prompt, completionTokens: completion, cachedTokens: cachedOf(value, prompt) };
}

/**
 * Cached prompt tokens; null if unknown. OpenAI and most others report them in a detail, DeepSeek beside the figures.
 */
function cachedOf(value: object, prompt: number): number | null {
  const { prompt_tokens_details: details, prompt_cache_hit_tokens: hit } = value as Record<string, unknown>;
  const cached = (details as { cached_tokens?: unknown } | null | undefined)?.cached_tokens ?? hit;
  return isCount(cached) && cached <= prompt ? cached : null;
}

/** Estimates the usage of a call. @param replyBytes UTF-8 bytes of the reply received, including its reasoning */
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
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS;
}
