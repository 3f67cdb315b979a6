import type { IncomingMessage } from 'node:http';
import type { ModelInfo } from '@understudy/contract/wire';
import {
  badResponse,
  createTransport,
  type Exchange,
  MAX_WIRE_BYTES,
  networkError,
  readWhole,
  release,
  saysModelIsGone,
  statusError,
  type Transport,
  WireOverflow,
} from '../../openai-wire/transport.ts';
import { CONTENT_FILTERED } from '../../provider-error.ts';
import {
  type LanguageModel,
  type Metered,
  ProviderError,
  type ProviderNote,
  type ReplyChunk,
  type ReplyRequest,
} from '../port.ts';
import { type CompletionStream, createCompletionStream, readCompletion } from './completion-stream.ts';
import { type Catalogue, createModelList, type ModelList } from './models.ts';
import {
  buildBody,
  buildMessages,
  type ChatMessage,
  refusesJson,
  refusesOptions,
  refusesUsage,
  refusesWithoutReason,
  type Sampling,
} from './request-body.ts';
import { estimateUsage, type Tokens } from './usage.ts';
import { CallEnded, DEFAULT_TIMEOUTS, type Timeouts, type Watch, watchCall } from './watch.ts';

/** Requests completions from one provider, up to the headers of a successful response. */
interface ChatCaller {
  /** Throws a {@link ProviderError}, or {@link CallEnded} if the watch ended the call. */
  open(ask: ChatRequest, watch: Watch): Promise<OpenResponse>;
}

/** A request for a completion. */
interface ChatRequest extends Metered {
  model: string;
  messages: ChatMessage[];
  sampling: Sampling;
  stream: boolean;
}

/** A response whose headers have arrived. */
interface OpenResponse {
  message: IncomingMessage;
  /** The model id that was requested in the end. */
  model: string;
  notes: ProviderNote[];
  /**
   * Reports the call's usage; call it once, when nothing more of the response is read.
   *
   * @param own the provider's own figures, if any
   * @param replyBytes UTF-8 bytes of the reply received
   */
  count(own: Tokens | null, replyBytes: number): void;
}

/** Maximum number of requests per turn: each replaced model or refused option costs one, without a wait. */
const MAX_REQUESTS = 6;

/** Creates a caller that replaces retired models and omits options that a model has refused, and remembers both. */
function createChatCaller(provider: string, transport: Transport, models: ModelList): ChatCaller {
  /** Models that have refused an optional parameter, so that later turns omit them at once. */
  const plain = new Set<string>();
  /** Whether a model's streams can report usage, as far as known. */
  const reportsUsage = new Map<string, boolean>();
  /** Models without a JSON mode; the request's wording asks for JSON anyway. */
  const withoutJson = new Set<string>();

  /** Reports the usage of a call of `model` whose response has begun or is abandoned. */
  const countOf = (request: ChatRequest, model: string) => (own: Tokens | null, replyBytes: number) =>
    request.onUsage?.({
      provider,
      model,
      ...(own ?? estimateUsage(request.messages, replyBytes)),
      estimated: own === null,
    });

  /** Waits for the headers. Counts a call that this side ended after it was sent. */
  async function headOf(exchange: Exchange, watch: Watch, count: OpenResponse['count']): Promise<IncomingMessage> {
    try {
      return await exchange.answer;
    } catch (error) {
      if (watch.cause && exchange.sent()) count(null, 0);
      throw error;
    }
  }

  async function open(request: ChatRequest, watch: Watch): Promise<OpenResponse> {
    /** The model just asked without usage. A success then shows that it cannot report it. */
    let withoutUsage: string | null = null;
    for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
      const model = await models.resolve(request.model);
      if (model === null) throw new ProviderError(provider, 'no model to ask for');
      const usage = request.stream && reportsUsage.get(model) !== false && withoutUsage !== model;
      const json = request.sampling.json === true && !withoutJson.has(model);
      const how = { stream: request.stream, plain: plain.has(model), usage, json };
      const exchange = transport.post(
        'chat/completions',
        buildBody(provider, model, request.messages, request.sampling, how),
      );
      watch.onEnd(exchange.destroy);
      const count = countOf(request, model);
      const message = await headOf(exchange, watch, count);
      const status = message.statusCode ?? 0;
      if (status === 200) {
        if (request.stream) reportsUsage.set(model, usage);
        return { message, model, notes: replacedNote(provider, request.model, model), count };
      }
      const body = await readWhole(message);
      if (saysModelIsGone(status, body)) {
        if (models.retire(model, request.model)) continue;
        throw new ProviderError(provider, 'model not found', { status });
      }
      if (usage && refusesUsage(status, body)) {
        withoutUsage = model;
        continue;
      }
      if (json && refusesJson(status, body)) {
        withoutJson.add(model);
        continue;
      }
      if (refusesOptions(status, body) && !plain.has(model)) {
        plain.add(model);
        continue;
      }
      // Not every server says what it refuses; one that has accepted the option before did not refuse that.
      if (usage && !reportsUsage.has(model) && refusesWithoutReason(status, body)) {
        withoutUsage = model;
        continue;
      }
      throw status < 400 ? badResponse(provider) : statusError(provider, status, message.headers);
    }
    throw new ProviderError(provider, 'model not found', { status: 404 });
  }

  return {
    async open(request, watch) {
      try {
        return await open(request, watch);
      } catch (error) {
        throw watch.cause ? new CallEnded(watch.cause) : networkError(provider, error);
      }
    },
  };
}

