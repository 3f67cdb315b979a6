import type { BookSlotAnswer, ListSlotsAnswer, VisitorBooking } from '@understudy/contract/bookings';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { CallError, serverSentence } from '../../../platform/http.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { readerZone, slotWords, zoneName } from '../../../ui/dates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Label, Select } from '../../../ui/field.tsx';
import { SlotPicker } from '../../../ui/slot-picker.tsx';
import { Failure, FormAlert, Loading } from '../../../ui/states.tsx';
import {
  type BookingSession,
  bookSlot,
  cancelBooking,
  listSlots,
  moveBooking,
  type OfferedSlot,
} from '../booking-calls.ts';
import { Meeting, meetingWords, SaveFileButton } from './booked.tsx';
import { BookingForm } from './booking-form.tsx';

interface BookingDialogProps {
  /** What the owner calls it. */
  title: string;
  session: BookingSession;
  /** What the visitor gave in the conversation. */
  known: { name: string; email: string; phone: string };
  /** The time that a button named; null to choose one. */
  offered: OfferedSlot | null;
  /** Opens the form for a wish; null where nothing can be noted. */
  onWish: (() => void) | null;
  /** Something was booked or moved; with null the last meeting was canceled. */
  onChanged: (booking: VisitorBooking | null) => void;
  /** @param isDone whether something was booked, moved or canceled */
  onClose: (isDone: boolean) => void;
}

/** What the dialog shows. */
type Step =
  | { is: 'choose'; moves: VisitorBooking | null }
  | { is: 'details'; start: string }
  | { is: 'confirm'; start: string; moves: VisitorBooking }
  | { is: 'done'; answer: BookSlotAnswer; isMoved: boolean }
  | { is: 'cancelled'; booking: VisitorBooking };

/** 'Book a call': free times, then name, address and consent; also moves and cancels what is booked. */
export function BookingDialog({ title, session, known, offered, onWish, onChanged, onClose }: BookingDialogProps) {
  const { consultant } = useConfig();
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState<string | null>(offered?.kind ?? null);
  const { data, error, retry } = useSlots(session, kind);
  const [step, setStep] = useState<Step>(offered && !offered.moves ? { is: 'details', start: offered.start } : CHOOSE);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A button moves a booking that is known only once it is read.
  const [asked, setAsked] = useState(offered?.moves ?? null);
  const moving = asked ? data?.bookings.find(({ id }) => id === asked) : undefined;
  if (moving && offered) {
    setAsked(null);
    setStep({ is: 'confirm', start: offered.start, moves: moving });
  }

  const go = (to: Step) => {
    setProblem(null);
    setStep(to);
  };
  const carryOut = async (work: () => Promise<Step>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const done = await work();
      setStep(done);
      setDone(true);
      if (done.is === 'done') onChanged(done.answer.booking);
      if (done.is === 'cancelled') onChanged(data?.bookings.find(({ id }) => id !== done.booking.id) ?? null);
    } catch (failure) {
      setProblem(serverSentence(failure, t('booking.unreachable')));
      if (isGone(failure)) retry();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={titleOf(step, title)} dialog={dialog} hasCross onClose={() => onClose(isDone)}>
      <div className="space-y-5">
        {!data && (step.is === 'choose' || step.is === 'details') ? <Unread error={error} onRetry={retry} /> : null}
        {step.is === 'choose' && data ? (
          <Choose
            data={data}
            kind={kind}
            onKind={setKind}
            moves={step.moves}
            firstName={consultant.first_name}
            isBusy={isBusy}
            onChoose={(start) =>
              go(step.moves ? { is: 'confirm', start, moves: step.moves } : { is: 'details', start })
            }
            onMove={(booking) => {
              setKind(booking.kind);
              go({ is: 'choose', moves: booking });
            }}
            onCancel={(booking) =>
              void carryOut(async () => ({
                is: 'cancelled',
                booking: (await cancelBooking(session, booking.id)).booking,
              }))
            }
            onWish={onWish}
          />
        ) : null}
        {step.is === 'details' && data ? (
          <BookingForm
            start={step.start}
            meeting={kindIn(data, kind)}
            consent={data.consent}
            known={known}
            isBusy={isBusy}
            onBack={() => go(CHOOSE)}
            onBook={(typed) =>
              void carryOut(async () => ({
                is: 'done',
                answer: await bookSlot(session, { start: step.start, kind: kindIn(data, kind)?.id ?? '' }, typed),
                isMoved: false,
              }))
            }
          />
        ) : null}
        {step.is === 'confirm' ? (
          <>
            <p>{t('booking.moveFrom', { from: slotWords(step.moves.start), to: slotWords(step.start) })}</p>
            <div className="flex flex-wrap gap-3">
              <Button
                disabled={isBusy}
                onClick={() =>
                  void carryOut(async () => ({
                    is: 'done',
                    answer: await moveBooking(session, step.moves, step.start),
                    isMoved: true,
                  }))
                }
              >
                {t('booking.move')}
              </Button>
              <Button variant="outline" onClick={() => go({ is: 'choose', moves: step.moves })}>
                {t('booking.otherTime')}
              </Button>
            </div>
          </>
        ) : null}
        {step.is === 'done' ? <Done answer={step.answer} onClose={() => dialog.current?.close()} /> : null}
        {step.is === 'cancelled' ? (
          <Said>
            <Meeting booking={step.booking} />
            <Button className="mt-5" variant="outline" onClick={() => dialog.current?.close()}>
              {t('booking.close')}
            </Button>
          </Said>
        ) : null}
        {problem ? <FormAlert>{problem}</FormAlert> : null}
      </div>
    </Dialog>
  );
}

