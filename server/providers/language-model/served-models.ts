import { badResponse, createTransport, networkError, readWhole, statusError } from '../openai-wire/transport.ts';
import { ProviderError } from '../provider-error.ts';
import { isChatModel, OPENAI_DEFAULTS, readModels } from './openai-compatible/models.ts';

/** Programs that usually listen on these ports. */
const LOCAL_SERVER_NAMES: Readonly<Record<number, string>> = { 11434: 'Ollama', 1234: 'LM Studio', 8080: 'llama.cpp' };
/** A local server answers at once, or there is none. */
const LOCAL_TIMEOUT_MS = 700;

/** The server to ask. */
interface ModelServer {
  provider: string;
  baseUrl: string;
  apiKey: string | null;
}

/**
 * Asks a server for its chat models, whether it is connected or not.
 *
 * @param usual ids that come first if they are served
 * @throws ProviderError
 */
export async function servedModels(
  { provider, ...server }: ModelServer,
  timeoutMs: number,
  usual: readonly string[] = OPENAI_DEFAULTS,
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
    const ids = models.map(({ id }) => id).filter(isChatModel);
    return [...usual.filter((id) => ids.includes(id)), ...ids.filter((id) => !usual.includes(id))];
  } catch (error) {
    throw networkError(provider, error);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/** A model server on this machine, with its models. */
interface LocalServer {
  name: string;
  baseUrl: string;
  models: string[];
}

/**
 * Finds model servers on this machine. Leaves out ports that answer in any other way, and servers without models.
 */
export async function findLocalModels(ports: readonly number[]): Promise<LocalServer[]> {
  const found = await Promise.all(
    ports.map(async (port) => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const models = await servedModels({ provider: 'custom', baseUrl, apiKey: null }, LOCAL_TIMEOUT_MS).catch(
        () => [],
      );
      return { name: LOCAL_SERVER_NAMES[port] ?? `a model server on port ${port}`, baseUrl, models };
    }),
  );
  return found.filter(({ models }) => models.length > 0);
}
