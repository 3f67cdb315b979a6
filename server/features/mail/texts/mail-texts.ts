import type { Language } from '@understudy/contract/languages';
import type { MailTemplate } from '@understudy/contract/mail';
import type {
  AlarmDetail,
  AlarmKind,
  DiskName,
  FailureKind,
  JobPurpose,
  ProviderStatus,
  SiteBudget,
} from '@understudy/contract/monitoring';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';

/** A call as its mails name it. */
export interface CallWords {
  /** The kind of meeting. */
  kind: string;
  /** The day and time, in the reader's language and zone. */
  when: string;
  consultant: string;
  /** The visitor in the mail to the consultant; null in the one to the visitor. */
  guest: string | null;
}

/** The texts of alarms. */
export interface AlarmTexts {
  subject(about: AlarmDetail): string;
  text: Record<AlarmKind | 'restore_test', string>;
  onceOnly: string;
  overSubject(subject: string): string;
  overText(since: string, until: string): string;
  openStatus: string;
  since: string;
  provider: string;
  task: string;
  tasks: Record<ProviderStatus['kind'], string>;
  problem: string;
  reasons: Record<FailureKind, string>;
  budget: string;
  budgets: Record<SiteBudget, string>;
  used: string;
  usedOf(used: string, limit: string): string;
  disk: string;
  disks: Record<DiskName, string>;
  free: string;
  job: string;
  purposes: Record<JobPurpose, string>;
  failures: string;
  lastBackup: string;
  noBackup: string;
  testFailed: string;
}

/** Every text of the mails and of the pages behind their links, in one language. Values are plain text. */
export interface MailTexts {
  /** The twin's name within a sentence, and by itself. */
  ai(name: string): string;
  aiAlone(name: string): string;
  hello(name: string | null): string;
  sentBy(ai: string): string;
  unsubscribe: string;
  when: string;
  where: string;
  join: string;
  name: string;
  company: string;
  email: string;
  phone: string;
  score: string;

  /** `erased`: canceled because the visitor deleted their data, for the consultant. */
  booking: Record<
    'made' | 'moved' | 'cancelled' | 'erased' | 'tomorrow',
    Record<'subject' | 'text', (call: CallWords) => string>
  >;
  previously: string;
  manageBooking: string;
  bookAgain: string;
  seeBooking: string;

  waitlistSubject(ai: string): string;
  waitlistText(ai: string): string;
  leaveWaitlist: string;

  deskSubject(ai: string): string;
  deskText(ai: string): string;
  openDesk: string;
  onceWithinAnHour: string;
  notAsked: string;

  invitationSubject(ai: string): string;
  invitationText(by: string, ai: string): string;
  passwordSubject(ai: string): string;
  passwordText(by: string, ai: string): string;
  choosePassword: string;
  onceUntil(when: string): string;
  notExpected: string;

  lead: Record<'hot' | 'call' | 'complaint' | 'handover', Record<'subject' | 'text', (who: string) => string>>;
  someone: string;
  toDo: string;
  /** For somebody who waits for a person. */
  joinConversation: string;
  openConversation: string;

  reminderSubject(count: number, first: string): string;
  reminderText(count: number): string;
  due(day: string): string;
  done: string;
  later: string;
  more(count: number): string;
  allItems: string;

  digestSubject(ai: string): string;
  digestText(from: string, to: string): string;
  conversations: string;
  hotLeads: string;
  newItems: string;
  openItems: string;
  overdueItems: string;
  bestLeads: string;
  openDashboard: string;

  alarm: AlarmTexts;

  page: {
    /** What mails of a template are, in the middle of a sentence. */
    mails: Record<MailTemplate, string>;
    unsubscribeTitle: string;
    unsubscribeText(mails: string): string;
    unsubscribeButton: string;
    unsubscribed(mails: string): string;
    leaveWaitlistText: string;
    leftWaitlist: string;
    itemTitle: string;
    markDone: string;
    remindHour: string;
    remindTomorrow: string;
    remindWeek: string;
    isDone: string;
    willRemind(when: string): string;
    usedTitle: string;
    alreadyDone: string;
    alreadyAnswered: string;
    gone: string;
    brokenTitle: string;
    broken: string;
    expired: string;
    oftenTitle: string;
  };
}

const TEXTS: Readonly<Record<Language, MailTexts>> = { en: ENGLISH, de: GERMAN, es: SPANISH };

/** The texts in a language. */
export const mailTexts = (language: Language): MailTexts => TEXTS[language];
