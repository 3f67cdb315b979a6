/** Which model id answers for a requested one. Pure. */
import type { ModelInfo } from '@understudy/contract/wire';

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
export interface ModelKnowledge {
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
export interface ServedModel {
  id: string;
  /** In tokens, if the provider reports it. */
  contextWindow: number | null;
}

/** OpenAI lists some hundred models without marking a default: the first of these that is listed is used. */
export const OPENAI_USUAL = ['gpt-5-mini', 'gpt-4.1-mini', 'gpt-4o-mini'];
/** Ids in a provider's list that are not chat models. */
const NOT_CHAT =
  /whisper|embed|tts|transcri|speech|orpheus|audio|realtime|dall-e|image|sora|moderation|guard|rerank|davinci|babbage|search|codex|instruct-\d/i;
/** Whether this id is a chat model, judging by its name. */
export const chats = (id: string): boolean => !NOT_CHAT.test(id);
const PICKER_MAX = 50;
/** Tokens in a "k" of the picker. */
const KILO = 1024;
const OTHER_COLOR = '#6b7280';

/**
 * The id that answers for `asked`: itself if served, else the first of its successors that is, else the provider's
 * default. Null if no known model could answer.
 */
export function resolveModel(asked: string, known: ModelKnowledge): string | null {
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
export function defaultOf(known: ModelKnowledge): string | null {
  const { catalogue, served } = known;
  const usual = [catalogue.defaultModel, ...successorsOf(catalogue.defaultModel, catalogue)];
  if (known.named) return known.named;
  if (known.provider === 'openai') return firstServed(OPENAI_USUAL, known, false) ?? firstChat(known);
  if (known.provider === 'groq') return firstServed(usual, known, false) ?? firstChat(known);
  return served ? (firstServed(usual, known, false) ?? firstChat(known)) : null;
}

/** This provider's models in the picker. */
export function pickerModels(known: ModelKnowledge): ModelInfo[] {
  const { catalogue, named, served } = known;
  if (named) {
    const entry = catalogue.models.find((model) => model.id === named);
    return [entry ? { ...entry, available: true, successor: null } : otherModel({ id: named, contextWindow: null })];
  }
  const listed = known.provider === 'groq' ? catalogue.models.map((model) => catalogueEntry(model, known)) : [];
  const shown = new Set(listed.map((model) => model.id));
  const others = (served ?? [])
    .filter((model) => !shown.has(model.id) && chats(model.id) && !known.isRetired(model.id))
    .map((model) => {
      const entry = catalogue.models.find((candidate) => candidate.id === model.id);
      return entry ? { ...entry, available: true, successor: null } : otherModel(model);
    });
  return [...listed, ...others].slice(0, PICKER_MAX);
}

/** The ids that may answer instead of `id`, nearest first. A cycle in the catalogue ends the chain. */
export function successorsOf(id: string, catalogue: Catalogue): string[] {
  const chain: string[] = [];
  let next = catalogue.models.find((model) => model.id === id)?.successor ?? null;
  while (next !== null && next !== id && !chain.includes(next)) {
    chain.push(next);
    const current: string = next;
    next = catalogue.models.find((model) => model.id === current)?.successor ?? null;
  }
  return chain;
}

/** `trusting`: an id missing from the list counts as served, because the operator named it. */
function firstServed(ids: string[], known: ModelKnowledge, trusting: boolean): string | null {
  const { served } = known;
  const usable = (id: string) =>
    !known.isRetired(id) && (trusting || served === null || served.some((model) => model.id === id));
  return ids.find(usable) ?? null;
}

function firstChat(known: ModelKnowledge): string | null {
  return known.served?.find((model) => chats(model.id) && !known.isRetired(model.id))?.id ?? null;
}

function catalogueEntry(model: CatalogueModel, known: ModelKnowledge): ModelInfo {
  const answering = resolveModel(model.id, known);
  const available = answering === model.id;
  return { ...model, available, successor: available ? null : answering };
}

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
