import type { ModelInfo, PublicConfig } from '@understudy/contract/wire';
import type { CSSProperties } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Label, Select } from '../../../ui/field.tsx';
import type { TalkState } from '../talk.ts';

/** Pickers for mode and model. A change applies from the next reply on and keeps the conversation. */
export function Pickers({
  talk,
  onMode,
  onModel,
}: {
  talk: TalkState;
  onMode: (mode: string) => void;
  onModel: (model: string) => void;
}) {
  const config = useConfig();
  const disabled = talk.phase !== 'live';
  const mode = config.modes.find((known) => known.id === talk.mode);
  const model = config.models.find((known) => known.id === talk.model);
  return (
    <div className="grid gap-3 pb-2 sm:grid-cols-2 lg:flex lg:pb-0">
      <div>
        <Label htmlFor="mode-picker" className="lg:sr-only">
          Personality
        </Label>
        <Select
          id="mode-picker"
          value={talk.mode}
          disabled={disabled}
          title={mode?.description}
          onChange={(event) => onMode(event.target.value)}
          className="mt-1 lg:mt-0 lg:w-38"
        >
          {config.modes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <p className="mt-1 text-muted-foreground text-sm lg:hidden">{mode?.description}</p>
      </div>
      <div>
        <Label htmlFor="model-picker" className="lg:sr-only">
          Model
        </Label>
        <Select
          id="model-picker"
          value={talk.model}
          disabled={disabled}
          title={model?.description}
          onChange={(event) => onModel(event.target.value)}
          className="mt-1 lg:mt-0 lg:w-44"
        >
          {config.models.map((option) => {
            const { label, disabled: isGone } = modelOption(config, option);
            return (
              <option
                key={option.id}
                value={option.id}
                disabled={isGone}
                className={option.color && 'talk-model'}
                style={{ '--model': option.color } as CSSProperties}
              >
                {label}
              </option>
            );
          })}
        </Select>
        <p className="mt-1 text-muted-foreground text-sm lg:hidden">{model?.description}</p>
      </div>
    </div>
  );
}

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
