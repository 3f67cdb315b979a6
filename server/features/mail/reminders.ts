import type { Pool, PoolClient } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { dayAfter, dayAt, weekdayOf } from '../../platform/zones.ts';
import type { Mail, NewMail } from './mail.ts';
import {
  deleteReminders,
  insertMailReminder,
  makeReminders,
  readReminded,
  saveAnswer,
  takeDueItems,
  takeDueMails,
} from './reminder-store.ts';
import { isWorkingTime, type Snooze, snoozedUntil, urgentTime } from './working-hours.ts';

/** Items that a mail lists; the rest are counted. */
const MAX_LISTED = 20;
/** Mails of their own that are queued in one transaction. */
const MAILS_AT_ONCE = 200;
/** Advisory lock that lets one instance tell at a time, so that a person gets one mail. The number is arbitrary. */
const LOCK = 7_411_207;

/** A reminder of a booking: a mail that is queued at its time. */
export interface BookingReminder {
  kind: 'booking';
  /** The booking's id. */
  ref: string;
  /** Which of its reminders, such as its start; each is told once. */
  occasion: string;
  dueAt: Date;
  mail: NewMail;
  visitorId?: string;
}

/** What became of a reader's answer to a reminder. */
export type AnswerOutcome =
  | { is: 'done' | 'gone' | 'done_before' | 'answered_before' }
  | { is: 'snoozed'; until: Date };

/** Reminds people of what is due, once each. */
export interface Reminders {
  /** Has a booking's mail queued at a time, in the caller's transaction. A second one of the occasion replaces it. */
  remind(db: Queries, reminder: BookingReminder): Promise<void>;
  /** Takes back the reminders of a booking that were not told yet. */
  forget(db: Queries, kind: 'booking', ref: string): Promise<void>;
  /**
   * Queues the mails of everything that is due: one for each person, however many items are due. Action items are told
   * in working hours, urgent ones from the morning of the due day on, snoozed ones at the chosen time. Safe to run at
   * any time and on any number of instances.
   */
  tellDue(): Promise<void>;
  /** Queues the weekly digest on its day, once. */
  queueDigest(): Promise<void>;
  /** The item of a reminder, and whether it can still be answered; null if it was deleted. */
  read(id: string): Promise<{ title: string; state: 'open' | 'done_before' | 'answered_before' } | null>;
  /** Carries out the answer to a reminder; each can be answered once. */
  answer(id: string, answer: 'done' | Snooze): Promise<AnswerOutcome>;
}

/** Dependencies of the reminders. */
export interface ReminderDeps {
  pool: Pool;
  sealer: Sealer;
  mail: Pick<Mail, 'isOn' | 'queueMail' | 'queueForOwners'>;
  settings: OwnerSettings;
  /** Marks an action item as done, as the dashboard does. */
  complete(client: PoolClient, itemId: string): Promise<unknown>;
  now(): Date;
}

/** Creates the reminders. */
export function createReminders({ pool, sealer, mail, settings, complete, now }: ReminderDeps): Reminders {
  const purposeOf = ({ kind, ref, occasion }: Pick<BookingReminder, 'kind' | 'ref' | 'occasion'>) =>
    `reminder ${kind} ${ref} ${occasion}`;

  /** Queues one mail for each person with due items. */
  const tellItems = async (client: PoolClient): Promise<void> => {
    const hours = settings.get('hours');
    const at = now();
    const today = dayAt(hours.time_zone, at.getTime());
    const isUrgentTime = at.getTime() >= urgentTime(hours, today);
    await makeReminders(client, { now: at, today, isWorking: isWorkingTime(hours, at.getTime()), isUrgentTime });
    const told = await takeDueItems(client, at);
    const { language } = settings.get('mail');
    for (const [assignee, items] of Map.groupBy(told, (item) => item.assignee_id)) {
      const data = { reminderIds: items.slice(0, MAX_LISTED).map(({ id }) => id), total: items.length };
      const key = `reminder:${items[0]?.id}`;
      const to = items[0]?.email ?? null;
      if (to === null) await mail.queueForOwners(client, { template: 'reminder', data, key });
      else await mail.queueMail(client, { template: 'reminder', to, language, data, key: `${key}:${assignee}` });
    }
  };

  /** Queues some mails of bookings. @returns whether there may be more */
  const tellMails = (): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const due = await takeDueMails(client, now(), MAILS_AT_ONCE);
      for (const reminder of due) {
        const plain = sealer.open(reminder.sealed_mail, purposeOf(reminder)).toString('utf8');
        await mail.queueMail(client, JSON.parse(plain) as NewMail);
      }
      return due.length === MAILS_AT_ONCE;
    });

  return {
    async remind(db, { kind, ref, occasion, dueAt, mail: toQueue, visitorId = null }) {
      const sealed = sealer.seal(Buffer.from(JSON.stringify(toQueue)), purposeOf({ kind, ref, occasion }));
      await insertMailReminder(db, { kind, ref, occasion, dueAt, visitorId, sealed_mail: sealed });
    },
    forget: deleteReminders,
    async tellDue() {
      while (await tellMails());
      if (!mail.isOn('reminder')) return;
      await inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [LOCK]);
        if (rows[0]?.mine) await tellItems(client);
      });
    },
    async queueDigest() {
      if (!mail.isOn('digest')) return;
      const hours = settings.get('hours');
      const at = now().getTime();
      const to = dayAt(hours.time_zone, at);
      if (weekdayOf(to) !== settings.get('mail').digest_day || at < urgentTime(hours, to)) return;
      const data = { from: dayAfter(to, -7), to };
      await inTransaction(pool, (client) =>
        mail.queueForOwners(client, { template: 'digest', data, key: `digest:${to}` }),
      );
    },
    async read(id) {
      const item = await readReminded(pool, id, false);
      return item && { title: item.title, state: stateOf(item) };
    },
    answer: (id, answer) =>
      inTransaction(pool, async (client): Promise<AnswerOutcome> => {
        const item = await readReminded(client, id, true);
        if (!item) return { is: 'gone' };
        const state = stateOf(item);
        if (state !== 'open') return { is: state };
        if (answer === 'done') {
          await complete(client, item.item_id);
          await saveAnswer(client, id, { done: true });
          return { is: 'done' };
        }
        const until = new Date(snoozedUntil(settings.get('hours'), answer, now().getTime()));
        await saveAnswer(client, id, { snooze: answer, until });
        return { is: 'snoozed', until };
      }),
  };
}

const stateOf = ({ status, answered }: { status: 'open' | 'done'; answered: boolean }) =>
  status === 'done' ? 'done_before' : answered ? 'answered_before' : 'open';
