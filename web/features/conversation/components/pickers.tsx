import type { ModelInfo, PublicConfig } from '@understudy/contract/wire';
import type { ComponentProps, CSSProperties } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
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
    <div className="grid gap-3 pb-2 sm:grid-cols-2 lg:contents">
      <Picker
        id="mode-picker"
        label={t('chat.personality')}
        value={talk.mode}
        disabled={disabled}
        description={mode?.description}
        onChoose={onMode}
        place="talk-pick-mode"
      >
        {config.modes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Picker>
      {config.models.length > 0 ? (
        <Picker
          id="model-picker"
          label={t('chat.model')}
          value={talk.model}
          disabled={disabled}
          description={model?.description}
          onChoose={onModel}
          place="talk-pick-model"
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
        </Picker>
      ) : null}
    </div>
  );
}

interface PickerProps extends Pick<ComponentProps<'select'>, 'id' | 'value' | 'disabled' | 'children'> {
  id: string;
  /** The class of its place in the header of a wide screen. */
  place: string;
  label: string;
  /** Of the chosen option. */
  description: string | undefined;
  onChoose: (id: string) => void;
}

function Picker({ label, description, onChoose, place, ...select }: PickerProps) {
  return (
    <div className={`talk-pick ${place}`}>
      <Label htmlFor={select.id} className="lg:sr-only">
        {label}
      </Label>
      <Select
        {...select}
        title={description}
        onChange={(event) => onChoose(event.target.value)}
        className="mt-1 lg:mt-0"
      />
      <p className="mt-1 text-muted-foreground text-sm lg:hidden">{description}</p>
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
    return {
      label: t('chat.answeredBy', { name, successor: modelName(config, model.successor) }),
      disabled: false,
    };
  }
  return { label: t('chat.notAvailable', { name }), disabled: true };
}
