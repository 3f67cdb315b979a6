import { isMailAddress, type Sender } from '@understudy/contract/mail';
import type { MailMessage, MailOutcome, MailServer } from './port.ts';
import type { SmtpAccess } from './smtp-url.ts';

/** Connections to the server; more mails wait. */
const MAX_CONNECTIONS = 2;
/** How long an idle connection stays open, for a mail that follows at once. */
const IDLE_MS = 5_000;
/** How long a mail may take altogether. */
const DEADLINE_MS = 30_000;
const SUBJECT_MAX_CHARS = 200;
const DETAIL_MAX_CHARS = 300;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a header
const CONTROLS = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

/** Whether a host is this machine, to which a password may be sent in the clear. */
const isLocal = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** One line for a header. */
const headerText = (text: string, max: number) => text.toWellFormed().replace(CONTROLS, ' ').trim().slice(0, max);

/**
 * Creates a mail server reached by SMTP. Opens no connection before the first mail, and at most two.
 *
 * A password is sent over an encrypted connection only, unless the server is this machine.
 *
 * @param options.deadlineMs for one mail
 */
export function createSmtp(
  access: SmtpAccess,
  from: Sender,
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
): MailServer {
  const { host, port, secure, user, password } = access;
  const options = {
    pool: true as const,
    host,
    port,
    secure,
    requireTLS: !secure && user !== null && !isLocal(host),
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    name: from.address.split('@')[1] ?? 'localhost',
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    dnsTimeout: deadlineMs,
    // Mails are made of texts of strangers: none may name a file or an address to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: ReturnType<typeof open> | null = null;
  // Loaded with the first mail, because many installations send none.
  const open = async () => (await import('nodemailer')).default.createTransport(options);
  const transport = () => {
    opened ??= open();
    return opened;
  };
  const outcomeSince =
    (startedAt: number) =>
    (rest: Omit<MailOutcome, 'tookMs'>): MailOutcome => ({
      ...rest,
      detail: headerText(rest.detail, DETAIL_MAX_CHARS),
      tookMs: Math.round(performance.now() - startedAt),
    });
  return {
    async send(message) {
      const outcome = outcomeSince(performance.now());
      if (!isMailAddress(message.to)) {
        return outcome({ ok: false, isFinal: true, status: 0, detail: 'mail cannot be sent to this address' });
      }
      const timeout = AbortSignal.timeout(deadlineMs);
      try {
        const sent = await (await transport()).sendMail({ ...mailOf(message, from), signal: timeout });
        return outcome({ ok: true, isFinal: true, status: Number(sent.response.slice(0, 3)), detail: sent.response });
      } catch (error) {
        return outcome({ ok: false, ...problemOf(error as SmtpError, timeout.aborted, deadlineMs) });
      }
    },
    async verify() {
      const outcome = outcomeSince(performance.now());
      try {
        await (await transport()).verify();
        return outcome({ ok: true, isFinal: true, status: 220, detail: 'the server accepts mail from here' });
      } catch (error) {
        return outcome({ ok: false, ...problemOf(error as SmtpError, false, deadlineMs) });
      }
    },
    close() {
      void opened?.then((transport) => transport.close());
    },
  };
}

function mailOf(message: MailMessage, from: Sender) {
  const { id, to, fromName, replyTo, subject, text, html, unsubscribeUrl, calendar } = message;
  return {
    messageId: `<${id}>`,
    from: { name: headerText(fromName ?? from.name, SUBJECT_MAX_CHARS), address: from.address },
    to: { name: '', address: to },
    ...(replyTo && isMailAddress(replyTo.address)
      ? { replyTo: { name: headerText(replyTo.name, SUBJECT_MAX_CHARS), address: replyTo.address } }
      : {}),
    subject: headerText(subject, SUBJECT_MAX_CHARS),
    text,
    html,
    headers: {
      // No answering machine answers (RFC 3834).
      'auto-submitted': 'auto-generated',
      ...(unsubscribeUrl
        ? {
            'list-unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    // Both as a part that mail programs act on, and as a file.
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: 'invitation.ics', content: calendar.content } }
      : {}),
  };
}

/** What the library adds to its errors. */
interface SmtpError extends NodeJS.ErrnoException {
  responseCode?: number;
  response?: string;
  /** The command that it answered, such as `RCPT TO`. */
  command?: string;
  permanent?: boolean;
  timeoutType?: string;
  originalCode?: string;
}

/** Why a mail was not accepted, and whether it may be later. */
function problemOf(
  error: SmtpError,
  late: boolean,
  deadlineMs: number,
): Pick<MailOutcome, 'isFinal' | 'status' | 'detail'> {
  const status = error.responseCode ?? 0;
  // A refused connection, sign-in or encryption is the operator's to correct: the mail may still be accepted later.
  const isOfMail = /^(MAIL FROM|RCPT TO|DATA)/.test(error.command ?? '') && status !== 530;
  if (error.response) return { isFinal: error.permanent === true && isOfMail, status, detail: error.response };
  if (late || error.code === 'ETIMEDOUT' || error.timeoutType) {
    return { isFinal: false, status, detail: `no answer within ${deadlineMs / 1_000} s` };
  }
  const code = `${error.originalCode ?? ''} ${error.code ?? ''}`;
  if (/ENOTFOUND|EAI_|ENODATA|EDNS/.test(code)) return { isFinal: false, status, detail: 'no such host' };
  if (/ECONNREFUSED/.test(code)) return { isFinal: false, status, detail: 'connection refused' };
  if (/CERT|TLS|SSL|ALTNAME|EPROTO\b|UNABLE_TO|SELF_SIGNED/.test(code)) {
    return { isFinal: false, status, detail: 'no trusted encrypted connection' };
  }
  if (error.code === 'ENOAUTH') return { isFinal: false, status, detail: 'the server asks for no sign-in' };
  if (error.code === 'EENVELOPE') return { isFinal: true, status, detail: 'mail cannot be sent to this address' };
  return { isFinal: false, status, detail: 'the connection broke off' };
}
