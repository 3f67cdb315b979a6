import type { ModelInfo, PublicConfig } from '@understudy/contract/wire';

/** A model as a person calls it; an id that the catalogue does not know is its own name. */
export function modelName(config: PublicConfig, id: string): string {
  return config.models.find((model) => model.id === id)?.name ?? id;
}

/**
 * What the picker says about a model: its context length, that it is retired and who answers for it, or that nobody
 * does.
 */
export function modelOption(config: PublicConfig, model: ModelInfo): { label: string; disabled: boolean } {
  // Of a provider's own model it may not be known.
  const name = [model.name, model.contextLength].filter(Boolean).join(' · ');
  if (model.available) return { label: name, disabled: false };
  if (model.successor) {
    return { label: `${name} (answered by ${modelName(config, model.successor)})`, disabled: false };
  }
  return { label: `${name} (not available)`, disabled: true };
}
