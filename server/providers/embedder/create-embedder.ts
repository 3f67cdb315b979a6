import { EMBEDDING_SIZE } from '@understudy/contract/constants';
import { type BreakerSettings, callThrough, createBreaker, DEFAULT_BREAKER } from '../breaker.ts';
import { createHealth, type Health, noted, type ProviderLink } from '../health.ts';
import { ProviderError, type ProviderNote } from '../provider-error.ts';
import type { EncoderProblem, SentenceEncoder, SentenceVector } from './encoder/sentence-encoder.ts';
import { createOpenAiEmbedder, WrongSize } from './openai-compatible/create-openai-embedder.ts';
import type { Embedding } from './port.ts';

/** The embedded encoder's name, which changes with its vectors: those of different embedders are not compared. */
export const EMBEDDED_EMBEDDER = 'minilm-1';
/** The name for embeddings that match nothing, which texts get if the encoder cannot be loaded or is too busy. */
export const NO_EMBEDDER = 'none';
/** The time limit of a provider. Short, because a visitor may be waiting. */
const TIMEOUT_MS = 800;
/** Maximum number of texts per call. */
const MAX_TEXTS = 64;

/** The configured provider, if any; the embedded encoder; and shorter times for tests. */
export interface EmbeddersConfig {
  encoder: SentenceEncoder;
  provider: { baseUrl: string; apiKey: string | null; model: string } | null;
  breaker?: Partial<BreakerSettings>;
  timeoutMs?: number;
}

/** Embeddings, all of one embedder. */
interface Embedded {
  embedder: string;
  embeddings: readonly Embedding[];
  /** For the owner: why the provider's embeddings were not used. */
  notes: ProviderNote[];
}

/** The product's embedders. */
export interface Embedders {
  /** As named in the startup message: custom or embedded. */
  provider(): string;
  /**
   * Embeds up to 64 texts. Always returns a result; rejects only with the signal's reason once it is aborted.
   *
   * @param encoded the embedded encoder's vectors of these texts, if already available; null if it failed and must not
   * be asked again
   */
  embed(texts: readonly string[], signal: AbortSignal, encoded?: readonly SentenceVector[] | null): Promise<Embedded>;
  /** The configured provider, if any, and the embedded encoder. */
  links: readonly ProviderLink[];
  close(): void;
}

/** The result of a test, in a sentence. */
const sizeSentence = ([embedding]: Embedding[]): string => `It made ${embedding?.length ?? 0} numbers.`;

/**
 * Creates the embedders: the configured provider, and the embedded encoder if that fails. Opens no connection and reads
 * no file before the first text.
 */
export function createEmbedders(config: EmbeddersConfig): Embedders {
  const { provider: given, timeoutMs = TIMEOUT_MS } = config;
  const remote = given ? createOpenAiEmbedder({ ...given, provider: 'custom', timeoutMs }) : null;
  const health = createHealth();
  const breaker = createBreaker({ ...DEFAULT_BREAKER, ...config.breaker }, health);
  const ownHealth = healthOf(config.encoder);
  /** Whether the model's vectors have another size than ours; then it is not asked again. */
  let hasWrongSize = false;

  const embedHere = async (
    texts: readonly string[],
    encoded: readonly SentenceVector[] | null | undefined,
    notes: ProviderNote[] = [],
  ): Promise<Embedded> => {
    // In the background, that is without a time limit: stored vectors are worth waiting for.
    const vectors = encoded === undefined ? await config.encoder.encode(texts, true) : encoded;
    const problem = config.encoder.problem();
    if (vectors) ownHealth.note('success');
    else if (problem) ownHealth.note(new ProviderError('embedded', `it cannot be loaded: ${problem.message}`));
    return vectors
      ? { embedder: EMBEDDED_EMBEDDER, embeddings: vectors, notes }
      : { embedder: NO_EMBEDDER, embeddings: texts.map(() => new Float32Array(EMBEDDING_SIZE)), notes };
  };

  return {
    provider: () => (remote && !hasWrongSize ? 'custom' : 'embedded'),
    async embed(texts, signal, encoded) {
      signal.throwIfAborted();
      if (texts.length > MAX_TEXTS) throw new RangeError(`at most ${MAX_TEXTS} texts are embedded at a time`);
      if (!remote || hasWrongSize || texts.length === 0) return embedHere(texts, encoded);
      try {
        const embeddings = await callThrough(breaker, 'custom', () => remote.embed(texts, signal));
        return { embedder: remote.name, embeddings, notes: [] };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError)) throw error;
        if (error instanceof WrongSize) hasWrongSize = true;
        const kind = error.kind ?? 'provider_fell_back';
        return embedHere(texts, encoded, [{ kind, provider: 'custom', reason: error.message }]);
      }
    },
    links: [
      ...(remote && given
        ? [
            {
              name: 'custom',
              health,
              models: () => [given.model],
              test: async (signal: AbortSignal) =>
                sizeSentence(await noted({ name: 'custom', health }, () => remote.embed(['Hello'], signal))),
            },
          ]
        : []),
      {
        name: 'embedded',
        health: ownHealth,
        models: () => [EMBEDDED_EMBEDDER],
        test: async () => {
          const { embedder, embeddings } = await embedHere(['Hello'], undefined);
          if (embedder === NO_EMBEDDER)
            throw new ProviderError('embedded', `the encoder cannot be loaded: ${config.encoder.problem()?.message}`);
          return sizeSentence([...embeddings]);
        },
      },
    ],
    close: () => remote?.close(),
  };
}

/** Health of the embedded encoder: either it cannot be loaded, or nothing is wrong. */
function healthOf(encoder: SentenceEncoder): Health {
  return {
    ...createHealth(),
    isResting: () => encoder.problem() !== null,
    lastError() {
      const problem = encoder.problem();
      return problem && { at: problem.at, problem: `it cannot be loaded: ${problem.message}` };
    },
  };
}

/** The sentence that tells the operator what it means that the encoder cannot be loaded, and what to do. */
export const encoderSentence = ({ message }: Pick<EncoderProblem, 'message'>): string =>
  'The sentence encoder cannot be loaded, so that visitors are understood and answered by words alone, which is ' +
  `clearly worse: run "npm install" and start again. (${message.split('\n')[0]})`;
