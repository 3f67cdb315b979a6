import type { Sender } from '@understudy/contract/mail';

/** A mail, ready to be sent. */
export interface MailMessage {
  /** The Message-ID without its angle brackets; the same for every attempt. */
  id: string;
  to: string;
  /** The name of the sender in place of the configured one. */
  fromName?: string;
  replyTo?: Sender;
  subject: string;
  text: string;
  html: string;
  /** Where the reader unsubscribes; the same address takes their mail program's POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** An invitation for calendars; `method` is that of the file (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string };
}

/** What came of handing a mail to the server. */
export interface MailOutcome {
  ok: boolean;
  /** Whether trying again is of no use: the server refused for good (5xx), or the mail itself is not valid. */
  isFinal: boolean;
  /** The SMTP status, such as 250 or 451; 0 if there was no answer. */
  status: number;
  /** The server's own answer, or what went wrong in a few words. It may name the recipient: not for the log. */
  detail: string;
  tookMs: number;
}

/** A mail server. */
export interface MailServer {
  /** Hands over a mail. Never rejects. A mail may be accepted although the connection broke before the answer. */
  send(message: MailMessage): Promise<MailOutcome>;
  /** Connects and signs in, without sending anything. Never rejects. */
  verify(): Promise<MailOutcome>;
  /** Closes its connections. */
  close(): void;
}
