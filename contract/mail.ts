/** Types of mail: the owner's settings, templates, and mails that could not be delivered; no runtime library. */
import { ADDRESS_MAX_CHARS, emailProblem } from './email.ts';
import type { Language } from './languages.ts';

/** Every kind of mail. Those about a lead or a request go to the owner's people. */
export const MAIL_TEMPLATES = [
  'booking_made',
  'booking_moved',
  'booking_cancelled',
  'booking_tomorrow',
  'waitlist',
  'desk_link',
  'invitation',
  'password_link',
  'lead_hot',
  'lead_call',
  'lead_complaint',
  'lead_handover',
  'reminder',
  'digest',
  'alarm_provider',
  'alarm_budget',
  'alarm_disk',
  'alarm_job',
  'alarm_backup',
  'alarm_over',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/**
 * Mails that somebody's own request needs, or that they are owed: they have no unsubscribe link. Everything else has
 * one.
 */
export const TRANSACTIONS: ReadonlySet<MailTemplate> = new Set([
  'booking_made',
  'booking_moved',
  'booking_cancelled',
  'desk_link',
  'invitation',
  'password_link',
]);

/** Mails to the owner's people, as opposed to visitors. */
export const TEAM_MAILS: ReadonlySet<MailTemplate> = new Set([
  'invitation',
  'password_link',
  'lead_hot',
  'lead_call',
  'lead_complaint',
  'lead_handover',
  'reminder',
  'digest',
  'alarm_provider',
  'alarm_budget',
  'alarm_disk',
  'alarm_job',
  'alarm_backup',
  'alarm_over',
]);

/** Which mails are sent, and when the weekly digest is. */
export interface MailSettings {
  /** Templates that are not sent. */
  off: MailTemplate[];
  /** The day of the weekly digest in the owner's zone; 0 is Monday. */
  digest_day: number;
  /** The language of mails to the owner's people. Visitors get theirs in the language of their page. */
  language: Language;
}

/** Who sends: a name, which may be empty, and an address. */
export interface Sender {
  name: string;
  address: string;
}

const LINE_BREAKS = /[\r\n\0]/;

/** Parses `Name <address>` or an address alone; null if it is neither. */
export function readSender(text: string): Sender | null {
  const trimmed = text.trim();
  if (LINE_BREAKS.test(trimmed)) return null;
  const [, quoted = '', inside] = /^(.*)<([^<>]+)>$/.exec(trimmed) ?? [];
  const address = (inside ?? trimmed).trim();
  if (!isMailAddress(address)) return null;
  return { name: quoted.trim().replace(/^"(.*)"$/, '$1'), address };
}

/** Whether mail can be sent to an address: a strict form, since it becomes part of a header. */
export function isMailAddress(address: string): boolean {
  return (
    address.length <= ADDRESS_MAX_CHARS &&
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)*$/.test(address) &&
    emailProblem(address) === null
  );
}

/** The mail server of the settings page, without its password (`GET|PUT|DELETE /api/admin/mail`). */
export interface MailConnection {
  /** The environment variables that configure it, which take precedence; empty if there are none. */
  environment: string[];
  /** The server in use: host and port, and the sender; null if mail is not configured. */
  server: {
    host: string;
    port: number;
    /** Whether the connection is encrypted from the start; otherwise STARTTLS is used where the server offers it. */
    secure: boolean;
    user: string | null;
    has_password: boolean;
    from: string;
    connected_at: string | null;
    connected_by: string | null;
  } | null;
  /** Templates of which the caller has unsubscribed. */
  unsubscribed: MailTemplate[];
  /** The outcome of the latest mail; null if none was ever sent. */
  last: { at: string; ok: boolean; problem: string | null } | null;
}

/** The answer of `POST /api/admin/mail/test`, and of 'Send again': the server's own answer, or what went wrong. */
export interface MailTest {
  ok: boolean;
  took_ms: number;
  detail: string;
}

/** A mail that was refused, or given up after a day (`GET /api/admin/mail/undelivered`). */
export interface UndeliveredMail {
  id: string;
  template: MailTemplate;
  recipient: string;
  created_at: string;
  gave_up_at: string;
  attempts: number;
  /** Why the last attempt failed. */
  problem: string;
}

/** A template with sample data (`GET /api/admin/mail/preview`). */
export interface MailPreview {
  subject: string;
  html: string;
  text: string;
}
