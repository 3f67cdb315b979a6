/** One chat request to one provider, up to the head of a good answer. */
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

/** Asks one provider for completions. */
export interface ChatCaller {
  /** Throws a {@link ProviderError}, or {@link CallEnded} when the watch ended the call. */
  open(ask: ChatAsk, watch: Watch): Promise<OpenChat>;
}

/** What is asked for. */
export interface ChatAsk extends Metered {
  model: string;
  messages: ChatMessage[];
  sampling: Sampling;
  stream: boolean;
}

/** An answer of which the head has come. */
export interface OpenChat {
  message: IncomingMessage;
  /** The model id that was asked for in the end. */
  model: string;
  notes: ProviderNote[];
  /**
   * Tells what the call used; to be called once, when nothing more of the answer is read.
   * @param own the provider's own figures, where it gave any
   * @param replyBytes UTF-8 bytes of the reply that have come
   */
  count(own: Tokens | null, replyBytes: number): void;
}

/** Requests within one turn: each replaced model or refused option costs one, none of them waits. */
const MAX_REQUESTS = 6;

/** A caller that replaces retired models and leaves out options that a model has refused, and remembers both. */
export function createChatCaller(provider: string, transport: Transport, models: ModelList): ChatCaller {
  /** Models that have refused an optional parameter, so that the next turn leaves them out at once. */
  const plain = new Set<string>();
  /** Models whose streams can be asked for their figures, and those whose cannot, as far as it is known. */
  const figures = new Map<string, boolean>();
  /** Models that cannot be held to JSON; the words of the request ask them for it all the same. */
  const freely = new Set<string>();

  /** Tells what a call of `model` used, whose answer has begun or will not be waited for. */
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
    /** Asked without figures now; that it cannot be asked for them is known once it answers so. */
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
      // Not every server says what it refuses; one that has taken the option before did not refuse that.
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
