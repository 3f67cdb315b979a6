/** The voices of an installation: the configured providers, the embedded voice behind them, phrases remembered. */
import { EMBEDDED_ID, HOSTED_PROVIDERS, type Twin, type TwinVoice } from '@understudy/contract/twin';
import { followSuccessors } from '../follow-successors.ts';
import { createHealth, noted, type ProviderLink } from '../health.ts';
import { createEmbeddedVoice, type EmbeddedVoiceService } from './embedded/create-embedded-voice.ts';
import { isSynthesiserInstalled } from './embedded/installed.ts';
import { createVoiceFallback, type VoiceFallbackOptions } from './fallback.ts';
import { createOpenAiVoice } from './openai-compatible/create-openai-voice.ts';
import { createPhraseCache } from './phrase-cache.ts';
import { type Voice, VoiceError } from './port.ts';

/** The model of a server of the operator's own that is told none; most such servers take it for their default. */
const USUAL_MODEL = 'tts-1';

/** Who may speak, as the operator has set it up. */
export interface VoicesConfig {
  /** In the order in which they are asked; empty leaves the embedded voice alone. */
  chain: {
    provider: 'custom' | 'groq' | 'openai';
    baseUrl: string;
    apiKey: string | null;
    model: string | null;
    voice: string | null;
  }[];
  fallback?: VoiceFallbackOptions;
  /** For tests of an installation without the optional package. */
  embedded?: boolean;
}

/** What the voices read of the twin, each time anew. */
export type VoiceCatalogue = Pick<Twin, 'voices' | 'defaultVoice' | 'speechSuccessors' | 'providerModels'>;

/** Everything that the product asks of voices. */
export interface Voices extends Voice {
  /** Who speaks first: a provider, `embedded`, or null where nothing can. */
  provider(): string | null;
  /** The voice that an id means: itself, that of a mode's name is the caller's business; null for an unknown one. */
  knows(voiceId: string): boolean;
  /** Ids of all voices. */
  ids(): string[];
  defaultVoice(): string;
  /** The chain, the embedded voice last where there is one. */
  links: readonly ProviderLink[];
  /** Makes the embedded voice ready, where it will be needed. */
  warm(): void;
  close(): Promise<void>;
}

/** Opens no connection and starts no thread before the first sentence. */
export function createVoices(config: VoicesConfig, catalogue: () => VoiceCatalogue): Voices {
  const find = (id: string): TwinVoice => {
    const { voices, defaultVoice } = catalogue();
    const voice = voices.find((entry) => entry.id === id) ?? voices.find((entry) => entry.id === defaultVoice);
    if (!voice) throw new VoiceError('no such voice');
    return voice;
  };
  const links = config.chain.map((link) => ({
    name: link.provider,
    health: createHealth(),
    models: () => [modelFor(link, catalogue())],
    voice: createOpenAiVoice({
      ...link,
      model: () => modelFor(link, catalogue()),
      voiceOf: (id) => link.voice ?? (isHosted(link.provider) ? find(id).providers[link.provider] : find(id).id),
    }),
  }));
  const embedded: EmbeddedVoiceService | null =
    (config.embedded ?? isSynthesiserInstalled()) ? createEmbeddedVoice({ voiceOf: (id) => find(id).embedded }) : null;
  const provider = () => links[0]?.name ?? (embedded ? EMBEDDED_ID : null);
  const speaker = createVoiceFallback(links, embedded, config.fallback);
  const cache = createPhraseCache(speaker, () => provider() ?? '');
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
        test: (signal: AbortSignal) => noted(health, () => spoken(voice, catalogue().defaultVoice, signal)),
      })),
      ...(embedded
        ? [
            {
              name: EMBEDDED_ID,
              health: createHealth(),
              models: () => [EMBEDDED_ID],
              test: (signal: AbortSignal) => spoken(embedded, catalogue().defaultVoice, signal),
            },
          ]
        : []),
    ],
    warm: speaker.warm,
    async close() {
      for (const { voice } of links) voice.close();
      await embedded?.close();
    },
  };
}

/** Says one word, for a test. */
async function spoken(voice: Voice, voiceId: string, signal: AbortSignal): Promise<string> {
  const { audio, mime } = await voice.speak({ text: 'Hello', voiceId, speed: 1, emphasis: 'none' }, signal);
  return `It spoke ${audio.length} bytes of ${mime}.`;
}

function modelFor({ provider, model }: VoicesConfig['chain'][number], catalogue: VoiceCatalogue): string {
  const asked = model ?? (isHosted(provider) ? catalogue.providerModels[provider].speech : USUAL_MODEL);
  return followSuccessors(asked, catalogue.speechSuccessors);
}

function isHosted(provider: string): provider is (typeof HOSTED_PROVIDERS)[number] {
  return (HOSTED_PROVIDERS as readonly string[]).includes(provider);
}
