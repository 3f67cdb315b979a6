import type { ModelInfo, PublicConfig } from '@understudy/contract/wire';

/** The model's display name; the id itself if the catalogue does not contain it. */
export function modelName(config: PublicConfig, id: string): string {
  return config.models.find((model) => model.id === id)?.name ?? id;
}

/** The picker's label for a model: its context length, whether it is retired, and its successor, if any. */
export function modelOption(config: PublicConfig, model: ModelInfo): { label: string; disabled: boolean } {
  // Unknown for models that a provider adds itself.
  const name = [model.name, model.contextLength].filter(Boolean).join(' · ');
  if (model.available) return { label: name, disabled: false };
  if (model.successor) {
    return { label: `${name} (answered by ${modelName(config, model.successor)})`, disabled: false };
  }
  return { label: `${name} (not available)`, disabled: true };
}
