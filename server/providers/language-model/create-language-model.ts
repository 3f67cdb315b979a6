import { REPLY_MAX_TOKENS } from '@understudy/contract/constants';
import type { ProviderName } from '@understudy/contract/providers';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { ModelInfo } from '@understudy/contract/wire';
import { createHealth, type Health, noted, type ProviderLink } from '../health.ts';
import { ProviderError } from '../provider-error.ts';
import { type Complete, chatText, createCompletions } from './completions.ts';
import { createFallback, type FallbackOptions } from './fallback.ts';
import {
  type CompletionParams,
  createOpenAiCompatible,
  type OpenAiCompatible,
} from './openai-compatible/create-openai-compatible.ts';
import type { Catalogue, CatalogueModel } from './openai-compatible/models.ts';
import { buildMessages, type ChatMessage } from './openai-compatible/request-body.ts';
import { estimateUsage } from './openai-compatible/usage.ts';
import type { Timeouts } from './openai-compatible/watch.ts';
import type { LanguageModel, ReplyRequest } from './port.ts';

/** The smallest request that shows that a model answers. */
const TEST_MESSAGES: ChatMessage[] = [{ role: 'user', content: 'Say OK' }];
/** Some tokens more than a plain model needs, for a reasoning one. */
const TEST_PARAMS: ChatParams = { maxTokens: 32 };

/** One provider of the chain. */
interface ChainLink {
  provider: ProviderName;
  baseUrl: string;
  apiKey: string | null;
  model?: string | null;
}

/** The operator's configuration of language models. */
export interface LanguageModelConfig {
  /** In order of preference; empty leaves only the embedded twin. */
  chain: readonly ChainLink[];
  timeouts?: Partial<Timeouts>;
  fallback?: FallbackOptions;
}

/** Dependencies of the language models. */
interface LanguageModelDeps {
  /** The catalogue including the embedded twin, read on every call so that edits of the twin's files take effect. */
  twinCatalogue: () => Catalogue;
  embedded: LanguageModel;
}

/** An adapter's parameters without the model: each provider answers with its own. */
type ChatParams = Omit<CompletionParams, 'model'>;

/** The product's language models. */
export interface LanguageModels extends LanguageModel {
  /** For the model picker: the first provider's models, then the embedded twin. */
  listModels(): ModelInfo[];
  /** The id that answers if a page requests none. */
  defaultModel(): string;
  /** Whether `id` may be requested; others are `unknown_model`. */
  knows(id: string): boolean;
  /** Names for `{provider}_chat`, `embedded` last. */
  providers(): string[];
  /**
   * The text of `{provider}_chat`; null for a provider that is not active. Rejects only with the signal's reason.
   *
   * @param asked messages to send as they are, or a reply to write as the twin
   */
  chat(
    provider: string,
    asked: ChatMessage[] | ReplyRequest,
    params: ChatParams,
    signal: AbortSignal,
  ): Promise<string | null>;
  /**
   * Upper estimate of the tokens of one call, estimated as usage is: the prompt, and a reply of maximum length. 0 if
   * only the embedded twin is asked.
   */
  mostTokens(asked: ChatMessage[] | ReplyRequest, maxTokens?: number): number;
  /** The chain, the embedded twin last. */
  readonly links: readonly ProviderLink[];
  /** Whole completions for background work; null if no provider is configured. */
  readonly complete: Complete | null;
  /** Reloads the providers' model lists. */
  refreshModels(): Promise<void>;
  /** Ends background work and idle connections. */
  close(): void;
}

/** Language models whose chain can be replaced while in use. */
export interface SwitchableModels extends LanguageModels {
  /** The providers configured current. */
  readonly chain: readonly ChainLink[];
  /** Replaces the chain from the next call on. Running calls finish with the chain they began with. */
  use(chain: readonly ChainLink[]): void;
}

/**
 * Composes the chain with the embedded twin at its end, and starts loading the providers' model lists. Call `close`
 * when done.
 */
export function createLanguageModel(config: LanguageModelConfig, deps: LanguageModelDeps): SwitchableModels {
  let { chain } = config;
  let current = compose(config, deps);
  return {
    get chain() {
      return chain;
    },
    use(next) {
      const before = current;
      chain = next;
      current = compose({ ...config, chain }, deps);
      before.retire();
    },
    reply: (request, signal) => current.reply(request, signal),
    listModels: () => current.listModels(),
    defaultModel: () => current.defaultModel(),
    knows: (id) => current.knows(id),
    providers: () => current.providers(),
    chat: (...asked) => current.chat(...asked),
    mostTokens: (...asked) => current.mostTokens(...asked),
    get links() {
      return current.links;
    },
    get complete() {
      return current.complete;
    },
    refreshModels: () => current.refreshModels(),
    close: () => current.close(),
  };
}

