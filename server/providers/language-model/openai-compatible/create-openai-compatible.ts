/** Language model for any OpenAI-compatible chat server. */
import type { IncomingMessage } from 'node:http';
import type { ModelInfo } from '@understudy/contract/wire';
import { badResponse, networkError } from '../../openai-wire/errors.ts';
import { createTransport, readWhole, release, WIRE_MAX_BYTES, WireOverflow } from '../../openai-wire/transport.ts';
import { CONTENT_FILTERED } from '../../provider-error.ts';
import { type LanguageModel, type Metered, ProviderError, type ReplyChunk, type ReplyRequest } from '../port.ts';
import { type ChatCaller, createChatCaller, type OpenChat } from './chat-call.ts';
import { type CompletionStream, createCompletionStream, readCompletion } from './completion-stream.ts';
import { buildMessages, type ChatMessage } from './messages.ts';
import { createModelList } from './model-list.ts';
import type { Catalogue } from './models.ts';
import type { Sampling } from './request-body.ts';
import { CallEnded, DEFAULT_TIMEOUTS, type Timeouts, type Watch, watchCall } from './watch.ts';

/** One provider and its settings. */
export interface OpenAiCompatibleOptions {
  /** As named in function names and events: custom, groq, openai. */
  provider: string;
  baseUrl: string;
  apiKey: string | null;
  /** The only model to use, if the operator named one. */
  model?: string | null;
  /** Read on every call, so that edits of the twin's files take effect. */
  catalogue: () => Catalogue;
  timeouts?: Partial<Timeouts>;
}

/** Options of a plain completion, and who receives its usage. */
export type CompletionParams = Sampling & Metered & { model?: string };

/** A provider as the chain, the picker and `{provider}_chat` use it. */
export interface OpenAiCompatible extends LanguageModel {
  /**
   * A whole plain completion; empty if the model said nothing. Throws {@link ProviderError}; an aborted one rejects
   * with the signal's reason.
   */
  complete(messages: ChatMessage[], params: CompletionParams, signal: AbortSignal): Promise<string>;
  /** This provider's models in the picker. */
  listModels(): ModelInfo[];
  /** The id that answers if none is requested; null while unknown. */
  defaultModel(): string | null;
  /** Whether the catalogue or the provider has a model of this id. */
  knows(id: string): boolean;
  /** Reloads the provider's model list. */
  refreshModels(): Promise<void>;
  /** Ends background work and idle connections. */
  close(): void;
  /** Like `close`, but lets running calls finish: another provider has taken its place. */
  retire(): void;
}

/** Starts loading the provider's model list at once, unless one model is named. Call `close` when done. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): OpenAiCompatible {
  const { provider } = options;
  const timeouts: Timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const transport = createTransport({ ...options, connectMs: timeouts.connectMs });
  const models = createModelList({
    provider,
    named: options.model ?? null,
    catalogue: options.catalogue,
    fetchList: async () => {
      const exchange = transport.get('models');
      const timer = setTimeout(() => exchange.destroy(new CallEnded('timeout')), timeouts.firstTokenMs);
      try {
        const message = await exchange.answer;
        const body = await readWhole(message);
        return message.statusCode === 200 ? body : '';
      } finally {
        clearTimeout(timer);
      }
    },
  });
  const caller = createChatCaller(provider, transport, models);
  return {
    reply: (request, signal) => streamReply(provider, caller, timeouts, request, signal),
    complete: (messages, params, signal) => {
      const model = params.model ?? models.defaultModel() ?? options.catalogue().defaultModel;
      const ask = { model, messages, sampling: params, stream: false, onUsage: params.onUsage };
      return complete(provider, caller, timeouts, ask, signal);
    },
    listModels: models.listModels,
    defaultModel: models.defaultModel,
    knows: models.knows,
    refreshModels: models.refresh,
    close() {
      models.stop();
      transport.close();
    },
    retire() {
      models.stop();
      transport.retire();
    },
  };
}

async function* streamReply(
  provider: string,
  caller: ChatCaller,
  timeouts: Timeouts,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ReplyChunk> {
  const watch = watchCall(timeouts, signal);
  try {
    const { model, onUsage } = request;
    const ask = { model, messages: buildMessages(request), sampling: request, stream: true, onUsage };
    const open = await caller.open(ask, watch);
    if (isJson(open.message)) yield* wholeReply(provider, open, request);
    else yield* readReply(provider, open, request, watch, timeouts);
  } catch (error) {
    if (watch.cause === 'aborted') return;
    throw watch.cause ? new ProviderError(provider, watch.cause) : networkError(provider, error);
  } finally {
    watch.stop();
  }
}

/** Reads a streamed reply. Failures before the first word are thrown; later ones end it as not complete. */
async function* readReply(
  provider: string,
  open: OpenChat,
  request: ReplyRequest,
  watch: Watch,
  timeouts: Timeouts,
): AsyncGenerator<ReplyChunk> {
  const { message, model, notes, count } = open;
  const stream = createCompletionStream();
  let spoken = false;
  let trouble: ProviderError | null = null;
  try {
    for await (const text of readText(message, stream, watch)) {
      spoken = true;
      yield { kind: 'delta', text };
    }
    trouble = verdict(provider, stream, spoken);
  } catch (error) {
    if (watch.cause === 'aborted') return;
    // The reply had ended; only its stream was not closed.
    if (watch.cause === 'not closed') trouble = verdict(provider, stream, spoken);
    else trouble = watch.cause ? new ProviderError(provider, watch.cause) : networkError(provider, error);
  } finally {
    count(stream.usage, stream.bytes);
    // A connection whose reply has ended can be reused; any other is closed now.
    if (stream.done) release(message, timeouts.closeMs);
    else if (!message.readableEnded) message.destroy();
  }
  if (trouble && (!spoken || request.buffered)) throw trouble;
  if (trouble) notes.push({ kind: 'provider_bad_response', provider, reason: trouble.message, model });
  const complete = trouble === null && stream.finish !== null && stream.done;
  yield { kind: 'end', model, provider, knowledge: request.passages.map(({ id }) => id), complete, notes };
}

