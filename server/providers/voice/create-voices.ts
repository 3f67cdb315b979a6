import { createRequire } from 'node:module';
import { isHosted, type ProviderName } from '@understudy/contract/providers';
import { EMBEDDED_ID, type Twin, type TwinVoice } from '@understudy/contract/twin';
import { type BreakerSettings, callThrough, createBreaker, DEFAULT_BREAKER } from '../breaker.ts';
import { followSuccessors } from '../follow-successors.ts';
import { createHealth, type Health, noted, type ProviderLink } from '../health.ts';
import { ProviderError } from '../provider-error.ts';
import { createEmbeddedVoice, type EmbeddedVoiceService } from './embedded/create-embedded-voice.ts';
import { createOpenAiVoice } from './openai-compatible/create-openai-voice.ts';
import { createPhraseCache } from './phrase-cache.ts';
import { type Speech, type Voice, VoiceError } from './port.ts';

/** For all providers of a sentence together: its words are on the screen, and their sound should follow soon. */
const BUDGET_MS = 5_000;
/** If a provider takes longer than this, the last voice starts to load. */
const SLOW_MS = 1_000;
/** Model sent to the operator's own server if none is configured; most such servers treat it as their default. */
const DEFAULT_MODEL = 'tts-1';

/** Other times and another breaker, for tests. */
interface VoiceFallbackOptions {
  breaker?: Partial<BreakerSettings>;
  budgetMs?: number;
  slowMs?: number;
}

/** The voices that the operator has configured. */
export interface VoicesConfig {
  /** In order of preference; empty leaves only the embedded voice. */
  chain: {
    provider: ProviderName;
    baseUrl: string;
    apiKey: string | null;
    model: string | null;
    voice: string | null;
  }[];
  fallback?: VoiceFallbackOptions;
  /** The neural voice of this machine, which comes before the embedded one. */
  local?: { name: string; voice: Voice & { model: string } } | null;
  /** For tests of an installation without the optional package. */
  embedded?: boolean;
}

/** The part of the twin that voices read, on every call. */
type VoiceCatalogue = Pick<Twin, 'voices' | 'defaultVoice' | 'speechSuccessors' | 'providerModels'>;

/** The product's voices. */
export interface Voices extends Voice {
  /** The first voice: a provider, `embedded`, or null if there is none. */
  provider(): string | null;
  /** Whether a voice has this id; callers resolve the names of modes. */
  knows(voiceId: string): boolean;
  /** Ids of all voices. */
  ids(): string[];
  defaultVoice(): string;
  /** The chain, with the embedded voice last if there is one. */
  links: readonly ProviderLink[];
  /** Loads the embedded voice if it will be needed. */
  warm(): void;
  close(): Promise<void>;
}

/**
 * Creates the voices: the configured providers, the embedded voice behind them, and a cache of phrases. Opens no
 * connection and starts no thread before the first sentence.
 */
export function createVoices(config: VoicesConfig, catalogue: () => VoiceCatalogue): Voices {
  const find = (id: string): TwinVoice => {
    const { voices, defaultVoice } = catalogue();
    const voice = voices.find((entry) => entry.id === id) ?? voices.find((entry) => entry.id === defaultVoice);
    if (!voice) throw new VoiceError('no such voice');
    return voice;
  };
  const { local } = config;
  const configured = config.chain.map((link) => ({
    name: link.provider as string,
    health: createHealth(),
    models: () => [modelFor(link, catalogue())],
    voice: createOpenAiVoice({
      ...link,
      model: () => modelFor(link, catalogue()),
      voiceOf: (id) => link.voice ?? (isHosted(link.provider) ? find(id).providers[link.provider] : find(id).id),
    }),
  }));
  const links: { name: string; health: Health; models(): string[]; voice: Voice & { close?(): void } }[] = [
    ...configured,
    ...(local
      ? [{ name: local.name, health: createHealth(), models: () => [local.voice.model], voice: local.voice }]
      : []),
  ];
  const embedded: EmbeddedVoiceService | null =
    (config.embedded ?? isSynthesiserInstalled()) ? createEmbeddedVoice({ voiceOf: (id) => find(id).embedded }) : null;
  const provider = () => links[0]?.name ?? (embedded ? EMBEDDED_ID : null);
  const own = { name: EMBEDDED_ID, health: createHealth() };
  const last = embedded && {
    warm: embedded.warm,
    speak: (...asked: Parameters<Voice['speak']>) => noted(own, () => embedded.speak(...asked)),
  };
  const speaker = createVoiceFallback(links, last, config.fallback);
  const cache = createPhraseCache(
    speaker,
    () => provider() ?? '',
    undefined,
    (id) => JSON.stringify(find(id)),
  );
  return {
    speak: cache.speak,
    provider,
    knows: (id) => catalogue().voices.some((voice) => voice.id === id),
    ids: () => catalogue().voices.map(({ id }) => id),
    defaultVoice: () => catalogue().defaultVoice,
    links: [
      ...links.map(({ name, health, models, voice }) => ({
        name,
        health,
        models,
        test: (signal: AbortSignal) =>
          noted({ name, health }, () => testVoice(voice, catalogue().defaultVoice, signal)),
      })),
      ...(last
        ? [
            {
              ...own,
              models: () => [EMBEDDED_ID],
              test: (signal: AbortSignal) => testVoice(last, catalogue().defaultVoice, signal),
            },
          ]
        : []),
    ],
    warm: speaker.warm,
    async close() {
      for (const { voice } of links) voice.close?.();
      await embedded?.close();
    },
  };
}