/** The language models of one chain. `retire` is like `close`, but lets running calls finish. */
function compose(config: LanguageModelConfig, deps: LanguageModelDeps): LanguageModels & { retire(): void } {
  const { twinCatalogue } = deps;
  const embeddedHealth = createHealth();
  const embedded = withHealth(deps.embedded, embeddedHealth);
  const catalogue = () => {
    const { models, defaultModel } = twinCatalogue();
    return { models: models.filter((model) => model.id !== EMBEDDED_ID), defaultModel };
  };
  const links = config.chain.map((link) => ({
    name: link.provider,
    health: createHealth(),
    model: createOpenAiCompatible({ ...link, catalogue, timeouts: config.timeouts }),
  }));
  const first: OpenAiCompatible | undefined = links[0]?.model;
  const { reply } = createFallback(links, embedded, config.fallback);

  return {
    reply,
    listModels: () => [...(first?.listModels() ?? []), embeddedInfo(twinCatalogue().models)],
    defaultModel: () => (first ? (first.defaultModel() ?? twinCatalogue().defaultModel) : EMBEDDED_ID),
    knows: (id) =>
      id === EMBEDDED_ID ||
      catalogue().models.some((model) => model.id === id) ||
      links.some(({ model }) => model.knows(id)),
    providers: () => [...new Set(links.map(({ name }) => name)), EMBEDDED_ID],
    async chat(provider, asked, params, signal) {
      const link = links.find(({ name }) => name === provider);
      const [messages, request] = Array.isArray(asked) ? [asked, null] : [buildMessages(asked), asked];
      if (link) return chatText(() => link.model.complete(messages, params, signal), signal);
      if (provider !== EMBEDDED_ID) return null;
      return chatText(() => wholeReply(embedded, request ?? requestOf(messages, params), signal), signal);
    },
    mostTokens(asked, maxTokens = REPLY_MAX_TOKENS) {
      if (links.length === 0 || (!Array.isArray(asked) && asked.model === EMBEDDED_ID)) return 0;
      const messages = Array.isArray(asked) ? asked : buildMessages(asked);
      return estimateUsage(messages, 0).promptTokens + maxTokens;
    },
    links: [
      ...links.map(({ name, model, health }) => ({
        name,
        health,
        models: () => modelsOf(model),
        test: (signal: AbortSignal) =>
          noted({ name, health }, () => model.complete(TEST_MESSAGES, TEST_PARAMS, signal)).then(saidSentence),
      })),
      {
        name: EMBEDDED_ID,
        health: embeddedHealth,
        models: () => [EMBEDDED_ID],
        test: (signal) => wholeReply(embedded, requestOf(TEST_MESSAGES, TEST_PARAMS), signal).then(saidSentence),
      },
    ],
    complete: createCompletions(links, config.fallback?.breaker),
    refreshModels: async () => void (await Promise.all(links.map(({ model }) => model.refreshModels()))),
    close() {
      for (const { model } of links) model.close();
    },
    retire() {
      for (const { model } of links) model.retire();
    },
  };
}

/** The embedded twin, with each of its replies noted. */
function withHealth(model: LanguageModel, health: Health): LanguageModel {
  return {
    async *reply(request, signal) {
      try {
        for await (const chunk of model.reply(request, signal)) {
          if (chunk.kind === 'end') health.note('success');
          yield chunk;
        }
      } catch (error) {
        if (!signal.aborted) health.note(new ProviderError(EMBEDDED_ID, 'failed'));
        throw error;
      }
    },
  };
}

/**
 * Asks a provider outside the chain for a few words.
 *
 * @returns what it said, in a sentence
 * @throws ProviderError
 */
export async function tryProvider(
  link: ChainLink & { model: string },
  catalogue: () => Catalogue,
  signal: AbortSignal,
): Promise<string> {
  const model = createOpenAiCompatible({ ...link, catalogue });
  try {
    return saidSentence(await model.complete(TEST_MESSAGES, TEST_PARAMS, signal));
  } finally {
    model.close();
  }
}

/** The result of a test, in a sentence. */
const saidSentence = (text: string): string =>
  text.trim() ? `It said: ${text.trim().slice(0, 100)}` : 'It answered without a word.';

/** The models that answer, the default one first. */
function modelsOf(model: OpenAiCompatible): string[] {
  const usual = model.defaultModel();
  const others = model.listModels().filter(({ available, id }) => available && id !== usual);
  return [...(usual ? [usual] : []), ...others.map(({ id }) => id)];
}

/** The embedded twin's own catalogue entry, or a plain one. */
function embeddedInfo(models: CatalogueModel[]): ModelInfo {
  const entry = models.find((model) => model.id === EMBEDDED_ID);
  const info = entry ?? { id: EMBEDDED_ID, name: 'Embedded', description: '', contextLength: '4k', color: '#6b7280' };
  return { ...info, available: true, successor: null };
}

/** Turns plain messages into a request for a model that only writes replies: the last user message is the turn. */
function requestOf(messages: ChatMessage[], params: ChatParams): ReplyRequest {
  const spoken = messages.filter((message) => message.role !== 'system');
  const turn = spoken.at(-1)?.role === 'user' ? spoken.pop() : undefined;
  return {
    ...params,
    model: EMBEDDED_ID,
    modeId: 'core',
    systemPrompt: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n\n'),
    history: spoken.map(({ role, content }) => ({ speaker: role === 'user' ? 'visitor' : 'agent', text: content })),
    userMessage: turn?.content ?? '',
    kind: turn ? 'message' : 'followup',
    performer: false,
    passages: [],
    continueAfter: '',
    buffered: true,
  };
}

/** Reads a reply to its end. */
async function wholeReply(model: LanguageModel, request: ReplyRequest, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const chunk of model.reply(request, signal)) if (chunk.kind === 'delta') text += chunk.text;
  // Pause markers split a reply into segments; here only the words are wanted.
  return text.replaceAll(/\[pause:[^\]]*\]/g, ' ').replaceAll(/ {2,}/g, ' ');
}
