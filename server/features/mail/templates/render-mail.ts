import type { FixedWords } from '@understudy/contract/fixed-words';
import type { Language } from '@understudy/contract/languages';
import type { MailTemplate } from '@understudy/contract/mail';
import type { AlarmDetail } from '@understudy/contract/monitoring';
import { dayWords, momentWords } from '../../../platform/text/moment-words.ts';
import { dayAfter } from '../../../platform/zones.ts';
import { fixedWordsIn } from '../texts/fixed-words-in.ts';
import { type MailTexts, mailTexts } from '../texts/mail-texts.ts';
import { type Look, layOutHtml, layOutText } from './layout.ts';
import { filledRows, type Letter, type LetterPart, partIf } from './letter.ts';
import type { AlarmMailData, BookingMailData, FilledMail, FilledMailData, LeadMailData } from './mail-data.ts';

/** What a mail needs besides its data. */
export interface MailContext {
  language: Language;
  /** The consultant's name. */
  name: string;
  /** The consultant's color; null for the house's. */
  brand: string | null;
  /** The owner's time zone, for mails to the owner's people. */
  zone: string;
  /** The base URL of the pages, without a trailing slash. */
  baseUrl: string;
  /** Where the reader unsubscribes; null if they cannot. */
  unsubscribeUrl: string | null;
  /** Where the reader answers a reminder. */
  itemUrl(reminderId: string, answer: 'done' | 'later'): string;
}

/** A mail, ready to be sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string };
}

type Words = MailTexts & FixedWords & { language: Language };
/** The context, with the twin's name in the reader's language. */
type LetterContext = MailContext & { ai: string };
type LetterOf<Name extends MailTemplate> = (data: FilledMailData[Name], words: Words, context: LetterContext) => Letter;

/** A template for each kind of mail. */
const LETTERS: { [Name in MailTemplate]: LetterOf<Name> } = {
  booking_made: bookingLetter('made'),
  booking_moved: bookingLetter('moved'),
  booking_cancelled: bookingLetter('cancelled'),
  booking_tomorrow: bookingLetter('tomorrow'),
  waitlist: ({ name }, words, { ai }) => ({
    subject: words.waitlistSubject(ai),
    parts: [text(words.hello(name)), text(words.waitlistText(ai))],
  }),
  desk_link: ({ url }, words, { ai }) => ({
    subject: words.deskSubject(ai),
    parts: [
      text(words.hello(null)),
      text(words.deskText(ai)),
      button(words.openDesk, url),
      text(words.onceWithinAnHour),
      text(words.notAsked),
    ],
  }),
  invitation: (data, words, { ai, zone }) =>
    passwordLetter(words.invitationSubject(ai), words.invitationText(data.by, ai), data, words, zone),
  password_link: (data, words, { ai, zone }) =>
    passwordLetter(words.passwordSubject(ai), words.passwordText(data.by, ai), data, words, zone),
  lead_hot: leadLetter('hot'),
  lead_call: leadLetter('call'),
  lead_complaint: leadLetter('complaint'),
  lead_handover: leadLetter('handover'),
  reminder: ({ items, total }, words, { itemUrl, baseUrl }) => ({
    subject: words.reminderSubject(total, words.fixedWords(items[0]?.title ?? '')),
    parts: [
      text(words.reminderText(total)),
      {
        kind: 'list',
        items: items.map(({ reminderId, title, contact, due_date: due }) => {
          const note = [contact, due && words.due(dayWords(due, 'date', words))].filter(Boolean).join(' · ');
          return {
            text: words.fixedWords(title),
            ...(note ? { note } : {}),
            links: [
              { label: words.done, url: itemUrl(reminderId, 'done') },
              { label: words.later, url: itemUrl(reminderId, 'later') },
            ],
          };
        }),
      },
      ...partIf(total - items.length || null, (more) => text(words.more(more))),
      button(words.allItems, `${baseUrl}/admin/action-items`),
    ],
  }),
  digest: ({ from, to, best, ...figures }, words, { ai, baseUrl }) => ({
    subject: words.digestSubject(ai),
    parts: [
      text(words.digestText(dayWords(from, 'date', words), dayWords(dayAfter(to, -1), 'date', words))),
      {
        kind: 'facts',
        rows: [
          [words.conversations, count(figures.conversations, words)],
          [words.hotLeads, count(figures.hot, words)],
          [words.newItems, count(figures.newItems, words)],
          [words.openItems, count(figures.openItems, words)],
          [words.overdueItems, count(figures.overdueItems, words)],
        ],
      },
      ...partIf(best.length > 0 ? best : null, (leads) => ({
        kind: 'list',
        items: leads.map(({ name, company, score, sessionId }) => ({
          text: [name ?? words.someone, company].filter(Boolean).join(', '),
          note: `${words.score}: ${score}`,
          links: [{ label: words.openConversation, url: `${baseUrl}/admin/session/${sessionId}` }],
        })),
      })),
      button(words.openDashboard, `${baseUrl}/admin`),
    ],
  }),
  alarm_provider: alarmLetter,
  alarm_budget: alarmLetter,
  alarm_disk: alarmLetter,
  alarm_job: alarmLetter,
  alarm_backup: alarmLetter,
  alarm_over: ({ about, since, until }, words, { zone, baseUrl }) => ({
    subject: words.alarm.overSubject(words.alarm.subject(about)),
    parts: [
      text(words.alarm.overText(momentIn(since, zone, words), momentIn(until, zone, words))),
      { kind: 'facts', rows: alarmRows(about, words, zone) },
      button(words.alarm.openStatus, `${baseUrl}${STATUS_PATH}`),
    ],
  }),
};

