import { CONTEXT_WINDOW_TOKENS, REPLY_MAX_TOKENS, TEMPERATURE_DEFAULT } from '@understudy/contract/constants';
import type OpenAI from 'openai';
import type { Line, ReplyRequest } from '../port.ts';

/** One message on the wire. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The usual estimate for English; a tokenizer for every model would cost more than it saves. */
const CHARS_PER_TOKEN = 4;

/** Names of optional parameters in a server's refusal. */
const OPTION_NAMES =
  /reasoning_effort|max_tokens|max_completion_tokens|temperature|top_p|presence_penalty|frequency_penalty/;

/** Replaces the visitor's words in turns that the twin takes by itself. */
const GREETING =
  '[The visitor has just opened the chat and has not said anything yet. Greet them in one or two short sentences, ' +
  'say that you are an AI, and ask one open question.]';
const PERFORMER_GREETING =
  '[The show begins and the audience has not said anything yet. Open it in two or three lively sentences, say ' +
  'that you are an AI, and draw the audience in with one question.]';
const FOLLOWUP =
  '[The visitor has been silent for a while. Say one or two short sentences that pick up the thread and make it ' +
  'easy to go on. Do not repeat yourself and do not mention the silence.]';
/** Asks for the rest of a reply that was cut off. */
const CONTINUE =
  '[Your reply was cut off after the words above. Go on right after the last of them, in the same sentence if it ' +
  'is not finished. Do not repeat any of them and say nothing about the interruption.]';

/**
 * The messages of a request for a reply: the system prompt, as much of the newest history as fits the context window,
 * and this turn. Pure.
 */
export function buildMessages(request: ReplyRequest): ChatMessage[] {
  const turn = turnText(request);
  const room = CONTEXT_WINDOW_TOKENS * CHARS_PER_TOKEN - turn.length - request.continueAfter.length;
  const messages: ChatMessage[] = [{ role: 'system', content: request.systemPrompt }];
  for (const line of newestLines(request.history, room)) {
    if (line.speaker === 'person') add(messages, 'user', saidByPerson(line));
    else add(messages, line.speaker === 'visitor' ? 'user' : 'assistant', line.text);
  }
  add(messages, 'user', turn);
  if (request.continueAfter) {
    add(messages, 'assistant', request.continueAfter);
    add(messages, 'user', CONTINUE);
  }
  return messages;
}

/**
 * A person's line. The wire has no role for a third party: these words are neither the visitor's nor the twin's, and
 * the frame says whose they are.
 */
const saidByPerson = ({ author, text }: Line): string =>
  `[${author ?? 'A person'} of the consultant's team, a person and not you, joined this chat and wrote to the ` +
  `visitor: ${JSON.stringify(text)}]`;

/** The turn's words, or the instruction that replaces them. */
function turnText(request: ReplyRequest): string {
  if (request.kind === 'followup') return FOLLOWUP;
  if (request.kind === 'greeting') return request.performer ? PERFORMER_GREETING : GREETING;
  return request.userMessage;
}

/**
 * The newest lines that fit, oldest first. Walks from the end, so that a long conversation costs no more than a short
 * one.
 */
function newestLines(history: Line[], room: number): Line[] {
  let first = history.length;
  let left = room;
  while (first > 0) {
    left -= history[first - 1]?.text.length ?? 0;
    if (left < 0) break;
    first -= 1;
  }
  return history.slice(first);
}

/** Adds a line, joined to one of the same role before it: some chat templates insist on alternating roles. */
function add(messages: ChatMessage[], role: ChatMessage['role'], content: string): void {
  const last = messages.at(-1);
  if (last?.role === role) last.content += `\n\n${content}`;
  else messages.push({ role, content });
}

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
 * The body of a chat request, adapted to the model. Pure.
 *
 * @param how.plain omits every option that a server may not know, for one that has refused a request because of them
 * @param how.usage asks a stream for its usage, which a whole completion has anyway
 * @param how.json requests a JSON object through the protocol's own option
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
  return mayRefuseOptions(status) && OPTION_NAMES.test(body);
}
