import type { ScoredPassage, Twin } from '@understudy/contract/twin';
import type { ChatProvider } from '../config.ts';
import { createKnowledge } from '../features/knowledge/knowledge.ts';
import { createLanguageModel, type SwitchableModels } from '../providers/language-model/create-language-model.ts';
import { createEmbeddedTwin } from '../providers/language-model/embedded/embedded-twin.ts';
import type { LanguageModel } from '../providers/language-model/port.ts';
import { latest } from './latest.ts';

/** One twin, with what it knows and how it speaks by itself: what a turn keeps until its end. */
export interface Character {
  twin: Twin;
  /** Searches the twin's knowledge. */
  find(query: string, limit: number): ScoredPassage[];
  embedded: LanguageModel;
}

/** What writes the twin's words, over the twin as it stands now. */
export interface Writers {
  models: SwitchableModels;
  /** The twin as it stands now. */
  character(): Character;
}

/** Makes a twin ready to be searched and to speak; this takes some hundredths of a second. */
export function characterOf(twin: Twin): Character {
  const { find } = createKnowledge(twin);
  return { twin, find, embedded: createEmbeddedTwin({ twin, find }) };
}

/**
 * Composes the configured providers, in their order, with the embedded twin behind them.
 * @param twin the twin as it stands now; it is swapped when a text is edited
 */
export function createWriters(chain: ChatProvider[], twin: () => Twin): Writers {
  const character = latest(twin, characterOf);
  const embedded: LanguageModel = {
    reply: (request, signal) => (request.embedded ?? character().embedded).reply(request, signal),
  };
  return { character, models: createLanguageModel({ chain }, { twinCatalogue: twin, embedded }) };
}
