import type { MeetingKindInfo } from '@understudy/contract/bookings';
import { type FormEvent, useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { slotWords } from '../../../ui/dates.ts';
import { Checkbox, Label, Textarea } from '../../../ui/field.tsx';
import { LabeledInput, OwnEmailInput } from '../../../ui/labeled-input.tsx';
import type { Typed } from '../booking-calls.ts';

/** What a visitor types and agrees to before a time is booked. */
export function BookingForm({
  start,
  meeting,
  consent,
  known,
  isBusy,
  onBack,
  onBook,
}: {
  /** The chosen time, ISO 8601. */
  start: string;
  meeting: MeetingKindInfo | undefined;
  /** The sentence to agree to. */
  consent: string;
  /** What the visitor gave in the conversation. */
  known: { name: string; email: string; phone: string };
  isBusy: boolean;
  onBack: () => void;
  onBook: (typed: Typed) => void;
}) {
  const id = useId();
  const isByPhone = meeting?.asks_phone ?? false;
  const [typed, setTyped] = useState<Typed>({ ...known, note: '', consent: false });
  const [isMissing, setMissing] = useState(false);
  const set = (change: Partial<Typed>) => setTyped((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!typed.consent) {
      setMissing(true);
      document.getElementById(`${id}-consent`)?.focus();
    } else if (!isBusy) onBook(isByPhone ? typed : { ...typed, phone: '' });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <p>
        <span className="block font-medium">{slotWords(start)}</span>
        {meeting ? t('booking.kindIs', { title: meeting.title, minutes: meeting.minutes }) : null}
      </p>
      <LabeledInput
        label={t('booking.name')}
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        value={typed.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <OwnEmailInput
        label={t('booking.email')}
        value={typed.email}
        onChange={({ target }) => set({ email: target.value })}
      />
      {isByPhone ? (
        <LabeledInput
          label={t('booking.phone')}
          type="tel"
          name="tel"
          autoComplete="tel"
          required
          maxLength={40}
          value={typed.phone}
          onChange={({ target }) => set({ phone: target.value })}
        />
      ) : null}
      <div>
        <Label htmlFor={`${id}-note`}>{t('booking.note')}</Label>
        <Textarea
          id={`${id}-note`}
          maxLength={1_000}
          value={typed.note}
          onChange={({ target }) => set({ note: target.value })}
          className="mt-1.5"
        />
      </div>
      <label htmlFor={`${id}-consent`} className="flex gap-3 text-sm">
        <Checkbox
          id={`${id}-consent`}
          checked={typed.consent}
          aria-invalid={isMissing && !typed.consent ? true : undefined}
          aria-describedby={isMissing && !typed.consent ? `${id}-missing` : undefined}
          onChange={({ target }) => set({ consent: target.checked })}
        />
        <span>{consent}</span>
      </label>
      {isMissing && !typed.consent ? (
        <p id={`${id}-missing`} className="text-destructive-text text-sm">
          {t('booking.agreeFirst')}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy} className="flex-1">
          {isBusy ? t('booking.booking') : t('booking.book')}
        </Button>
        <Button variant="outline" onClick={onBack}>
          {t('booking.otherTime')}
        </Button>
      </div>
    </form>
  );
}