/** The last voice, which may take a while to load. */
type LastVoice = Voice & { warm(): void };

/**
 * Creates a voice that asks others one after the other; the last one speaks a sentence if none of them does in time.
 * There are no retries: while somebody listens, another voice now is better than the same one later.
 *
 * @param last starts to load once one of `voices` is slow; null if there is no such voice
 */
export function createVoiceFallback(
  voices: readonly { name: string; voice: Voice; health?: Health }[],
  last: LastVoice | null,
  { breaker, budgetMs = BUDGET_MS, slowMs = SLOW_MS }: VoiceFallbackOptions = {},
): Voice & { warm(): void } {
  const links = voices.map((link) => ({
    ...link,
    breaker: createBreaker({ ...DEFAULT_BREAKER, ...breaker }, link.health),
  }));
  let isLastNeeded = voices.length === 0;
  return {
    /** Loads the last voice if it is likely to speak. */
    warm() {
      if (isLastNeeded) last?.warm();
    },
    async speak(request, signal, onNote) {
      const slow = setTimeout(() => last?.warm(), slowMs);
      try {
        const speech = await askLinks(request, signal, onNote);
        isLastNeeded = speech === null;
        if (speech) return speech;
      } finally {
        clearTimeout(slow);
      }
      if (!last) throw new VoiceError('no voice can speak now');
      return last.speak(request, signal, onNote);
    },
  };

  /** Null if none of them speaks in time. */
  async function askLinks(...[request, signal, onNote]: Parameters<Voice['speak']>): Promise<Speech | null> {
    const budget = AbortSignal.timeout(budgetMs);
    for (const link of links) {
      if (budget.aborted) break;
      const within = AbortSignal.any([signal, budget]);
      try {
        return await callThrough(link.breaker, link.name, () => link.voice.speak(request, within));
      } catch (error) {
        signal.throwIfAborted();
        const reason = budget.aborted ? 'timeout' : error instanceof ProviderError ? error.message : 'failed';
        onNote?.({ kind: 'provider_fell_back', provider: link.name, reason });
      }
    }
    signal.throwIfAborted();
    return null;
  }
}

/** Tests a voice with one word. @returns the result in a sentence */
async function testVoice(voice: Voice, voiceId: string, signal: AbortSignal): Promise<string> {
  const { audio, mime } = await voice.speak({ text: 'Hello', voiceId, speed: 1, emphasis: 'none' }, signal);
  return `It spoke ${audio.length} bytes of ${mime}.`;
}

/** The provider's model. */
function modelFor({ provider, model }: VoicesConfig['chain'][number], catalogue: VoiceCatalogue): string {
  const asked = model ?? (isHosted(provider) ? catalogue.providerModels[provider].speech : DEFAULT_MODEL);
  return followSuccessors(asked, catalogue.speechSuccessors);
}

/**
 * Whether the synthesiser's package is installed. It is an optional dependency because of its licence, and only the
 * voice needs it (docs/decisions/embedded-voice.md).
 */
function isSynthesiserInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten/package.json');
    return true;
  } catch {
    // An unresolvable package is not installed.
    return false;
  }
}
