import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** What a mail server does with the next mail: accepts it, refuses it with an SMTP status, or never answers. */
export type MailBehaviour = 'accept' | 'hang' | { status: number; text?: string; at?: 'recipient' | 'data' };

/** A real SMTP server on this machine, which refuses, greylists or hangs on request. */
export interface TestMailServer {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** Accepted mails, read with a mail reader, in order. */
  mails: ParsedMail[];
  /** Envelope recipients of every attempt, also of refused ones. */
  attempts: string[];
  /** What it does with the next mails, one each; afterwards it accepts. */
  next: MailBehaviour[];
  /** What it does with all mails that `next` says nothing of. */
  usually: MailBehaviour;
  /** The most connections that were open at a time. */
  mostConnections: number;
  close(): Promise<void>;
}

/** The token of the link to a visitor's desk in a mail; empty if there is none. */
export const deskTokenIn = (mail: ParsedMail | undefined): string =>
  /\/privacy#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/**
 * Starts a mail server.
 *
 * @param options.login the only user and password that may send; null for a server that asks for none
 */
export async function startMailServer({
  login = null,
}: {
  login?: { user: string; password: string } | null;
} = {}): Promise<TestMailServer> {
  let open = 0;
  const refusal = ({ status, text = 'not today' }: { status: number; text?: string }) =>
    Object.assign(new Error(text), { responseCode: status });
  let now: MailBehaviour = 'accept';
  const smtp = new SMTPServer({
    authOptional: login === null,
    disabledCommands: login === null ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 10,
    onAuth({ username, password }, _session, done) {
      if (login && username === login.user && password === login.password) return done(null, { user: username });
      return done(Object.assign(new Error('5.7.8 wrong user or password'), { responseCode: 535 }));
    },
    onConnect(_session, done) {
      open += 1;
      server.mostConnections = Math.max(server.mostConnections, open);
      done();
    },
    onClose() {
      open -= 1;
    },
    onRcptTo({ address }, _session, done) {
      server.attempts.push(address);
      now = server.next.shift() ?? server.usually;
      if (now === 'hang') return;
      if (now !== 'accept' && now.at !== 'data') return done(refusal(now));
      done();
    },
    onData(stream, _session, done) {
      const how = now;
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (typeof how === 'object') return done(refusal(how));
        simpleParser(Buffer.concat(parts)).then((mail) => {
          server.mails.push(mail);
          done(null, '2.0.0 queued as 4711');
        }, done);
      });
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  const server: TestMailServer = {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    port,
    mails: [],
    attempts: [],
    next: [],
    usually: 'accept',
    mostConnections: 0,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}
