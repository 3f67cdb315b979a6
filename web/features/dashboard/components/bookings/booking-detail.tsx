import { Link } from '@tanstack/react-router';
import type { BookingSlots, OwnerBooking } from '@understudy/contract/bookings';
import { paths } from '@understudy/contract/pages';
import { useEffect, useRef, useState } from 'react';
import { problemWords } from '../../../../platform/problem-words.ts';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { fullDay, slotWords, timeOfDay, zoneName } from '../../../../ui/dates.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { SlotPicker } from '../../../../ui/slot-picker.tsx';
import { Failure, FormAlert, Loading } from '../../../../ui/states.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { useChangeBooking } from '../../api/bookings.ts';
import { PersonLink } from '../session-parts.tsx';

/** One booking with whom it is, and moving and canceling it. */
export function BookingDetail({ booking: given, onClose }: { booking: OwnerBooking; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = useChangeBooking();
  const { isReadOnly } = useAdminClient();
  const booking = change.data ?? given;
  const [step, setStep] = useState<'shown' | 'moving' | 'leaving'>('shown');
  const isOpen = booking.status === 'confirmed' && new Date(booking.start) > new Date();
  const done = () => setStep('shown');
  return (
    <Dialog title={booking.title} dialog={dialog} hasCross onClose={onClose}>
      <div className="space-y-5">
        <dl className="wrap-anywhere grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          <dt className="text-muted-foreground">{t('bookings.when')}</dt>
          <dd>
            {fullDay(booking.start)}, {timeOfDay(booking.start)} – {timeOfDay(booking.end)}
            <span className="block text-muted-foreground text-sm">
              {t('bookings.bookedIn', { zone: zoneName(booking.zone) })}
            </span>
          </dd>
          <dt className="text-muted-foreground">{t('bookings.with')}</dt>
          <dd>
            <span className="block font-medium">{booking.name}</span>
            <a href={`mailto:${booking.email}`} className="underline underline-offset-4">
              {booking.email}
            </a>
            {booking.phone ? (
              <a href={`tel:${booking.phone.replaceAll(' ', '')}`} className="block underline underline-offset-4">
                {booking.phone}
              </a>
            ) : null}
          </dd>
          {booking.place ? (
            <>
              <dt className="text-muted-foreground">{t('bookings.where')}</dt>
              <dd>{booking.place}</dd>
            </>
          ) : null}
          {booking.note ? (
            <>
              <dt className="text-muted-foreground">{t('bookings.note')}</dt>
              <dd className="whitespace-pre-wrap">{booking.note}</dd>
            </>
          ) : null}
        </dl>
        <p role="status">{stateWords(booking)}</p>
        {booking.write_problem ? (
          <FormAlert>{t('bookings.notWrittenWhy', { problem: problemWords(booking.write_problem) })}</FormAlert>
        ) : null}
        <PersonLink
          id={booking.visitor_id}
          className="mr-6 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('people.open')}
        </PersonLink>
        {booking.session_id ? (
          <Link
            to={paths.adminSession}
            params={{ sessionId: booking.session_id }}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('bookings.conversation')}
          </Link>
        ) : null}
        {change.error ? <FormAlert>{sentenceOf(change.error)}</FormAlert> : null}
        {isOpen && !isReadOnly && step === 'shown' ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => setStep('moving')}>
              {t('bookings.move')}
            </Button>
            <Button variant="outline" onClick={() => setStep('leaving')}>
              {t('bookings.cancel')}
            </Button>
          </div>
        ) : null}
        {step === 'leaving' ? (
          <div>
            <p>{t('bookings.sure', { name: booking.name })}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <Button
                variant="destructive"
                disabled={change.isPending}
                onClick={() => change.mutate({ id: booking.id, start: null }, { onSuccess: done })}
              >
                {t('bookings.cancel')}
              </Button>
              <Button variant="outline" onClick={done}>
                {t('bookings.keep')}
              </Button>
            </div>
          </div>
        ) : null}
        {step === 'moving' ? (
          <Move
            booking={booking}
            isBusy={change.isPending}
            onMove={(start) => change.mutate({ id: booking.id, start }, { onSuccess: done })}
            onLeave={done}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function stateWords({ status, cancelled_by: by, sequence }: OwnerBooking): string {
  if (status === 'cancelled') return t(by === 'owner' ? 'bookings.cancelledByYou' : 'bookings.cancelledByVisitor');
  return sequence > 0 ? t('bookings.moved', { count: sequence }) : '';
}

/** Chooses another time, and asks once more: the visitor is told. */
function Move({
  booking,
  isBusy,
  onMove,
  onLeave,
}: {
  booking: OwnerBooking;
  isBusy: boolean;
  onMove: (start: string) => void;
  onLeave: () => void;
}) {
  const client = useAdminClient();
  const [found, setFound] = useState<{ slots: BookingSlots['items'] | null; error: unknown }>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): a new attempt reads again
  useEffect(() => {
    const gone = new AbortController();
    setFound(NOTHING);
    client.get<BookingSlots>(`bookings/${booking.id}/slots`, {}, gone.signal).then(
      ({ items }) => setFound({ slots: items, error: null }),
      (error: unknown) => !gone.signal.aborted && setFound({ slots: null, error }),
    );
    return () => gone.abort();
  }, [client, booking.id, attempt]);
  if (found.error) return <Failure onRetry={() => setAttempt((now) => now + 1)}>{sentenceOf(found.error)}</Failure>;
  if (!found.slots) return <Loading words={t('bookings.loadingTimes')} />;
  return (
    <div className="space-y-4">
      {found.slots.length > 0 ? (
        <SlotPicker
          slots={found.slots}
          chosen={chosen}
          onChoose={setChosen}
          words={{ day: t('bookings.day'), time: t('bookings.time') }}
        />
      ) : (
        <p>{t('bookings.noTimes')}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          aria-disabled={chosen === null || isBusy}
          onClick={() => (chosen && !isBusy ? onMove(chosen) : undefined)}
        >
          {chosen ? t('bookings.moveTo', { when: slotWords(chosen) }) : t('bookings.chooseTime')}
        </Button>
        <Button variant="outline" onClick={onLeave}>
          {t('bookings.keepTime')}
        </Button>
      </div>
    </div>
  );
}

const NOTHING = { slots: null, error: null };
