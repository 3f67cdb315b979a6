/** The body of a chat request, adapted to the model. Pure. */
import { REPLY_MAX_TOKENS, TEMPERATURE_DEFAULT } from '@understudy/contract/constants';
import type OpenAI from 'openai';
import type { ChatMessage } from './messages.ts';

/** Sampling parameters and length limit. */
export interface Sampling {
  temperature?: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  maxTokens?: number;
  /** Requests a single JSON object, if the server supports it. */
  json?: boolean;
}

/**
 * Chat parameters of `model`. `plain` omits every option that a server may not know, for one that has refused a request
 * because of them. `usage` asks a stream for its usage figures, which a whole completion has anyway. `json` requests a
 * JSON object through the protocol's own option.
 */
export function buildBody(
  provider: string,
  model: string,
  messages: ChatMessage[],
  sampling: Sampling,
  how: { stream: boolean; plain: boolean; usage: boolean; json?: boolean },
): OpenAI.ChatCompletionCreateParams {
  const limit = sampling.maxTokens ?? REPLY_MAX_TOKENS;
  const body: OpenAI.ChatCompletionCreateParams = { model, messages, stream: how.stream };
  if (how.stream && how.usage) body.stream_options = { include_usage: true };
  if (how.json) body.response_format = { type: 'json_object' };
  if (how.plain) {
    // OpenAI's newer models refuse the older name of the limit; other servers do not know the newer one.
    if (provider === 'openai') body.max_completion_tokens = limit;
    else body.max_tokens = limit;
    return body;
  }
  if (provider === 'openai' && /^(o\d|gpt-[5-9])/.test(model)) {
    // These models accept no sampling options.
    body.max_completion_tokens = limit;
    body.reasoning_effort = 'low';
    return body;
  }
  body.max_tokens = limit;
  body.temperature = sampling.temperature ?? TEMPERATURE_DEFAULT;
  if (sampling.topP !== undefined) body.top_p = sampling.topP;
  if (sampling.presencePenalty !== undefined) body.presence_penalty = sampling.presencePenalty;
  if (sampling.frequencyPenalty !== undefined) body.frequency_penalty = sampling.frequencyPenalty;
  const effort = lowestReasoning(provider, model);
  if (effort) body.reasoning_effort = effort;
  return body;
}

/** The lowest reasoning effort that `model` accepts; null if it does not take the option. */
function lowestReasoning(provider: string, model: string): 'low' | 'none' | null {
  if (/gpt-oss/.test(model)) return 'low';
  // Only Groq can turn off Qwen 3's reasoning.
  if (provider === 'groq' && /qwen3/.test(model)) return 'none';
  return null;
}

const OPTIONS =
  /reasoning_effort|max_tokens|max_completion_tokens|temperature|top_p|presence_penalty|frequency_penalty/;

/** Whether an error response gives neither a code nor a parameter for what it refuses. */
export function refusesWithoutReason(status: number, body: string): boolean {
  return mayRefuseOptions(status) && !/"(?:code|param)"\s*:\s*"/.test(body);
}

/** Whether servers use this status to refuse unknown options. */
function mayRefuseOptions(status: number): boolean {
  return status === 400 || status === 422;
}

/** Whether an error response refuses to report a stream's usage. */
export function refusesUsage(status: number, body: string): boolean {
  return mayRefuseOptions(status) && /stream_options|include_usage/.test(body);
}

/** Whether an error response refuses JSON mode, or the server failed to keep the model to it. */
export function refusesJson(status: number, body: string): boolean {
  return mayRefuseOptions(status) && /response_format|json_object|json_validate|json mode/i.test(body);
}

/** Whether an error response refuses one of the options that a plain request omits. */
export function refusesOptions(status: number, body: string): boolean {
  return mayRefuseOptions(status) && OPTIONS.test(body);
}