/** The visible text, one chunk per socket read, until the stream ends or no more of it is wanted. */
async function* readText(message: IncomingMessage, stream: CompletionStream, watch: Watch): AsyncGenerator<string> {
  let wire = 0;
  let tokens = 0;
  for await (const bytes of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    watch.busy();
    wire += bytes.length;
    stream.feed(wire > WIRE_MAX_BYTES ? bytes.subarray(0, Math.max(0, bytes.length - wire + WIRE_MAX_BYTES)) : bytes);
    const text = stream.take();
    if (text) yield text;
    if (stream.done || stream.fault || wire > WIRE_MAX_BYTES) break;
    if (stream.tokens > tokens) watch.token();
    tokens = stream.tokens;
    if (stream.finish !== null) watch.finishing();
    watch.waiting();
  }
  watch.busy();
  stream.close();
  const rest = stream.take();
  if (rest) yield rest;
  if (wire > WIRE_MAX_BYTES) throw new WireOverflow('answer too long');
}

/** What is wrong with a stream that has ended; null if nothing is. */
function verdict(provider: string, stream: CompletionStream, spoken: boolean): ProviderError | null {
  if (stream.fault === 'malformed') return badResponse(provider);
  if (stream.fault === 'too long') return badResponse(provider, 'reply too long');
  if (stream.fault === 'provider error') return new ProviderError(provider, 'error in the stream', { retryable: true });
  if (stream.finish === 'content_filter') return badResponse(provider, CONTENT_FILTERED);
  if (!spoken) return badResponse(provider, stream.finish || stream.done ? 'empty reply' : 'bad response');
  if (stream.finish !== null || stream.done) return null;
  return new ProviderError(provider, 'stream ended early', { retryable: true });
}

/** Handles a server that answers a streaming request with a whole completion. */
async function* wholeReply(provider: string, open: OpenChat, request: ReplyRequest): AsyncGenerator<ReplyChunk> {
  const text = await completionText(provider, open);
  if (text === '') throw badResponse(provider, 'empty reply');
  yield { kind: 'delta', text };
  const knowledge = request.passages.map(({ id }) => id);
  yield { kind: 'end', model: open.model, provider, knowledge, complete: true, notes: open.notes };
}

async function complete(
  provider: string,
  caller: ChatCaller,
  timeouts: Timeouts,
  ask: Parameters<ChatCaller['open']>[0],
  signal: AbortSignal,
): Promise<string> {
  // A whole completion shows no first token, so only the total limit applies.
  const watch = watchCall({ ...timeouts, firstTokenMs: timeouts.totalMs }, signal);
  try {
    return await completionText(provider, await caller.open(ask, watch));
  } catch (error) {
    if (watch.cause === 'aborted') throw signal.reason;
    throw watch.cause ? new ProviderError(provider, watch.cause) : networkError(provider, error);
  } finally {
    watch.stop();
  }
}

/** Reads a whole completion, and reports its usage however that ends. */
async function completionText(provider: string, { message, count }: OpenChat): Promise<string> {
  let completion: ReturnType<typeof readCompletion> = null;
  try {
    completion = readCompletion(await readWhole(message));
  } finally {
    count(completion?.usage ?? null, completion?.bytes ?? 0);
  }
  if (!completion) throw badResponse(provider);
  if (completion.finish === 'content_filter') throw badResponse(provider, CONTENT_FILTERED);
  return completion.text;
}

function isJson(message: IncomingMessage): boolean {
  return /^application\/(.+\+)?json\b/i.test(message.headers['content-type'] ?? '');
}