/** The settings' status page. */
const STATUS_PATH = '/admin?tab=settings&section=status';

/** Renders a mail as HTML and text. Pure: the same data always gives the same mail. */
export function renderMail(mail: FilledMail, context: MailContext): RenderedMail {
  const words: Words = {
    ...mailTexts(context.language),
    ...fixedWordsIn(context.language),
    language: context.language,
  };
  const letterOf = LETTERS[mail.template] as LetterOf<MailTemplate>;
  const ai = words.ai(context.name);
  const letter = letterOf(mail.data as never, words, { ...context, ai });
  const isWaitlist = mail.template === 'waitlist';
  const foot = {
    sentBy: words.sentBy(ai),
    unsubscribe: context.unsubscribeUrl
      ? { label: isWaitlist ? words.leaveWaitlist : words.unsubscribe, url: context.unsubscribeUrl }
      : null,
  };
  const look: Look = { language: context.language, brand: context.brand, name: words.aiAlone(context.name) };
  const ics = 'ics' in mail.data ? mail.data.ics : null;
  return {
    subject: oneLine(letter.subject),
    html: layOutHtml(letter, foot, look),
    text: layOutText(letter, foot),
    ...(ics ? { calendar: { method: methodOf(ics), content: ics } } : {}),
  };
}

const text = (words: string): LetterPart => ({ kind: 'text', text: words });
const button = (label: string, url: string): LetterPart => ({ kind: 'button', label, url });
const oneLine = (subject: string) => subject.replace(/\s+/g, ' ').trim();
const count = (value: number, { language }: Words) => new Intl.NumberFormat(language).format(value);

/** The METHOD of a calendar file; those of other kinds than ours are only published. */
function methodOf(ics: string): 'REQUEST' | 'CANCEL' | 'PUBLISH' {
  const method = /^METHOD:(\w+)\r?$/m.exec(ics)?.[1];
  return method === 'REQUEST' || method === 'CANCEL' ? method : 'PUBLISH';
}

/** A moment in words, with the zone's name. @param at ISO 8601 */
const momentIn = (at: string, zone: string, { language }: Words, locale: string | null = null): string =>
  momentWords(at, 'momentInZone', { language, locale, zone });

function bookingLetter(usual: keyof MailTexts['booking']) {
  return (data: BookingMailData, words: Words): Letter => {
    const change = data.isErased ? 'erased' : usual;
    const {
      kind,
      startsAt,
      zone,
      locale = null,
      previousStartsAt,
      place,
      phone,
      link,
      manageUrl,
      consultant,
      guest = null,
      guestEmail,
    } = data;
    const moment = (at: string) => momentIn(at, zone, words, locale);
    const call = { kind, consultant, guest, when: moment(startsAt) };
    const isOver = usual === 'cancelled';
    const again = guest === null && !data.isErased ? words.bookAgain : words.seeBooking;
    return {
      subject: words.booking[change].subject(call),
      parts: [
        text(words.booking[change].text(call)),
        {
          kind: 'facts',
          rows: filledRows([
            [words.when, call.when],
            [words.previously, previousStartsAt && moment(previousStartsAt)],
            [words.email, guestEmail],
            [words.where, isOver ? null : place],
            [words.phone, isOver ? null : phone],
            [words.join, isOver ? null : link],
          ]),
        },
        button(isOver ? again : guest === null ? words.manageBooking : words.seeBooking, manageUrl),
      ],
    };
  };
}

