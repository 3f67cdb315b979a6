import { type ComponentProps, type CSSProperties, useId } from 'react';

interface RangeSliderProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  min: number;
  max: number;
  value: number;
  /** What its ends mean. */
  low: string;
  high: string;
  /** What the value means in words; without them it is shown as a number. */
  meaning?: string;
  onChange: (value: number) => void;
}

/** A slider from one meaning to another. */
export function RangeSlider({ value, low, high, meaning, onChange, ...rest }: RangeSliderProps) {
  const ends = useId();
  const at = ((value - rest.min) / (rest.max - rest.min)) * 100;
  return (
    <>
      {meaning ? (
        <output htmlFor={rest.id} className="block text-sm">
          {meaning}
        </output>
      ) : null}
      <div className="flex items-center gap-4">
        <input
          {...rest}
          type="range"
          step={1}
          aria-valuetext={meaning}
          aria-describedby={[ends, rest['aria-describedby']].filter(Boolean).join(' ')}
          className="settings-slider"
          style={{ '--at': `${at}%` } as CSSProperties}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
        />
        {meaning ? null : (
          <output htmlFor={rest.id} className="w-9 shrink-0 text-right tabular-nums">
            {value}
          </output>
        )}
      </div>
      <p id={ends} className={`flex justify-between gap-4 text-muted-foreground text-sm ${meaning ? '' : 'pr-13'}`}>
        <span>{low}</span>
        <span className="text-right">{high}</span>
      </p>
    </>
  );
}
