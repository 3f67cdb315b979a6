/** Which model id answers when another was asked for. Pure. */
import type { ModelInfo } from '@understudy/contract/wire';

/** A model of the operator's catalogue. */
export interface CatalogueModel {
  id: string;
  name: string;
  description: string;
  /** For example "128k". */
  contextLength: string;
  color: string;
  /** The id that answers when this one is not served any more. */
  successor: string | null;
}

/** The twin's own models, without what providers serve. */
export interface Catalogue {
  models: CatalogueModel[];
  /** Id of the model that answers when nothing else is asked for. */
  defaultModel: string;
}

/** What is known about a provider's models right now. */
export interface ModelKnowledge {
  provider: string;
  /** The one model to use, where the operator named one. */
  named: string | null;
  catalogue: Catalogue;
  /** The provider's own list; null while it is not known. */
  served: ServedModel[] | null;
  /** Whether the provider has answered that this id is gone. */
  isRetired: (id: string) => boolean;
}

/** An entry of a provider's `/models`. */
export interface ServedModel {
  id: string;
  /** In tokens, where the provider tells. */
  contextWindow: number | null;
}

/** OpenAI lists some hundred models and marks none as its usual one: the first of these that is there. */
export const OPENAI_USUAL = ['gpt-5-mini', 'gpt-4.1-mini', 'gpt-4o-mini'];
/** Ids in a provider's list that do not chat. */
const NOT_CHAT =
  /whisper|embed|tts|transcri|speech|orpheus|audio|realtime|dall-e|image|sora|moderation|guard|rerank|davinci|babbage|search|codex|instruct-\d/i;
/** Whether a model of this id chats, as far as its name tells. */
export const chats = (id: string): boolean => !NOT_CHAT.test(id);
const PICKER_MAX = 50;
/** Tokens in a "k" of the picker. */
const KILO = 1024;
const OTHER_COLOR = '#6b7280';

/**
 * The id that answers when `asked` is asked for: itself where it is served, else the first of its successors that is,
 * else the provider's default. Null when nothing is known that could answer.
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

/** The provider's default; null when nothing is known that could answer. */
export function defaultOf(known: ModelKnowledge): string | null {
  const { catalogue, served } = known;
  const usual = [catalogue.defaultModel, ...successorsOf(catalogue.defaultModel, catalogue)];
  if (known.named) return known.named;
  if (known.provider === 'openai') return firstServed(OPENAI_USUAL, known, false) ?? firstChat(known);
  if (known.provider === 'groq') return firstServed(usual, known, false) ?? firstChat(known);
  return served ? (firstServed(usual, known, false) ?? firstChat(known)) : null;
}

/** What the picker shows of this provider. */
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

/** The ids that may answer in place of `id`, nearest first. A circle in the catalogue ends the chain. */
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

/** `trusting`: an id that the list lacks counts as served, since the operator named it. */
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
