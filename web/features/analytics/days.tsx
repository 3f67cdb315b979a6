import { ANALYTICS_DAYS_MAX } from '@understudy/contract/analytics';
import { type FormEvent, useId, useState } from 'react';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { clockTime, localDay, writtenDay } from '../../ui/dates.ts';
import { Input, Label } from '../../ui/field.tsx';

/** A day in the consultant's time zone, as YYYY-MM-DD; independent of the reader's clock. */
const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** '17 Nov'. */
export const dayWords = (day: string) => writtenDay(day, 'day');
/** 'Tue 17 Nov'. */
export const weekdayWords = (day: string) => writtenDay(day, 'weekday');

/** Day and time of day of a timestamp written with its zone's offset. */
export const dayOf = (start: string) => start.slice(0, 10);
export const timeOf = (start: string) => clockTime(start.slice(11));

/** Number of days from one to another, both included. */
export const daysFrom = (from: string, to: string) => (at(to).getTime() - at(from).getTime()) / 86_400_000 + 1;

/** The last `days` days up to today by the reader's clock. Initial values of the fields. */
export function daysUpTo(now: Date, days: number): { from: string; to: string } {
  return {
    from: localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)),
    to: localDay(now),
  };
}

/** The days that the server accepts; a partly typed year is outside this range. */
const EARLIEST = '2000-01-01';
const LATEST = '2999-12-31';

/** Two date fields. Nothing is requested before the button is pressed, since a partly typed date is not valid. */
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
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  // The address changed by other means, such as the back button.
  if (known.from !== from || known.to !== to) {
    setKnown({ from, to });
    setDraft({ from, to });
    setRefused(null);
  }
  const show = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf(draft);
    setRefused(problem);
    if (!problem) onDays(draft);
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
        max={LATEST}
        className="tabular-nums"
        aria-invalid={refused !== null}
        aria-describedby={refused ? `${id}-refused` : undefined}
        value={draft[name]}
        onChange={({ target }) => setDraft((days) => ({ ...days, [name]: target.value }))}
      />
    </div>
  );
  return (
    <form
      className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2"
      onSubmit={show}
    >
      {field('from', t('analytics.firstDay'))}
      <span className="text-muted-foreground max-sm:hidden">{t('analytics.to')}</span>
      {field('to', t('analytics.lastDay'))}
      <Button type="submit" variant="outline" className="max-sm:justify-self-start">
        {t('analytics.show')}
      </Button>
      {refused ? (
        <p id={`${id}-refused`} role="alert" className="w-full text-destructive-text text-sm max-sm:col-span-2">
          {refused}
        </p>
      ) : null}
    </form>
  );
}

/** Why the days are invalid and how to fix it; null if they are valid. */
function problemOf({ from, to }: { from: string; to: string }): string | null {
  if (from > to) return t('analytics.theFirstDayComesAfter');
  return daysFrom(from, to) > ANALYTICS_DAYS_MAX ? t('analytics.atMostAYearIs') : null;
}