/** A note if another model answers than was requested. */
function replacedNote(provider: string, asked: string, model: string): ProviderNote[] {
  return asked === model ? [] : [{ kind: 'model_replaced', provider, reason: 'not served', model }];
}

/** One provider and its settings. */
interface OpenAiCompatibleOptions {
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

/**
 * Creates a language model for any OpenAI-compatible chat server. Starts loading the provider's model list at once,
 * unless one model is named. Call `close` when done.
 */
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

/** Streams a reply, whether the server streams it or not. */
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
  open: OpenResponse,
  request: ReplyRequest,
  watch: Watch,
  timeouts: Timeouts,
): AsyncGenerator<ReplyChunk> {
  const { message, model, notes, count } = open;
  const stream = createCompletionStream();
  let spoken = false;
  let fault: ProviderError | null = null;
  try {
    for await (const text of readText(message, stream, watch)) {
      spoken = true;
      yield { kind: 'delta', text };
    }
    fault = faultOf(provider, stream, spoken);
  } catch (error) {
    if (watch.cause === 'aborted') return;
    // The reply had ended; only its stream was not closed.
    if (watch.cause === 'not closed') fault = faultOf(provider, stream, spoken);
    else fault = watch.cause ? new ProviderError(provider, watch.cause) : networkError(provider, error);
  } finally {
    count(stream.usage, stream.bytes);
    // A connection whose reply has ended can be reused; any other is closed now.
    if (stream.done) release(message, timeouts.closeMs);
    else if (!message.readableEnded) message.destroy();
  }
  if (fault && (!spoken || request.buffered)) throw fault;
  if (fault) notes.push({ kind: 'provider_bad_response', provider, reason: fault.message, model });
  const complete = fault === null && stream.finish !== null && stream.done;
  yield { kind: 'end', model, provider, knowledge: request.passages.map(({ id }) => id), complete, notes };
}

/** The visible text, one chunk per socket read, until the stream ends or no more of it is wanted. */
async function* readText(message: IncomingMessage, stream: CompletionStream, watch: Watch): AsyncGenerator<string> {
  let wire = 0;
  let tokens = 0;
  for await (const bytes of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    watch.busy();
    wire += bytes.length;
    stream.feed(wire > MAX_WIRE_BYTES ? bytes.subarray(0, Math.max(0, bytes.length - wire + MAX_WIRE_BYTES)) : bytes);
    const text = stream.take();
    if (text) yield text;
    if (stream.done || stream.fault || wire > MAX_WIRE_BYTES) break;
    if (stream.tokens > tokens) watch.token();
    tokens = stream.tokens;
    if (stream.finish !== null) watch.finishing();
    watch.waiting();
  }
  watch.busy();
  stream.close();
  const rest = stream.take();
  if (rest) yield rest;
  if (wire > MAX_WIRE_BYTES) throw new WireOverflow('answer too long');
}

/** What is wrong with a stream that has ended; null if nothing is. */
function faultOf(provider: string, stream: CompletionStream, spoken: boolean): ProviderError | null {
  if (stream.fault === 'malformed') return badResponse(provider);
  if (stream.fault === 'too long') return badResponse(provider, 'reply too long');
  if (stream.fault === 'provider error') return new ProviderError(provider, 'error in the stream', { retryable: true });
  if (stream.finish === 'content_filter') return badResponse(provider, CONTENT_FILTERED);
  if (!spoken) return badResponse(provider, stream.finish || stream.done ? 'empty reply' : 'bad response');
  if (stream.finish !== null || stream.done) return null;
  return new ProviderError(provider, 'stream ended early', { retryable: true });
}

/** The reply of a server that answers a streaming request with a whole completion. */
async function* wholeReply(provider: string, open: OpenResponse, request: ReplyRequest): AsyncGenerator<ReplyChunk> {
  const text = await completionText(provider, open);
  if (text === '') throw badResponse(provider, 'empty reply');
  yield { kind: 'delta', text };
  const knowledge = request.passages.map(({ id }) => id);
  yield { kind: 'end', model: open.model, provider, knowledge, complete: true, notes: open.notes };
}

/** A whole completion, in plain text. */
async function complete(
  provider: string,
  caller: ChatCaller,
  timeouts: Timeouts,
  ask: ChatRequest,
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
async function completionText(provider: string, { message, count }: OpenResponse): Promise<string> {
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

/** Whether the response is a whole completion instead of a stream. */
function isJson(message: IncomingMessage): boolean {
  return /^application\/(.+\+)?json\b/i.test(message.headers['content-type'] ?? '');
}
