/** The body of a chat request, fitted to what the model takes. Pure. */
import { REPLY_MAX_TOKENS, TEMPERATURE_DEFAULT } from '@understudy/contract/constants';
import type OpenAI from 'openai';
import type { ChatMessage } from './messages.ts';

/** How words are chosen, and how many. */
export interface Sampling {
  temperature?: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  maxTokens?: number;
  /** Whether the whole answer is to be one JSON object, where the server can be asked for that. */
  json?: boolean;
}

/**
 * Chat parameters of `model`. `plain` leaves out every option that a server may not know, for one that has refused a
 * request because of them; `usage` asks a stream for its figures, which a whole completion has anyway; `json` asks for
 * a JSON object in so many words of the protocol.
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
    // OpenAI's newer models refuse the older name of the limit, other servers do not know the newer one.
    if (provider === 'openai') body.max_completion_tokens = limit;
    else body.max_tokens = limit;
    return body;
  }
  if (provider === 'openai' && /^(o\d|gpt-[5-9])/.test(model)) {
    // These take no sampling options at all.
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

/** How little reasoning can be asked of `model`; null where the option is not taken. */
function lowestReasoning(provider: string, model: string): 'low' | 'none' | null {
  if (/gpt-oss/.test(model)) return 'low';
  // Groq alone lets Qwen 3 be told not to reason at all.
  if (provider === 'groq' && /qwen3/.test(model)) return 'none';
  return null;
}

const OPTIONS =
  /reasoning_effort|max_tokens|max_completion_tokens|temperature|top_p|presence_penalty|frequency_penalty/;

/** Whether an error answer gives neither a code nor a parameter for what it refuses. */
export function refusesWithoutReason(status: number, body: string): boolean {
  return mayRefuseOptions(status) && !/"(?:code|param)"\s*:\s*"/.test(body);
}

/** Whether a status is one with which servers refuse options that they do not know. */
function mayRefuseOptions(status: number): boolean {
  return status === 400 || status === 422;
}

/** Whether an error answer refuses to give a stream's figures. */
export function refusesUsage(status: number, body: string): boolean {
  return mayRefuseOptions(status) && /stream_options|include_usage/.test(body);
}

/** Whether an error answer refuses to be held to JSON, or its server failed at holding the model to it. */
export function refusesJson(status: number, body: string): boolean {
  return mayRefuseOptions(status) && /response_format|json_object|json_validate|json mode/i.test(body);
}

/** Whether an error answer refuses one of the options that a plain request leaves out. */
export function refusesOptions(status: number, body: string): boolean {
  return mayRefuseOptions(status) && OPTIONS.test(body);
}
