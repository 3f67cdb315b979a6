import { randomUUID } from 'node:crypto';
import type { Twin } from '@understudy/contract/twin';
import type { Queries } from '../../platform/database/transaction.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { dayAfter, dayAt, weekdayOf } from '../../platform/zones.ts';
import type { BookingMail, BookingRow, Bookings } from '../scheduling/index.ts';
import type { Mail } from './mail.ts';
import type { Reminders } from './reminders.ts';
import type { BookingMailData } from './templates/mail-data.ts';

/** Dependencies of the mails about bookings. */
export interface BookingMailsDeps {
  mail: Pick<Mail, 'isOn' | 'queueMail' | 'queueForOwners'>;
  reminders: Pick<Reminders, 'remind' | 'forget'>;
  settings: OwnerSettings;
  twin(): Twin;
  now(): Date;
  /** Address of this server, without a slash at the end. */
  ownUrl: string;
  bookings(): Pick<Bookings, 'linkOf' | 'mailFileOf'>;
}

/** How long before a meeting its visitor is reminded of it. */
const REMIND_BEFORE_MS = 24 * 3_600_000;
const REMINDER = 'tomorrow';

/**
 * Mails about a booking: to the visitor in their language and zone, with a calendar file that updates their entry, and
 * to the owners in theirs. A day before a meeting its visitor is reminded of it. All are queued in the transaction in
 * which the booking changes.
 */
export function createBookingMails(deps: BookingMailsDeps): BookingMail {
  const { mail, reminders, settings, twin, now, ownUrl, bookings } = deps;

  const ownersZone = () => twin().calendar?.timeZone ?? settings.get('hours').time_zone;
  /** The page of a meeting's week, which its Monday names. */
  const weekOf = ({ starts_at }: Pick<BookingRow, 'starts_at'>): string => {
    const day = dayAt(ownersZone(), starts_at.getTime());
    return `${ownUrl}/admin/bookings?week=${dayAfter(day, -weekdayOf(day))}`;
  };
  const dataFor = async (row: BookingRow, reader: 'visitor' | 'owner', before?: Date): Promise<BookingMailData> => {
    const isLink = /^https?:\/\//i.test(row.place ?? '');
    return {
      consultant: twin().persona.name,
      kind: row.title,
      startsAt: row.starts_at.toISOString(),
      ...(reader === 'visitor' ? { zone: row.zone, locale: row.locale } : { zone: ownersZone() }),
      ...(before === undefined ? {} : { previousStartsAt: before.toISOString() }),
      ...(row.place === null ? {} : { [isLink ? 'link' : 'place']: row.place }),
      ...(row.phone === null ? {} : { phone: row.phone }),
      manageUrl: reader === 'visitor' ? await bookings().linkOf(row) : weekOf(row),
      ics: await bookings().mailFileOf(row, reader),
      ...(reader === 'owner' ? { guest: row.name, guestEmail: row.email } : {}),
    };
  };

  const tell: BookingMail['changed'] = async (db, template, row, before) => {
    if (!mail.isOn(template)) return;
    const about = {
      template,
      key: `${template}:${row.id}:${row.sequence}`,
      visitorId: row.visitor_id,
      ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    };
    const toVisitor = { to: row.email, language: row.language, data: await dataFor(row, 'visitor', before) };
    await mail.queueMail(db, { ...about, ...toVisitor });
    await mail.queueForOwners(db, { ...about, key: `${about.key}:owner`, data: await dataFor(row, 'owner', before) });
  };

  const remind = async (db: Queries, row: BookingRow): Promise<void> => {
    const dueAt = new Date(row.starts_at.getTime() - REMIND_BEFORE_MS);
    if (dueAt <= now() || !mail.isOn('booking_tomorrow')) return;
    await reminders.remind(db, {
      ...{ kind: 'booking', ref: row.id, occasion: REMINDER, dueAt, visitorId: row.visitor_id },
      mail: {
        ...{ template: 'booking_tomorrow', to: row.email, language: row.language, visitorId: row.visitor_id },
        data: await dataFor(row, 'visitor'),
        key: `booking_tomorrow:${row.id}:${row.sequence}`,
      },
    });
  };

  return {
    async changed(db, event, row, before) {
      await tell(db, event, row, before);
      await reminders.forget(db, 'booking', row.id);
      if (event !== 'booking_cancelled') await remind(db, row);
    },
    async erased(db, { title, starts_at }) {
      if (!mail.isOn('booking_cancelled')) return;
      await mail.queueForOwners(db, {
        ...{ template: 'booking_cancelled', key: `booking_erased:${randomUUID()}` },
        data: {
          ...{ consultant: twin().persona.name, kind: title, startsAt: starts_at.toISOString(), zone: ownersZone() },
          ...{ manageUrl: weekOf({ starts_at }), ics: '', isErased: true },
        },
      });
    },
  };
}
