import type { MailTemplate } from '@understudy/contract/mail';
import type { AlarmDetail } from '@understudy/contract/monitoring';

/** What the mails about a booking are filled with. */
export interface BookingMailData {
  /** The consultant's name. */
  consultant: string;
  /** The kind of meeting, in the consultant's words. */
  kind: string;
  /** ISO 8601. */
  startsAt: string;
  /** The reader's time zone, an IANA name. */
  zone: string;
  /** The reader's locale, by whose habits times are written; left out if it is not known. */
  locale?: string | null;
  /** Where it was before, for a booking that moved. */
  previousStartsAt?: string;
  place?: string;
  /** The number to call. */
  phone?: string;
  /** The video link. */
  link?: string;
  /** Where the reader moves or cancels it, or for the consultant, sees it. */
  manageUrl: string;
  /**
   * The calendar file, whose METHOD (`REQUEST`, or `CANCEL`) and SEQUENCE the caller sets: calendars update an entry
   * by its UID when the sequence is higher. Empty for a booking that was erased.
   */
  ics: string;
  /** The visitor, in the mail to the consultant; left out in the one to the visitor. */
  guest?: string;
  guestEmail?: string;
  /** Whether the visitor has deleted their data, and the meeting with it: then nobody is named. */
  isErased?: true;
}

/** A conversation, as told to the owner. */
export interface LeadMailData {
  name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  score: number;
  reasons: string[];
  /** The action item of a request. */
  item: { title: string; due_date: string | null } | null;
  /** The conversation's page in the dashboard; with `#live` while somebody waits for a person there. */
  url: string;
}

/** An action item that is due, as read when the mail is sent. */
export interface DueItem {
  reminderId: string;
  title: string;
  contact: string | null;
  due_date: string | null;
}

/** The owner's week, as read when the mail is sent. */
export interface DigestFigures {
  conversations: number;
  hot: number;
  newItems: number;
  openItems: number;
  overdueItems: number;
  best: { name: string | null; company: string | null; score: number; sessionId: string }[];
}

/** Something that is wrong with the installation. */
export interface AlarmMailData {
  about: AlarmDetail;
  /** ISO 8601. */
  since: string;
}

/** What each mail is queued with. */
export interface MailData {
  booking_made: BookingMailData;
  booking_moved: BookingMailData;
  booking_cancelled: BookingMailData;
  booking_tomorrow: BookingMailData;
  waitlist: { name: string | null };
  /** `expiresAt` in ISO 8601; an hour later than the request. */
  desk_link: { url: string; expiresAt: string };
  invitation: { url: string; expiresAt: string; by: string };
  password_link: { url: string; expiresAt: string; by: string };
  lead_hot: LeadMailData;
  lead_call: LeadMailData;
  lead_complaint: LeadMailData;
  lead_handover: LeadMailData;
  /** Reminders whose items are read when the mail is sent, and how many were due. */
  reminder: { reminderIds: string[]; total: number };
  /** Days, `2026-12-01`; `to` is not included. */
  digest: { from: string; to: string };
  alarm_provider: AlarmMailData;
  alarm_budget: AlarmMailData;
  alarm_disk: AlarmMailData;
  alarm_job: AlarmMailData;
  alarm_backup: AlarmMailData;
  alarm_over: AlarmMailData & { until: string };
}

/** What each mail is rendered from: as queued, or for some, read when it is sent. */
export interface FilledMailData extends Omit<MailData, 'reminder' | 'digest'> {
  reminder: { items: DueItem[]; total: number };
  digest: MailData['digest'] & DigestFigures;
}

/** A mail to render. */
export type FilledMail = { [Name in MailTemplate]: { template: Name; data: FilledMailData[Name] } }[MailTemplate];
