import type { ModelInfo } from '@understudy/contract/wire';
import { parseObject } from '../../openai-wire/transport.ts';

/** A model of the operator's catalogue. */
export interface CatalogueModel {
  id: string;
  name: string;
  description: string;
  /** For example "128k". */
  contextLength: string;
  color: string;
  /** The id that answers once this one is no longer served. */
  successor: string | null;
}

/** The twin's own models, without what providers serve. */
export interface Catalogue {
  models: CatalogueModel[];
  /** Id of the default model. */
  defaultModel: string;
}

/** Current knowledge about a provider's models. */
interface ModelKnowledge {
  provider: string;
  /** The only model to use, if the operator named one. */
  named: string | null;
  catalogue: Catalogue;
  /** The provider's own list; null while unknown. */
  served: ServedModel[] | null;
  /** Whether the provider has reported this id as gone. */
  isRetired: (id: string) => boolean;
}

/** An entry of a provider's `/models`. */
interface ServedModel {
  id: string;
  /** In tokens, if the provider reports it. */
  contextWindow: number | null;
}

/** OpenAI lists some hundred models without marking a default. The first of these that it lists is used. */
export const OPENAI_DEFAULTS = ['gpt-5-mini', 'gpt-4.1-mini', 'gpt-4o-mini'];
/** Ids in a provider's list that are not chat models. */
const NOT_CHAT = new RegExp(
  [
    'whisper|embed|tts|transcri|speech|orpheus|audio|realtime',
    'dall-e|image|sora',
    'moderation|guard|rerank|davinci|babbage|search|codex|instruct-\\d',
  ].join('|'),
  'i',
);
/** Whether this id is a chat model, judging by its name. */
export const isChatModel = (id: string): boolean => !NOT_CHAT.test(id);
/** Models in the picker. */
const MAX_PICKER_MODELS = 50;
/** Tokens in a "k" of the picker. */
const KILO = 1024;
/** The color of models without a catalogue entry. */
const OTHER_COLOR = '#6b7280';
/** How often the list is reloaded. */
const REFRESH_MS = 10 * 60_000;
/** Shorter interval while there is no list at all. */
const FIRST_LIST_RETRY_MS = 30_000;
/** A model reported as gone is tried again after this, in case the provider was wrong. */
const RETIRED_MS = 60 * 60_000;

/**
 * The id that answers for `asked`: itself if served, else the first of its successors that is, else the provider's
 * default. Null if no known model could answer. Pure.
 */
function resolveModel(asked: string, known: ModelKnowledge): string | null {
  if (known.named) return firstServed([known.named, ...successorsOf(known.named, known.catalogue)], known, true);
  const wanted = [asked, ...successorsOf(asked, known.catalogue)];
  // While the list is unknown, only Groq is known to serve the catalogue's ids.
  if (known.served || known.provider === 'groq') {
    const own = firstServed(wanted, known, false);
    if (own) return own;
  }
  return defaultOf(known);
}

/** The provider's default; null if no known model could answer. */
function defaultOf(known: ModelKnowledge): string | null {
  const { catalogue, served } = known;
  const usual = [catalogue.defaultModel, ...successorsOf(catalogue.defaultModel, catalogue)];
  if (known.named) return known.named;
  if (known.provider === 'openai') return firstServed(OPENAI_DEFAULTS, known, false) ?? firstChat(known);
  if (known.provider === 'groq') return firstServed(usual, known, false) ?? firstChat(known);
  return served ? (firstServed(usual, known, false) ?? firstChat(known)) : null;
}

/** This provider's models in the picker. */
function pickerModels(known: ModelKnowledge): ModelInfo[] {
  const { catalogue, named, served } = known;
  if (named) {
    const entry = catalogue.models.find((model) => model.id === named);
    return [entry ? { ...entry, available: true, successor: null } : otherModel({ id: named, contextWindow: null })];
  }
  const listed = known.provider === 'groq' ? catalogue.models.map((model) => catalogueEntry(model, known)) : [];
  const shown = new Set(listed.map((model) => model.id));
  const others = (served ?? [])
    .filter((model) => !shown.has(model.id) && isChatModel(model.id) && !known.isRetired(model.id))
    .map((model) => {
      const entry = catalogue.models.find((candidate) => candidate.id === model.id);
      return entry ? { ...entry, available: true, successor: null } : otherModel(model);
    });
  return [...listed, ...others].slice(0, MAX_PICKER_MODELS);
}

/** The ids that may answer instead of `id`, nearest first. A cycle in the catalogue ends the chain. */
function successorsOf(id: string, catalogue: Catalogue): string[] {
  const chain: string[] = [];
  let next = catalogue.models.find((model) => model.id === id)?.successor ?? null;
  while (next !== null && next !== id && !chain.includes(next)) {
    chain.push(next);
    const current: string = next;
    next = catalogue.models.find((model) => model.id === current)?.successor ?? null;
  }
  return chain;
}

/**
 * The first id that is served; null for none.
 * @param trusting whether an id that the list lacks counts as served, because the operator named it
 */
function firstServed(ids: string[], known: ModelKnowledge, trusting: boolean): string | null {
  const { served } = known;
  const usable = (id: string) =>
    !known.isRetired(id) && (trusting || served === null || served.some((model) => model.id === id));
  return ids.find(usable) ?? null;
}

/** The first chat model that the provider lists; null for none. */
function firstChat(known: ModelKnowledge): string | null {
  return known.served?.find((model) => isChatModel(model.id) && !known.isRetired(model.id))?.id ?? null;
}

/** A model of the catalogue in the picker. */
function catalogueEntry(model: CatalogueModel, known: ModelKnowledge): ModelInfo {
  const answering = resolveModel(model.id, known);
  const available = answering === model.id;
  return { ...model, available, successor: available ? null : answering };
}

/** A model without a catalogue entry in the picker. */
function otherModel({ id, contextWindow }: ServedModel): ModelInfo {
  return {
    id,
    name: id.slice(id.lastIndexOf('/') + 1),
    description: '',
    contextLength: contextWindow ? `${Math.max(1, Math.round(contextWindow / KILO))}k` : '',
    color: OTHER_COLOR,
    available: true,
    successor: null,
  };
}

/** The models that a provider serves, and those that it has reported as gone; resolves requested ids. */
export interface ModelList {
  /** The id to request from the provider. Waits for the list only if nothing could be requested without it. */
  resolve(asked: string): Promise<string | null>;
  /** Takes note that the provider reported `id` as gone. @returns whether another model replaces it from now on */
  retire(id: string, asked: string): boolean;
  /** Reloads the list. */
  refresh(): Promise<void>;
  /** This provider's models in the picker. */
  listModels(): ModelInfo[];
  /** The id that answers if none is requested; null while unknown. */
  defaultModel(): string | null;
  /** Whether the catalogue or the provider has a model of this id. */
  knows(id: string): boolean;
  /** Ends the background loading. */
  stop(): void;
}

interface ModelListOptions {
  provider: string;
  /** The only model to use, if the operator named one. */
  named: string | null;
  catalogue: () => Catalogue;
  /** Body of the provider's `/models`; rejects if unavailable. */
  fetchList: () => Promise<string>;
  now?: () => number;
  refreshMs?: number;
}

/**
 * Creates the list. Loads it at once, and again every `refreshMs` until `stop`; if a model is named, there is no list.
 */
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
