/** The models that a provider serves, refreshed in the background, and those it has reported as gone. */
import type { ModelInfo } from '@understudy/contract/wire';
import { parseObject } from '../../openai-wire/parse-object.ts';
import { type Catalogue, defaultOf, pickerModels, resolveModel, type ServedModel, successorsOf } from './models.ts';

/** Resolves requested model ids. */
export interface ModelList {
  /** The id to request from the provider. Waits for the list only if nothing could be requested without it. */
  resolve(asked: string): Promise<string | null>;
  /** The provider reported `id` as gone. Returns true if another model replaces it from now on. */
  retire(id: string, asked: string): boolean;
  refresh(): Promise<void>;
  listModels(): ModelInfo[];
  defaultModel(): string | null;
  knows(id: string): boolean;
  stop(): void;
}

interface ModelListOptions {
  provider: string;
  named: string | null;
  catalogue: () => Catalogue;
  /** Body of the provider's `/models`; rejects if unavailable. */
  fetchList: () => Promise<string>;
  now?: () => number;
  refreshMs?: number;
}

const REFRESH_MS = 10 * 60_000;
/** Shorter interval while there is no list at all. */
const FIRST_LIST_RETRY_MS = 30_000;
/** A model reported as gone is tried again after this, in case the provider was wrong. */
const RETIRED_MS = 60 * 60_000;

/** Loads the list at once, and again every `refreshMs` until `stop`; if a model is named, there is no list. */
export function createModelList(options: ModelListOptions): ModelList {
  const { provider, named, now = Date.now, refreshMs = REFRESH_MS } = options;
  const retired = new Map<string, number>();
  let served: ServedModel[] | null = null;
  let refreshing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const known = () => ({ provider, named, catalogue: options.catalogue(), served, isRetired });

  function isRetired(id: string): boolean {
    const until = retired.get(id);
    return until !== undefined && now() < until;
  }

  async function load(): Promise<void> {
    try {
      const list = readModels(await options.fetchList());
      if (list && list.length > 0) served = list;
    } catch {
      // The last list stays in use; turns themselves notice a provider that is down.
    }
    refreshing = null;
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => void refresh(), served ? refreshMs : Math.min(refreshMs, FIRST_LIST_RETRY_MS));
    timer.unref();
  }

  function refresh(): Promise<void> {
    if (named !== null || stopped) return Promise.resolve();
    refreshing ??= load();
    return refreshing;
  }

  void refresh();

  return {
    async resolve(asked) {
      const resolved = resolveModel(asked, known());
      if (resolved) return resolved;
      if (refreshing) await refreshing;
      // A server without a list is sent the id as it is.
      return resolveModel(asked, known()) ?? (served || isRetired(asked) ? null : asked);
    },
    retire(id, asked) {
      retired.set(id, now() + RETIRED_MS);
      void refresh();
      const next = resolveModel(asked, known());
      if (next !== null && next !== id) return true;
      // Without a replacement, requesting it again is the only way to notice that it is back.
      retired.delete(id);
      return false;
    },
    refresh,
    listModels: () => pickerModels(known()),
    defaultModel: () => defaultOf(known()),
    knows(id) {
      const { models } = options.catalogue();
      return (
        id === named ||
        models.some((model) => model.id === id || successorsOf(model.id, options.catalogue()).includes(id)) ||
        (served?.some((model) => model.id === id) ?? false)
      );
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** The entries of a `/models` body; null if it is malformed. */
export function readModels(body: string): ServedModel[] | null {
  const data = (parseObject(body) as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return null;
  const models: ServedModel[] = [];
  for (const entry of data as ({ id?: unknown; context_window?: unknown; active?: unknown } | null)[]) {
    if (typeof entry?.id !== 'string' || entry.id.length > 200 || entry.active === false) continue;
    const context = entry.context_window;
    models.push({ id: entry.id, contextWindow: typeof context === 'number' ? context : null });
  }
  return models;
}
