import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_TRANSCRIPTION_MODEL } from '@understudy/contract/constants';
import { isHosted, type ProviderName } from '@understudy/contract/providers';
import type { Twin } from '@understudy/contract/twin';
import { writeWav } from '../../platform/audio/wav.ts';
import { type BreakerSettings, callThrough, createBreaker, DEFAULT_BREAKER } from '../breaker.ts';
import { followSuccessors } from '../follow-successors.ts';
import { createHealth, type Health, noted, type ProviderLink } from '../health.ts';
import { ProviderError } from '../provider-error.ts';
import { retryDelay } from '../retry.ts';
import { createOpenAiTranscriber } from './openai-compatible/create-openai-transcriber.ts';
import type { Transcriber, Transcription, TranscriptionRequest } from './port.ts';

/** The silence that a test sends. */
const HALF_A_SECOND = writeWav({ sampleRate: 16_000, samples: new Int16Array(8_000) });

/** For all attempts on one utterance together: the speaker is waiting. */
const BUDGET_MS = 15_000;
/** One retry after a short wait, because the speaker is waiting. */
const RETRY = { maxRetries: 1, minMs: 200, maxMs: 800, retryAfterMaxMs: 2_000 };

/** Providers in order of preference, and shorter times for tests. */
export interface TranscribersConfig {
  chain: { provider: ProviderName; baseUrl: string; apiKey: string | null; model: string | null }[];
  /** The recogniser of this machine, which comes last; its name, and what it is. */
  local?: { name: string; transcriber: Transcriber & { model: string } } | null;
  breaker?: Partial<BreakerSettings>;
  budgetMs?: number;
}

/** The part of the twin that transcribers read, on every call. */
type TranscriberCatalogue = Pick<Twin, 'transcriptionSuccessors' | 'providerModels'>;

/** The product's transcribers. */
export interface Transcribers {
  /** Names for `speech_to_text_{provider}`, the first configured first. */
  providers(): string[];
  /** Whether the model id may be requested. */
  knows(model: string): boolean;
  /** Rejects with a ProviderError, or with the signal's reason once it is aborted. */
  transcribe(provider: string, request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription>;
  /** The chain. */
  links: readonly ProviderLink[];
  close(): void;
}

/**
 * Creates the transcribers, each with a breaker and one retry. Opens no connection before the first utterance.
 */
export function createTranscribers(config: TranscribersConfig, catalogue: () => TranscriberCatalogue): Transcribers {
  const { budgetMs = BUDGET_MS } = config;
  const { local } = config;
  const own = local && ownLink(local.transcriber, config.breaker);
  const links = new Map<string, Link>([
    ...config.chain.map((link): [string, Link] => {
      const health = createHealth();
      return [
        link.provider,
        {
          health,
          modelOf: () => modelFor(link, DEFAULT_TRANSCRIPTION_MODEL, catalogue()),
          transcriber: createOpenAiTranscriber({
            ...link,
            modelOf: (asked) => modelFor(link, asked, catalogue()),
            timeoutMs: budgetMs,
          }),
          breaker: createBreaker({ ...DEFAULT_BREAKER, ...config.breaker }, health),
        },
      ];
    }),
    ...(local && own ? [[local.name, own] as [string, Link]] : []),
  ]);

  /** One attempt. */
  async function once(provider: string, request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> {
    const link = links.get(provider);
    if (!link) throw new ProviderError(provider, 'not configured');
    return callThrough(link.breaker, provider, () => link.transcriber.transcribe(request, signal));
  }

  return {
    providers: () => [...links.keys()],
    knows: (model) =>
      Object.hasOwn(catalogue().transcriptionSuccessors, model) || config.chain.some((link) => link.model === model),
    async transcribe(provider, request, signal) {
      const deadline = Date.now() + budgetMs;
      const budget = AbortSignal.timeout(budgetMs);
      for (let retries = 0; ; retries += 1) {
        try {
          return await once(provider, request, AbortSignal.any([signal, budget]));
        } catch (error) {
          signal.throwIfAborted();
          if (budget.aborted) throw new ProviderError(provider, 'timeout');
          if (!(error instanceof ProviderError)) throw error;
          const delay = retryDelay(error, retries, deadline - Date.now(), RETRY);
          if (delay === null) throw error;
          await sleep(delay, undefined, { signal });
        }
      }
    },
    links: [...links].map(([name, { health, modelOf, transcriber }]) => ({
      name,
      health,
      models: () => [modelOf()],
      test: async (signal: AbortSignal) => {
        const { text } = await noted({ name, health }, () =>
          transcriber.transcribe({ wav: HALF_A_SECOND, model: DEFAULT_TRANSCRIPTION_MODEL }, signal),
        );
        return text ? `It heard: ${text.slice(0, 100)}` : 'It heard the silence that was sent.';
      },
    })),
    close() {
      for (const { transcriber } of links.values()) transcriber.close?.();
    },
  };
}

/** A transcriber in the chain. */
interface Link {
  health: Health;
  modelOf(): string;
  transcriber: Transcriber & { close?(): void };
  breaker: ReturnType<typeof createBreaker>;
}

function ownLink(transcriber: Transcriber & { model: string }, breaker?: Partial<BreakerSettings>): Link {
  const health = createHealth();
  const modelOf = () => transcriber.model;
  return { health, modelOf, transcriber, breaker: createBreaker({ ...DEFAULT_BREAKER, ...breaker }, health) };
}

/**
 * The provider's model for an id of the catalogue. A model named by the operator answers for all; a hosted provider
 * answers with its own if the catalogue's belongs to another provider.
 */
function modelFor(link: TranscribersConfig['chain'][number], asked: string, catalogue: TranscriberCatalogue): string {
  if (link.model) return link.model;
  const serving = followSuccessors(asked, catalogue.transcriptionSuccessors);
  return isHosted(link.provider) ? catalogue.providerModels[link.provider].transcription : serving;
}
