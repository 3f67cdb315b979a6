import type { ScoredPassage, Twin } from '@understudy/contract/twin';
import type { ChatProvider } from '../config.ts';
import { createKnowledge } from '../features/knowledge/knowledge.ts';
import { createLanguageModel, type LanguageModels } from '../providers/language-model/create-language-model.ts';
import { createEmbeddedTwin } from '../providers/language-model/embedded/embedded-twin.ts';
import { latest } from './latest.ts';

/** What writes the twin's words, over the twin as it stands now. */
export interface Writers {
  models: LanguageModels;
  /** Searches the twin's knowledge. */
  find(query: string, limit: number): ScoredPassage[];
}

/**
 * Composes the configured providers, in their order, with the embedded twin behind them.
 * @param twin the twin as it stands now; development swaps it when a file is edited
 */
export function createWriters(chain: ChatProvider[], twin: () => Twin): Writers {
  const knowledge = latest(twin, createKnowledge);
  const find: Writers['find'] = (query, limit) => knowledge().find(query, limit);
  const embedded = latest(twin, (now) => createEmbeddedTwin({ twin: now, find }));
  return {
    find,
    models: createLanguageModel(
      { chain },
      { twinCatalogue: twin, embedded: { reply: (request, signal) => embedded().reply(request, signal) } },
    ),
  };
}