function passwordLetter(
  subject: string,
  introduction: string,
  { url, expiresAt }: FilledMailData['invitation'],
  words: Words,
  zone: string,
): Letter {
  const until = momentIn(expiresAt, zone, words);
  return {
    subject,
    parts: [
      text(introduction),
      button(words.choosePassword, url),
      text(words.onceUntil(until)),
      text(words.notExpected),
    ],
  };
}

function alarmLetter({ about, since }: AlarmMailData, words: Words, { zone, baseUrl }: LetterContext): Letter {
  return {
    subject: words.alarm.subject(about),
    parts: [
      text(words.alarm.text[about.kind === 'backup' && about.test_failed_at ? 'restore_test' : about.kind]),
      {
        kind: 'facts',
        rows: [[words.alarm.since, momentIn(since, zone, words)], ...alarmRows(about, words, zone)],
      },
      text(words.alarm.onceOnly),
      button(words.alarm.openStatus, `${baseUrl}${STATUS_PATH}`),
    ],
  };
}

/** What an alarm is about, in figures and names. */
function alarmRows(about: AlarmDetail, words: Words, zone: string): [string, string][] {
  const { alarm } = words;
  switch (about.kind) {
    case 'provider': {
      const { provider, host, kind, reason } = about.status;
      return filledRows([
        [alarm.provider, host === null ? provider : `${provider} (${host})`],
        [alarm.task, alarm.tasks[kind]],
        [alarm.problem, reason && alarm.reasons[reason]],
      ]);
    }
    case 'budget':
      return [
        [alarm.budget, alarm.budgets[about.budget]],
        [alarm.used, alarm.usedOf(count(about.used, words), count(about.limit, words))],
      ];
    case 'disk':
      return [
        [alarm.disk, `${alarm.disks[about.status.disk]} (${about.status.host})`],
        [alarm.used, `${about.status.used_percent} %`],
        [alarm.free, gigabytes(about.status.free_bytes, words)],
      ];
    case 'job':
      return [
        [alarm.job, `${alarm.purposes[about.status.purpose]} (${about.status.job})`],
        ...(about.status.failures_in_a_row > 0
          ? [[alarm.failures, count(about.status.failures_in_a_row, words)] as [string, string]]
          : []),
      ];
    case 'backup':
      return filledRows([
        [alarm.lastBackup, about.last_at ? momentIn(about.last_at, zone, words) : alarm.noBackup],
        [alarm.testFailed, about.test_failed_at && momentIn(about.test_failed_at, zone, words)],
      ]);
  }
}

const GIGABYTE = 1e9;
const gigabytes = (bytes: number, { language }: Words): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / GIGABYTE)} GB`;

function leadLetter(kind: keyof MailTexts['lead']) {
  return (data: LeadMailData, words: Words): Letter => {
    const { name, company, email, phone, score, reasons, item, url } = data;
    const who = name ?? company ?? email ?? words.someone;
    const isWaiting = url.endsWith('#live');
    return {
      subject: words.lead[kind].subject(who),
      parts: [
        text(words.lead[kind].text(who)),
        {
          kind: 'facts',
          rows: filledRows([
            [words.name, name],
            [words.company, company],
            [words.email, email],
            [words.phone, phone],
            [words.score, String(score)],
            [words.toDo, item && words.fixedWords(item.title)],
            [words.when, item?.due_date && dayWords(item.due_date, 'date', words)],
          ]),
        },
        ...partIf(reasons.length > 0 ? reasons : null, (all) => ({
          kind: 'list',
          items: all.map((reason) => ({ text: words.reasonWords(reason) })),
        })),
        button(isWaiting ? words.joinConversation : words.openConversation, url),
      ],
    };
  };
}