/** The kind of meeting that is chosen; the first before one is. */
const kindIn = ({ kinds }: ListSlotsAnswer, kind: string | null) => kinds.find(({ id }) => id === kind) ?? kinds[0];

const CHOOSE: Step = { is: 'choose', moves: null };

/** Whether what is on the screen is no longer so. */
const isGone = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'slot_taken' || error.code === 'booking_cancelled');

function titleOf(step: Step, usual: string): string {
  if (step.is === 'done') return t(step.isMoved ? 'booking.moved' : 'booking.booked');
  if (step.is === 'cancelled') return t('booking.cancelled');
  if (step.is === 'confirm' || (step.is === 'choose' && step.moves)) return t('booking.moveTitle');
  return usual;
}

/** Free times of a kind, read again on request. */
function useSlots(session: BookingSession, kind: string | null) {
  const [found, setFound] = useState<{ data: ListSlotsAnswer | null; error: unknown }>({ data: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const { session_id: id, session_secret: secret } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): a new attempt reads again
  useEffect(() => {
    const gone = new AbortController();
    setFound(({ data }) => ({ data, error: null }));
    listSlots({ session_id: id, session_secret: secret }, kind, gone.signal).then(
      (data) => setFound({ data, error: null }),
      (error: unknown) => !gone.signal.aborted && setFound(({ data }) => ({ data, error })),
    );
    return () => gone.abort();
  }, [id, secret, kind, attempt]);
  return { ...found, retry: () => setAttempt((now) => now + 1) };
}

/** What was done, read aloud. */
function Said({ children }: { children: ReactNode }) {
  return (
    <div ref={(words) => words?.focus()} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

/** Before the free times are read, and when they cannot be. */
function Unread({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error) return <Failure onRetry={onRetry}>{serverSentence(error, t('booking.unreachable'))}</Failure>;
  return <Loading words={t('booking.loading')} />;
}

function Choose({
  data,
  kind,
  onKind,
  moves,
  firstName,
  isBusy,
  onChoose,
  onMove,
  onCancel,
  onWish,
}: {
  data: ListSlotsAnswer;
  kind: string | null;
  onKind: (kind: string) => void;
  moves: VisitorBooking | null;
  firstName: string;
  isBusy: boolean;
  onChoose: (start: string) => void;
  onMove: (booking: VisitorBooking) => void;
  onCancel: (booking: VisitorBooking) => void;
  onWish: (() => void) | null;
}) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = kindIn(data, kind);
  const isThere = chosen !== null && data.slots.some(({ start }) => start === chosen);
  return (
    <>
      {moves ? null : <Upcoming bookings={data.bookings} isBusy={isBusy} onMove={onMove} onCancel={onCancel} />}
      {moves ? <Meeting booking={moves} /> : null}
      {data.kinds.length > 1 && !moves ? (
        <div>
          <Label htmlFor={`${id}-kind`}>{t('booking.kind')}</Label>
          <Select
            id={`${id}-kind`}
            className="mt-1.5"
            value={current?.id}
            onChange={({ target }) => {
              setChosen(null);
              onKind(target.value);
            }}
          >
            {data.kinds.map((one) => (
              <option key={one.id} value={one.id}>
                {t('booking.kindIs', { title: one.title, minutes: one.minutes })}
              </option>
            ))}
          </Select>
        </div>
      ) : (
        <p className="text-muted-foreground">
          {current ? t('booking.kindIs', { title: current.title, minutes: current.minutes }) : null}
        </p>
      )}
      {data.slots.length > 0 ? (
        <>
          <SlotPicker
            slots={data.slots}
            chosen={chosen}
            onChoose={setChosen}
            words={{ day: t('booking.day'), time: t('booking.time') }}
          />
          <p className="text-muted-foreground text-sm">{t('booking.zone', { zone: zoneName(readerZone()) })}</p>
          <Button
            className="w-full"
            aria-disabled={!isThere}
            onClick={() => (isThere && chosen ? onChoose(chosen) : undefined)}
          >
            {isThere && chosen ? t('booking.take', { when: slotWords(chosen) }) : t('booking.chooseFirst')}
          </Button>
        </>
      ) : (
        <p>{t('booking.none', { firstName })}</p>
      )}
      {onWish && !moves ? (
        <Button variant="ghost" className="w-full" onClick={onWish}>
          {t('booking.noneSuits')}
        </Button>
      ) : null}
    </>
  );
}

/** What the visitor has booked already. */
function Upcoming({
  bookings,
  isBusy,
  onMove,
  onCancel,
}: {
  bookings: readonly VisitorBooking[];
  isBusy: boolean;
  onMove: (booking: VisitorBooking) => void;
  onCancel: (booking: VisitorBooking) => void;
}) {
  const [leaving, setLeaving] = useState<string | null>(null);
  if (bookings.length === 0) return null;
  return (
    <section aria-label={t('booking.yours')} className="space-y-3">
      <p className="font-medium text-sm">{t('booking.yours')}</p>
      {bookings.map((booking) => (
        <Meeting key={booking.id} booking={booking}>
          {leaving === booking.id ? (
            <div className="mt-3">
              <p>{t('booking.sure')}</p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button
                  variant="destructive"
                  size="sm"
                  className="min-h-11"
                  disabled={isBusy}
                  onClick={() => onCancel(booking)}
                >
                  {t('booking.cancelIt')}
                </Button>
                <Button variant="outline" size="sm" className="min-h-11" onClick={() => setLeaving(null)}>
                  {t('booking.keep')}
                </Button>
              </div>
            </div>
          ) : (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button variant="outline" size="sm" className="min-h-11" onClick={() => onMove(booking)}>
                {t('booking.move')}
              </Button>
              <Button variant="ghost" size="sm" className="min-h-11" onClick={() => setLeaving(booking.id)}>
                {t('booking.cancelIt')}
              </Button>
            </div>
          )}
        </Meeting>
      ))}
    </section>
  );
}

function Done({ answer: { booking, ics, link }, onClose }: { answer: BookSlotAnswer; onClose: () => void }) {
  return (
    <Said>
      <p className="sr-only">{meetingWords(booking)}</p>
      <Meeting booking={booking} />
      <p className="mt-4 text-muted-foreground">{t('booking.keepLink')}</p>
      <p className="wrap-anywhere mt-1 text-sm">
        <a href={link} className="underline underline-offset-4">
          {link}
        </a>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <SaveFileButton ics={ics} />
        <Button variant="outline" onClick={onClose}>
          {t('booking.close')}
        </Button>
      </div>
    </Said>
  );
}
