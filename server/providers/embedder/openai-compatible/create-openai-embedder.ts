import { EMBEDDING_SIZE } from '@understudy/contract/constants';
import { z } from 'zod';
import {
  badResponse,
  callWithin,
  createTransport,
  parseObject,
  readWhole,
  saysModelIsGone,
  statusError,
} from '../../openai-wire/transport.ts';
import { ProviderError } from '../../provider-error.ts';
import { type Embedder, type Embedding, normalised } from '../port.ts';

const CONNECT_MS = 1_000;

/** The server and the model to use. */
interface OpenAiEmbedderOptions {
  provider: string;
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** For one call, in milliseconds. */
  timeoutMs: number;
}

/** A response's body. */
const answer = z.object({
  data: z.array(z.object({ index: z.number().int().min(0).optional(), embedding: z.array(z.number()).max(10_000) })),
});

/** The response contains embeddings of another size than ours, so this model cannot be used. */
export class WrongSize extends ProviderError {}

/**
 * Creates an embedder for any OpenAI-compatible `/embeddings`. Requests 384 dimensions; if the server refuses that
 * option, asks without it. Rejects with a {@link ProviderError} whatever goes wrong, among them a {@link WrongSize} if
 * the vectors do not have 384 numbers.
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder & { close(): void } {
  const { provider, model, timeoutMs } = options;
  const transport = createTransport({ ...options, connectMs: Math.min(CONNECT_MS, timeoutMs) });
  let mayRequestSize = true;

  /** @returns null if the server refused the option */
  async function ask(texts: readonly string[], signal: AbortSignal): Promise<Embedding[] | null> {
    const sized = mayRequestSize;
    const body = { model, input: texts, encoding_format: 'float', ...(sized ? { dimensions: EMBEDDING_SIZE } : {}) };
    const exchange = () => transport.post('embeddings', body);
    return callWithin(provider, timeoutMs, signal, exchange, async (message) => {
      const status = message.statusCode ?? 0;
      const text = await readWhole(message);
      if (status === 200) return readEmbeddings(provider, text, texts.length);
      if (status < 400) throw badResponse(provider);
      if (saysModelIsGone(status, text)) throw new ProviderError(provider, 'model not found', { status });
      if (sized && (status === 400 || status === 422)) {
        mayRequestSize = false;
        return null;
      }
      throw statusError(provider, status, message.headers);
    });
  }

  return {
    name: `${provider}:${model}`,
    async embed(texts, signal) {
      const embeddings = (await ask(texts, signal)) ?? (await ask(texts, signal));
      if (embeddings) return embeddings;
      throw badResponse(provider);
    },
    close: () => transport.close(),
  };
}

/** @throws ProviderError for any other body */
function readEmbeddings(provider: string, text: string, count: number): Embedding[] {
  const parsed = answer.safeParse(parseObject(text));
  if (!parsed.success || parsed.data.data.length !== count) throw badResponse(provider);
  // Without an index, they come in order.
  const rows = parsed.data.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return rows.map(({ embedding }) => {
    if (embedding.length !== EMBEDDING_SIZE) {
      const reason = `${embedding.length} numbers instead of ${EMBEDDING_SIZE}`;
      throw new WrongSize(provider, reason, { status: 200, kind: 'provider_bad_response' });
    }
    const vector = normalised(embedding);
    if (!vector) throw badResponse(provider);
    return vector;
  });
}
