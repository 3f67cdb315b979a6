import type { Manner } from '@understudy/contract/setup';
import { useId } from 'react';
import { t } from '../../../platform/texts.ts';
import { Label } from '../../../ui/field.tsx';
import { RangeSlider } from '../twin/range-slider.tsx';
import { StepPart, type StepProps } from './setup-fields.tsx';

const SLIDERS = ['formality', 'length', 'humour'] as const satisfies readonly (keyof Manner)[];
/** The manners of the sample answers to choose from. */
const SAMPLES: Record<'crisp' | 'warm', Manner> = {
  crisp: { formality: 2, length: 2, humour: 2 },
  warm: { formality: 4, length: 4, humour: 4 },
};
const LOWEST = 1;
const HIGHEST = 5;

/** How the twin sounds: two sample answers to begin with, and three sliders. */
export function StepManner({ answers, change }: StepProps) {
  const id = useId();
  const { manner, work } = answers;
  const isChosen = (sample: Manner) => SLIDERS.every((slider) => sample[slider] === manner[slider]);
  return (
    <>
      <fieldset>
        <legend className="font-medium">{t('setup.samples')}</legend>
        <p className="mt-1 text-muted-foreground text-sm">{t('setup.samplesAsk', { work })}</p>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {(['crisp', 'warm'] as const).map((sample) => (
            <label key={sample} className="setup-choice">
              <input
                type="radio"
                className="sr-only"
                name="setup-sample"
                checked={isChosen(SAMPLES[sample])}
                onChange={() => change({ manner: SAMPLES[sample] })}
              />
              <span className="font-medium">{t(`setup.sampleNames.${sample}`)}</span>
              <span className="mt-2 block font-serif text-base leading-relaxed">
                {t(`setup.sampleTexts.${sample}`, { work })}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <StepPart title={t('setup.sliders')} about={t('setup.slidersAbout')}>
        <div className="max-w-xl space-y-6">
          {SLIDERS.map((slider) => (
            <div key={slider}>
              <Label htmlFor={`${id}-${slider}`}>{t(`setup.sliderNames.${slider}`)}</Label>
              <RangeSlider
                id={`${id}-${slider}`}
                min={LOWEST}
                max={HIGHEST}
                value={manner[slider]}
                low={t(`setup.sliderLow.${slider}`)}
                high={t(`setup.sliderHigh.${slider}`)}
                meaning={t(`setup.sliderWords.${slider}`, { value: manner[slider] })}
                onChange={(value) => change({ manner: { ...manner, [slider]: value } })}
              />
            </div>
          ))}
        </div>
      </StepPart>
    </>
  );
}
