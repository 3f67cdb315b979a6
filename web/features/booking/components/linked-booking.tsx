import type { LinkedBooking } from '@understudy/contract/bookings';
import { useEffect, useState } from 'react';
import { CallError, serverSentence } from '../../../platform/http.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { readerZone, slotWords, zoneName } from '../../../ui/dates.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { SlotPicker } from '../../../ui/slot-picker.tsx';
import { Empty, Failure, FormAlert, Loading } from '../../../ui/states.tsx';
import { changeLinked, linkedBooking } from '../booking-calls.ts';
import { Meeting, SaveFileButton } from './booked.tsx';

/** A booking by its signed link: when and where it is, and moving and canceling it. */
export function LinkedBookingView({ token }: { token: string }) {
  const [found, setFound] = useState<{ data: LinkedBooking | null; error: unknown }>({ data: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const [isMoving, setMoving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null; news: string | null }>(IDLE);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): a new attempt reads again
  useEffect(() => {
    const gone = new AbortController();
    linkedBooking(token, gone.signal).then(
      (data) => setFound({ data, error: null }),
      (error: unknown) => !gone.signal.aborted && setFound({ data: null, error }),
    );
    return () => gone.abort();
  }, [token, attempt]);

  const change = async (to: { start: string } | null) => {
    setState({ isBusy: true, problem: null, news: null });
    try {
      setFound({ data: await changeLinked(token, to), error: null });
      setState({ ...IDLE, news: t(to ? 'booking.hasMoved' : 'booking.isCancelled') });
      setMoving(false);
      setChosen(null);
    } catch (error) {
      setState({ ...IDLE, problem: serverSentence(error, t('booking.unreachable')) });
      // The time was taken, or the booking canceled elsewhere.
      if (error instanceof CallError && error.status === 409) setAttempt((now) => now + 1);
    }
  };

  const { data, error } = found;
  if (!data) {
    if (!error) return <Loading words={t('booking.loadingOne')} />;
    const isGone = error instanceof CallError && (error.status === 404 || error.status === 410);
    if (!isGone)
      return (
        <Failure onRetry={() => setAttempt((now) => now + 1)}>
          {serverSentence(error, t('booking.unreachable'))}
        </Failure>
      );
    const isOver = error instanceof CallError && error.code === 'booking_over';
    return (
      <Empty title={t(isOver ? 'booking.isOver' : 'booking.badLink')}>
        {t(isOver ? 'booking.isOverMore' : 'booking.badLinkMore')}
      </Empty>
    );
  }
  const { booking, slots, ics } = data;
  const isOn = booking.status === 'confirmed';
  return (
    <div className="max-w-xl space-y-6">
      <p role="status" className={state.news ? 'text-success-text' : 'sr-only'}>
        {state.news ?? ''}
      </p>
      <Meeting booking={booking} />
      {isOn ? (
        <div className="flex flex-wrap gap-3">
          {slots.length > 0 ? (
            <Button variant="outline" aria-expanded={isMoving} onClick={() => setMoving(!isMoving)}>
              {t('booking.move')}
            </Button>
          ) : null}
          <Button variant="outline" disabled={state.isBusy} onClick={() => setLeaving(true)}>
            {t('booking.cancelIt')}
          </Button>
          <SaveFileButton ics={ics} />
        </div>
      ) : (
        <p>{t('booking.cancelledMore', { name: data.consultant })}</p>
      )}
      {isOn && isMoving ? (
        <div className="space-y-4">
          <SlotPicker
            slots={slots}
            chosen={chosen}
            onChoose={setChosen}
            words={{ day: t('booking.day'), time: t('booking.time') }}
          />
          <p className="text-muted-foreground text-sm">{t('booking.zone', { zone: zoneName(readerZone()) })}</p>
          <Button
            aria-disabled={chosen === null || state.isBusy}
            onClick={() => (chosen && !state.isBusy ? void change({ start: chosen }) : undefined)}
          >
            {chosen ? t('booking.moveTo', { when: slotWords(chosen) }) : t('booking.chooseFirst')}
          </Button>
        </div>
      ) : null}
      {state.problem ? <FormAlert>{state.problem}</FormAlert> : null}
      {isLeaving ? (
        <ConfirmDialog
          title={t('booking.sure')}
          confirm={t('booking.cancelIt')}
          cancel={t('booking.keep')}
          onConfirm={() => void change(null)}
          onClose={() => setLeaving(false)}
        >
          {slotWords(booking.start)}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

const IDLE = { isBusy: false, problem: null, news: null };
