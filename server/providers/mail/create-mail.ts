import type { Sender } from '@understudy/contract/mail';
import type { MailServer } from './port.ts';
import { createSmtp } from './smtp.ts';
import type { SmtpAccess } from './smtp-url.ts';

/** A mail server and who sends by it. */
export interface MailAccess extends SmtpAccess {
  from: Sender;
}

/** The mail server in use, which the dashboard may replace while the server runs. */
export interface MailSwitch {
  /** Null if mail is not configured. */
  current(): (MailServer & { access: MailAccess }) | null;
  /** Uses another server, or none. Mails under way finish on the previous one. */
  use(access: MailAccess | null): void;
  close(): void;
}

/** Creates the switch, without a server. */
export function createMailSwitch(options?: { deadlineMs?: number }): MailSwitch {
  let current: ReturnType<MailSwitch['current']> = null;
  return {
    current: () => current,
    use(access) {
      current?.close();
      current = access && { ...createSmtp(access, access.from, options), access };
    },
    close: () => current?.close(),
  };
}
