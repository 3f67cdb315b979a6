/** What a model server says of itself, asked once: by whoever is about to connect it. */
import { badResponse, networkError, statusError } from '../openai-wire/errors.ts';
import { createTransport, readWhole } from '../openai-wire/transport.ts';
import { ProviderError } from '../provider-error.ts';
import { readModels } from './openai-compatible/model-list.ts';
import { chats, OPENAI_USUAL } from './openai-compatible/models.ts';

/** Whom to ask. */
export interface ModelServer {
  provider: string;
  baseUrl: string;
  apiKey: string | null;
}

/**
 * The models that a server lists, those that do not chat left out.
 * @param usual ids that come first where they are served
 * @throws ProviderError
 */
export async function servedModels(
  { provider, ...server }: ModelServer,
  timeoutMs: number,
  usual: readonly string[] = OPENAI_USUAL,
): Promise<string[]> {
  const transport = createTransport({ ...server, connectMs: timeoutMs });
  const exchange = transport.get('models');
  const timer = setTimeout(() => exchange.destroy(new ProviderError(provider, 'timeout')), timeoutMs);
  try {
    const message = await exchange.answer;
    const { statusCode = 0, headers } = message;
    if (statusCode !== 200) throw statusError(provider, statusCode, headers);
    const models = readModels(await readWhole(message));
    if (!models) throw badResponse(provider);
    const ids = models.map(({ id }) => id).filter(chats);
    return [...usual.filter((id) => ids.includes(id)), ...ids.filter((id) => !usual.includes(id))];
  } catch (error) {
    throw networkError(provider, error);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/** A model server that runs on this machine. */
export interface LocalModels {
  name: string;
  baseUrl: string;
  models: string[];
}

/** Who usually listens there. */
const NAMES: Readonly<Record<number, string>> = { 11434: 'Ollama', 1234: 'LM Studio', 8080: 'llama.cpp' };
/** A server on this machine answers at once or is none. */
const LOOK_MS = 700;

/**
 * Looks for model servers on this machine. What answers otherwise than a model server does is none, and one without a
 * model is of no use.
 */
export async function findLocalModels(ports: readonly number[]): Promise<LocalModels[]> {
  const found = await Promise.all(
    ports.map(async (port) => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const models = await servedModels({ provider: 'custom', baseUrl, apiKey: null }, LOOK_MS).catch(() => []);
      return { name: NAMES[port] ?? `a model server on port ${port}`, baseUrl, models };
    }),
  );
  return found.filter(({ models }) => models.length > 0);
}
