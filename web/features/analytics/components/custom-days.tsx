import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';

/** No figure is older, and a year that is still being typed is not yet one. */
const EARLIEST = '2000-01-01';

/** Two days and what lies between them. Nothing is counted before the button is pressed: half a date is none. */
export function CustomDays({
  from,
  to,
  onDays,
}: {
  from: string;
  to: string;
  onDays: (days: { from: string; to: string }) => void;
}) {
  const [draft, setDraft] = useState({ from, to });
  const [known, setKnown] = useState({ from, to });
  const [isRefused, setRefused] = useState(false);
  const id = useId();
  // The address was changed by other means: the back button.
  if (known.from !== from || known.to !== to) {
    setKnown({ from, to });
    setDraft({ from, to });
    setRefused(false);
  }
  const show = (event: FormEvent) => {
    event.preventDefault();
    const isReversed = draft.from > draft.to;
    setRefused(isReversed);
    if (!isReversed) onDays(draft);
  };
  const field = (name: 'from' | 'to', words: string) => (
    <div>
      <Label htmlFor={`${id}-${name}`} className="sr-only">
        {words}
      </Label>
      <Input
        id={`${id}-${name}`}
        type="date"
        required
        min={EARLIEST}
        max="9999-12-31"
        className="tabular-nums"
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-refused` : undefined}
        value={draft[name]}
        onChange={({ target }) => setDraft((days) => ({ ...days, [name]: target.value }))}
      />
    </div>
  );
  return (
    <form className="flex flex-wrap items-center gap-x-3 gap-y-2" onSubmit={show}>
      {field('from', 'First day')}
      <span className="text-muted-foreground">to</span>
      {field('to', 'Last day')}
      <Button type="submit" variant="outline">
        Show these days
      </Button>
      {isRefused ? (
        <p id={`${id}-refused`} role="alert" className="w-full text-destructive-text text-sm">
          The first day comes after the last. Swap them, or choose another.
        </p>
      ) : null}
    </form>
  );
}
