import type { VisitorBooking } from '@understudy/contract/bookings';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveFile } from '../../../platform/download.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { fullDay, readerZone, timeOfDay, zoneName } from '../../../ui/dates.ts';

/** When a meeting is, in full: "Thursday, 3 December 2026, 15:00 to 15:30 (Lisbon time)". */
export const meetingWords = ({ start, end }: Pick<VisitorBooking, 'start' | 'end'>): string =>
  t('booking.when', {
    ...{ day: fullDay(start), from: timeOfDay(start), to: timeOfDay(end), zone: zoneName(readerZone()) },
  });

/** A meeting: what, when and where. */
export function Meeting({ booking, children }: { booking: VisitorBooking; children?: ReactNode }) {
  const isLink = booking.place?.startsWith('https://') ?? false;
  const where = [booking.place, booking.phone].filter(Boolean).join(': ');
  return (
    <div className="wrap-anywhere rounded-md border bg-muted px-4 py-3">
      <p className="font-medium">{booking.title}</p>
      <p className={booking.status === 'cancelled' ? 'line-through' : undefined}>{meetingWords(booking)}</p>
      {where ? (
        <p className="text-muted-foreground">
          {isLink && booking.place ? (
            <a href={booking.place} className="underline underline-offset-4" rel="noreferrer" target="_blank">
              {booking.place}
            </a>
          ) : (
            where
          )}
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** Saves a meeting for the visitor's own calendar. */
export function SaveFileButton({ ics }: { ics: string }) {
  return (
    <Button
      variant="outline"
      onClick={() => saveFile('meeting.ics', new Blob([ics], { type: 'text/calendar;charset=utf-8' }))}
    >
      <CalendarPlus aria-hidden />
      {t('booking.saveFile')}
    </Button>
  );
}
