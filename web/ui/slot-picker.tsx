import type { Slot } from '@understudy/contract/bookings';
import { useId, useState } from 'react';
import { localDay, timeOfDay, writtenDay } from './dates.ts';

/** Free times by their day on the reader's clock. */
function byDay(slots: readonly Slot[]): Map<string, Slot[]> {
  return Map.groupBy(slots, ({ start }) => localDay(new Date(start)));
}

/**
 * Chooses one of many free times: first the day, then the hour. Native radio buttons, so that the arrow keys work and a
 * screen reader tells how many there are.
 */
export function SlotPicker({
  slots,
  chosen,
  onChoose,
  words,
}: {
  slots: readonly Slot[];
  /** Beginning of the chosen time. */
  chosen: string | null;
  onChoose: (start: string) => void;
  /** Labels of both choices. */
  words: { day: string; time: string };
}) {
  const id = useId();
  const days = byDay(slots);
  const first = chosen ? localDay(new Date(chosen)) : null;
  const [asked, setDay] = useState<string | null>(first);
  const [whole] = days.keys();
  const day = asked !== null && days.has(asked) ? asked : (whole ?? '');
  return (
    <div className="space-y-4">
      <fieldset className="min-w-0">
        <legend className="font-medium text-sm">{words.day}</legend>
        <div className="-mx-1 mt-1.5 flex gap-2 overflow-x-auto px-1 pt-0.5 pb-2">
          {[...days.keys()].map((one) => (
            <Chip
              key={one}
              name={`${id}-day`}
              label={writtenDay(one, 'weekday')}
              isChosen={one === day}
              onChoose={() => setDay(one)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="font-medium text-sm">{words.time}</legend>
        <div
          className={'mt-1.5 grid max-h-56 grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2 overflow-y-auto p-1'}
        >
          {(days.get(day) ?? []).map(({ start }) => (
            <Chip
              key={start}
              name={`${id}-time`}
              label={timeOfDay(start)}
              isChosen={start === chosen}
              onChoose={() => onChoose(start)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function Chip({
  name,
  label,
  isChosen,
  onChoose,
}: {
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={
        'relative inline-flex min-h-11 shrink-0 cursor-pointer items-center justify-center whitespace-nowrap ' +
        'rounded-md border border-input px-3 py-1.5 text-center tabular-nums hover:bg-muted ' +
        'has-checked:border-primary has-checked:bg-primary has-checked:text-primary-foreground ' +
        'has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2'
      }
    >
      <input type="radio" name={name} className="sr-only" checked={isChosen} onChange={onChoose} />
      {label}
    </label>
  );
}
