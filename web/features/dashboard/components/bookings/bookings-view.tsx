import type { OwnerBooking } from '@understudy/contract/bookings';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { cn } from '../../../../ui/cn.ts';
import { clockTime, localDay, readerZone, timeOfDay, writtenDay, zoneName } from '../../../../ui/dates.ts';
import { Empty, Failure, Loading } from '../../../../ui/states.tsx';
import { spanWords } from '../../../../ui/when.tsx';
import { useBookings } from '../../api/bookings.ts';
import { BookingDetail } from './booking-detail.tsx';
import { addDays, hoursOf, mondayOf, type Placed, placedOn } from './week.ts';

/** `/admin/bookings`: a week of bookings, with the busy times of other calendars behind them. */
export function BookingsView({ week, onWeek }: { week: string; onWeek: (monday: string) => void }) {
  const query = useBookings(week);
  const [open, setOpen] = useState<OwnerBooking | null>(null);
  const days = Array.from({ length: 7 }, (_, at) => addDays(week, at));
  const zone = query.data?.zone ?? null;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl sm:text-4xl">{t('bookings.title')}</h1>
          <p className="mt-1 text-muted-foreground" aria-live="polite">
            {spanWords({ from: week, to: addDays(week, 6) })}
            {zone && zone !== readerZone() ? ` · ${t('bookings.yourClock', { zone: zoneName(zone) })}` : ''}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            variant="outline"
            size="icon"
            aria-label={t('bookings.weekBefore')}
            title={t('bookings.weekBefore')}
            onClick={() => onWeek(addDays(week, -7))}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button variant="outline" onClick={() => onWeek(mondayOf(new Date()))}>
            {t('bookings.thisWeek')}
          </Button>
          <Button
            variant="outline"
            size="icon"
            aria-label={t('bookings.weekAfter')}
            title={t('bookings.weekAfter')}
            onClick={() => onWeek(addDays(week, 7))}
          >
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
      <Card className="mt-6 overflow-hidden">
        {query.isPending ? <Loading words={t('bookings.loading')} /> : null}
        {query.error && !query.data ? (
          <Failure onRetry={() => void query.refetch()}>
            {t('bookings.failed', { error: sentenceOf(query.error) })}
          </Failure>
        ) : null}
        {query.data ? (
          <div aria-busy={query.isPlaceholderData}>
            {query.data.items.length === 0 ? (
              <Empty title={t('bookings.none')}>{zone === null ? t('bookings.noCalendar') : null}</Empty>
            ) : null}
            {query.data.items.length + query.data.busy.length > 0 ? (
              <Week days={days} items={query.data.items} busy={query.data.busy} onOpen={setOpen} />
            ) : null}
          </div>
        ) : null}
      </Card>
      {open ? <BookingDetail booking={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

interface WeekProps {
  days: readonly string[];
  items: readonly OwnerBooking[];
  busy: readonly { start: string; end: string }[];
  onOpen: (booking: OwnerBooking) => void;
}

/** On a wide screen seven columns by the clock; on a phone one day below the other. */
function Week({ days, items, busy, onOpen }: WeekProps) {
  const [from, to] = hoursOf([...items, ...busy]);
  const today = localDay(new Date());
  const hours = Array.from({ length: to - from }, (_, at) => from + at);
  return (
    <>
      <ol className="divide-y border-t lg:hidden">
        {days.map((day) => {
          const here = placedOn(day, items);
          return (
            <li key={day} className="px-4 py-3">
              <h2 className={cn('font-sans font-semibold', day === today && 'text-primary-text')}>
                {writtenDay(day, 'weekday')}
              </h2>
              {here.length === 0 ? <p className="text-muted-foreground text-sm">{t('bookings.free')}</p> : null}
              <ul className="mt-1 space-y-2">
                {here.map(({ item }) => (
                  <li key={item.id}>
                    <Entry booking={item} onOpen={onOpen} className="min-h-11 w-full" />
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
      <div className="hidden grid-cols-[3.5rem_repeat(7,minmax(0,1fr))] border-t lg:grid">
        <div className="border-b" />
        {days.map((day) => (
          <h2
            key={day}
            className={cn(
              'border-b border-l px-2 py-2 font-sans font-semibold text-sm',
              day === today && 'text-primary-text',
            )}
          >
            {writtenDay(day, 'weekday')}
          </h2>
        ))}
        <div aria-hidden className="relative" style={{ height: `${hours.length * 3.5}rem` }}>
          {hours.map((hour, at) => (
            <span
              key={hour}
              className="absolute right-2 -translate-y-1/2 text-muted-foreground text-xs tabular-nums"
              style={{ top: `${(at / hours.length) * 100}%` }}
            >
              {at === 0 ? '' : clockTime(`${String(hour).padStart(2, '0')}:00`)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <ol key={day} aria-label={writtenDay(day, 'weekday')} className="relative border-l">
            {hours.map((hour, at) => (
              <li
                key={hour}
                aria-hidden
                className="absolute inset-x-0 border-t"
                style={{ top: `${(at / hours.length) * 100}%` }}
              />
            ))}
            {placedOn(day, busy).map((one) => (
              <li
                key={one.item.start}
                className="absolute inset-x-0 bg-muted"
                style={positionOf(one, from, hours.length)}
                title={t('bookings.busy')}
              >
                <span className="sr-only">
                  {t('bookings.busyFrom', { from: timeOfDay(one.item.start), to: timeOfDay(one.item.end) })}
                </span>
              </li>
            ))}
            {placedOn(day, items).map((one) => (
              <li key={one.item.id} className="absolute inset-x-1" style={positionOf(one, from, hours.length)}>
                <Entry
                  booking={one.item}
                  onOpen={onOpen}
                  isShort={one.to - one.from < SHORT_MINUTES}
                  className="h-full w-full overflow-hidden"
                />
              </li>
            ))}
          </ol>
        ))}
      </div>
    </>
  );
}

/** Where a stretch of a day stands in its column. */
function positionOf({ from, to }: Placed<unknown>, first: number, hours: number) {
  const share = (minutes: number) => `${((minutes - first * 60) / (hours * 60)) * 100}%`;
  return { top: share(from), height: `${((to - from) / (hours * 60)) * 100}%`, minHeight: '1.5rem' };
}

/** Shorter ones have room for one line. */
const SHORT_MINUTES = 45;

function Entry({
  booking,
  onOpen,
  isShort = false,
  className,
}: {
  booking: OwnerBooking;
  onOpen: (booking: OwnerBooking) => void;
  isShort?: boolean;
  className: string;
}) {
  const isOff = booking.status === 'cancelled';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(booking)}
      className={cn(
        'block rounded-md border px-2 py-1 text-left text-sm leading-tight',
        isOff
          ? 'border-dashed bg-card text-muted-foreground'
          : 'border-primary bg-primary text-primary-foreground hover:bg-primary-strong',
        className,
      )}
    >
      <span className={cn('block truncate', isOff && 'line-through')}>
        <span className="tabular-nums">{timeOfDay(booking.start)}</span>{' '}
        <span className="font-semibold">{booking.name}</span>
      </span>
      <span className={isShort ? 'sr-only' : 'block truncate'}>{booking.title}</span>
      {isOff ? <span className="sr-only">{t('bookings.cancelled')}</span> : null}
      {booking.write_problem ? <span className="block truncate">{t('bookings.notWritten')}</span> : null}
    </button>
  );
}
