/** One chat request to one provider, up to the head of a good answer. */
import type { IncomingMessage } from 'node:http';
import type { ProviderNote } from '../port.ts';
import { ProviderError } from '../port.ts';
import { badResponse, networkError, saysModelIsGone, statusError } from './errors.ts';
import type { ChatMessage } from './messages.ts';
import type { ModelList } from './model-list.ts';
import { buildBody, refusesOptions, type Sampling } from './request-body.ts';
import { readWhole, type Transport } from './transport.ts';
import { CallEnded, type Watch } from './watch.ts';

export interface ChatCaller {
  /** Throws a {@link ProviderError}, or {@link CallEnded} when the watch ended the call. */
  open(ask: ChatAsk, watch: Watch): Promise<OpenChat>;
}

export interface ChatAsk {
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
}

/** Requests within one turn: each replaced model or refused option costs one, none of them waits. */
const MAX_REQUESTS = 6;

export function createChatCaller(provider: string, transport: Transport, models: ModelList): ChatCaller {
  /** Models that have refused an optional parameter, so that the next turn leaves them out at once. */
  const plain = new Set<string>();

  async function ask(what: ChatAsk, model: string, watch: Watch): Promise<IncomingMessage> {
    const how = { stream: what.stream, plain: plain.has(model) };
    const exchange = transport.post('chat/completions', buildBody(provider, model, what.messages, what.sampling, how));
    watch.onEnd(exchange.destroy);
    return exchange.answer;
  }

  async function open(what: ChatAsk, watch: Watch): Promise<OpenChat> {
    for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
      const model = await models.resolve(what.model);
      if (model === null) throw new ProviderError(provider, 'no model to ask for');
      const message = await ask(what, model, watch);
      const status = message.statusCode ?? 0;
      if (status === 200) return { message, model, notes: replacedNote(provider, what.model, model) };
      const body = await readWhole(message);
      if (saysModelIsGone(status, body)) {
        if (models.retire(model, what.model)) continue;
        throw new ProviderError(provider, 'model not found', { status });
      }
      if (refusesOptions(status, body) && !plain.has(model)) {
        plain.add(model);
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
