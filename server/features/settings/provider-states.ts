import type { ProviderState, ProviderTest } from '@understudy/contract/settings';
import type { Embedders } from '../../providers/embedder/create-embedder.ts';
import type { ProviderLink } from '../../providers/health.ts';
import type { SwitchableModels } from '../../providers/language-model/create-language-model.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { Transcribers } from '../../providers/transcriber/create-transcribers.ts';
import type { Voices } from '../../providers/voice/create-voices.ts';
import { VoiceError } from '../../providers/voice/port.ts';

/** Timeout of a test. */
const TEST_TIMEOUT_MS = 15_000;
/** The last four characters would reveal too much of a shorter key. */
const MIN_SHOWN_KEY_CHARS = 12;

/** What a provider's short failure reason means, by pattern. */
const REASONS: readonly [reason: RegExp, words: string][] = [
  [/^refused with 401$/, 'it refuses the key'],
  [/^refused with 402$/, 'there is no credit left'],
  [/^refused with 403$/, 'the key may not be used for this'],
  [/^404$/, 'nothing answers at this address'],
  [/^429$/, 'it is asked too often, or a limit of the account is reached'],
  [/^4\d\d$/, 'it does not take the request'],
  [/^5\d\d$/, 'it has trouble of its own'],
  [/^model not found$/, 'it does not have the model'],
  [/^DNS failure$/, 'its address leads nowhere'],
  [/^connection refused$/, 'nothing answers at its address'],
  [/^TLS certificate expired$/, 'its certificate has run out'],
  [/^TLS failure$/, 'its certificate cannot be trusted'],
  [/timeout$/, 'it took too long'],
  [/^bad response$/, 'its answer cannot be read'],
  [/^circuit open$/, 'it is left alone for now, after failures in a row'],
];

/** A provider's part of the configuration. */
interface Configured {
  baseUrl: string;
  apiKey: string | null;
}

/** The providers of all kinds. */
export interface Providers {
  models: SwitchableModels;
  transcribers: Transcribers;
  voices: Voices;
  embedders: Embedders;
}

/** A provider in use. */
interface InUse {
  id: string;
  kind: ProviderState['kind'];
  /** Its position in the chain, from 0. */
  place: number;
  link: ProviderLink;
  /** Null for an embedded provider. */
  configured: Configured | null;
}

/** All providers, with their health and a test of each. */
export interface ProviderStates {
  list(): ProviderState[];
  /** Tests a provider by its id; null for an unknown one. A provider's failure is a result, not an error. */
  test(id: string): Promise<ProviderTest | null>;
}

/**
 * Creates the states of all providers in use.
 * @param config contains keys and addresses, of which only masked parts leave this module
 */
export function createProviderStates(
  config: { transcription: readonly Configured[]; voice: readonly Configured[]; embedding: Configured | null },
  { models, transcribers, voices, embedders }: Providers,
): ProviderStates {
  const others: InUse[] = [
    ...inUse('transcription', transcribers.links, config.transcription),
    ...inUse('voice', voices.links, config.voice),
    ...inUse('embedding', embedders.links, config.embedding ? [config.embedding] : []),
  ];
  // Language models are connected and removed while the server runs.
  const all = () => [...inUse('chat', models.links, models.chain), ...others];
  return {
    list: () => all().map(present),
    async test(id) {
      const found = all().find((provider) => provider.id === id);
      return found ? tryOut(found.configured, (signal) => found.link.test(signal)) : null;
    },
  };
}

/**
 * Tests a provider; its failure is a result, not an error.
 *
 * @param configured whose key must not appear in the result
 * @param attempt returns what came back, in a sentence
 */
export async function tryOut(
  configured: Configured | null,
  attempt: (signal: AbortSignal) => Promise<string>,
): Promise<ProviderTest> {
  const startedAt = performance.now();
  const answer = (ok: boolean, detail: string) => ({
    ok,
    took_ms: Math.round(performance.now() - startedAt),
    detail: withoutKey(detail, configured),
  });
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
  try {
    return answer(true, await attempt(signal));
  } catch (error) {
    if (signal.aborted) return answer(false, `There was no answer within ${TEST_TIMEOUT_MS / 1000} s.`);
    // The messages of these errors are our own words; others may contain anything.
    const reason = error instanceof ProviderError || error instanceof VoiceError ? error.message : 'it did not work';
    return answer(false, `It did not answer as it should: ${reasonWords(reason)}.`);
  }
}

/** The providers of one kind in use. The embedded one comes after the configured ones. */
function inUse(kind: ProviderState['kind'], links: readonly ProviderLink[], chain: readonly Configured[]): InUse[] {
  return links.map((link, place) => {
    const configured = chain[place] ?? null;
    return { id: `${kind}-${configured ? place : link.name}`, kind, place, link, configured };
  });
}

function present({ id, kind, place, link, configured }: InUse): ProviderState {
  const { name, health } = link;
  const error = health.lastError();
  return {
    id,
    kind,
    provider: name,
    host: configured && new URL(configured.baseUrl).host,
    models: link.models(),
    key: maskedKey(configured?.apiKey ?? null),
    place,
    resting: health.isResting(),
    last_error: error && { at: error.at.toISOString(), problem: withoutKey(reasonWords(error.problem), configured) },
    last_success_at: health.lastSuccessAt()?.toISOString() ?? null,
    refused_since: health.refusedSince()?.toISOString() ?? null,
  };
}

/** The last four characters behind dots; null without a key, and for a short one. */
export function maskedKey(key: string | null): string | null {
  return key && key.length >= MIN_SHOWN_KEY_CHARS ? `••••${key.slice(-4)}` : null;
}

/** Masks the key in a text: a server that echoes its request returns it. */
function withoutKey(text: string, configured: Configured | null): string {
  return configured?.apiKey ? text.replaceAll(configured.apiKey, '••••') : text;
}

/** A failure reason as the owner reads it: its meaning, and in brackets what to look up. */
export function reasonWords(reason: string): string {
  const words = REASONS.find(([one]) => one.test(reason))?.[1];
  return words ? `${words} (${reason.replace(/^refused with /, '')})` : reason;
}
