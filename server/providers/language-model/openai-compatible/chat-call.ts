/** One chat request to one provider, up to the headers of a successful response. */
import type { IncomingMessage } from 'node:http';
import { badResponse, networkError, saysModelIsGone, statusError } from '../../openai-wire/errors.ts';
import { type Exchange, readWhole, type Transport } from '../../openai-wire/transport.ts';
import type { Metered, ProviderNote } from '../port.ts';
import { ProviderError } from '../port.ts';
import type { ChatMessage } from './messages.ts';
import type { ModelList } from './model-list.ts';
import {
  buildBody,
  refusesJson,
  refusesOptions,
  refusesUsage,
  refusesWithoutReason,
  type Sampling,
} from './request-body.ts';
import { estimateUsage, type Tokens } from './usage.ts';
import { CallEnded, type Watch } from './watch.ts';

/** Requests completions from one provider. */
export interface ChatCaller {
  /** Throws a {@link ProviderError}, or {@link CallEnded} if the watch ended the call. */
  open(ask: ChatAsk, watch: Watch): Promise<OpenChat>;
}

/** The request. */
export interface ChatAsk extends Metered {
  model: string;
  messages: ChatMessage[];
  sampling: Sampling;
  stream: boolean;
}

/** A response whose headers have arrived. */
export interface OpenChat {
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

/** Maximum requests per turn: each replaced model or refused option costs one, without a wait. */
const MAX_REQUESTS = 6;

/** A caller that replaces retired models and omits options that a model has refused, and remembers both. */
export function createChatCaller(provider: string, transport: Transport, models: ModelList): ChatCaller {
  /** Models that have refused an optional parameter, so that later turns omit them at once. */
  const plain = new Set<string>();
  /** Whether a model's streams can report usage, as far as known. */
  const figures = new Map<string, boolean>();
  /** Models without a JSON mode; the request's wording asks for JSON anyway. */
  const freely = new Set<string>();

  /** Reports the usage of a call of `model` whose response has begun or is abandoned. */
  const countOf = (what: ChatAsk, model: string) => (own: Tokens | null, replyBytes: number) =>
    what.onUsage?.({ provider, model, ...(own ?? estimateUsage(what.messages, replyBytes)), estimated: own === null });

  async function headOf(exchange: Exchange, watch: Watch, count: OpenChat['count']): Promise<IncomingMessage> {
    try {
      return await exchange.answer;
    } catch (error) {
      if (watch.cause && exchange.sent()) count(null, 0);
      throw error;
    }
  }

  async function open(what: ChatAsk, watch: Watch): Promise<OpenChat> {
    /** The model just asked without usage figures. A success then shows that it cannot report them. */
    let withoutFigures: string | null = null;
    for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
      const model = await models.resolve(what.model);
      if (model === null) throw new ProviderError(provider, 'no model to ask for');
      const usage = what.stream && figures.get(model) !== false && withoutFigures !== model;
      const json = what.sampling.json === true && !freely.has(model);
      const how = { stream: what.stream, plain: plain.has(model), usage, json };
      const exchange = transport.post(
        'chat/completions',
        buildBody(provider, model, what.messages, what.sampling, how),
      );
      watch.onEnd(exchange.destroy);
      const count = countOf(what, model);
      const message = await headOf(exchange, watch, count);
      const status = message.statusCode ?? 0;
      if (status === 200) {
        if (what.stream) figures.set(model, usage);
        return { message, model, notes: replacedNote(provider, what.model, model), count };
      }
      const body = await readWhole(message);
      if (saysModelIsGone(status, body)) {
        if (models.retire(model, what.model)) continue;
        throw new ProviderError(provider, 'model not found', { status });
      }
      if (usage && refusesUsage(status, body)) {
        withoutFigures = model;
        continue;
      }
      if (json && refusesJson(status, body)) {
        freely.add(model);
        continue;
      }
      if (refusesOptions(status, body) && !plain.has(model)) {
        plain.add(model);
        continue;
      }
      // Not every server says what it refuses; one that has accepted the option before did not refuse that.
      if (usage && !figures.has(model) && refusesWithoutReason(status, body)) {
        withoutFigures = model;
        continue;
      }
      throw status < 400 ? badResponse(provider) : statusError(provider, status, message.headers);
    }
    throw new ProviderError(provider, 'model not found', { status: 404 });
  }

  return {
    async open(what, watch) {
      try {
        return await open(what, watch);
      } catch (error) {
        throw watch.cause ? new CallEnded(watch.cause) : networkError(provider, error);
      }
    },
  };
}

function replacedNote(provider: string, asked: string, model: string): ProviderNote[] {
  return asked === model ? [] : [{ kind: 'model_replaced', provider, reason: 'not served', model }];
}
