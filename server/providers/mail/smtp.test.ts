import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import type { MailMessage, MailServer } from './port.ts';
import { createSmtp } from './smtp.ts';
import { readSmtpUrl, type SmtpAccess } from './smtp-url.ts';

const FROM = { name: 'AI Orla', address: 'orla@twin.example' };

let other: TestMailServer;
let smtp: MailServer;
beforeEach(async () => {
  other = await startMailServer();
  smtp = createSmtp(accessOf(other.url), FROM);
});
afterEach(async () => {
  smtp.close();
  await other.close();
});

function accessOf(url: string): SmtpAccess {
  const access = readSmtpUrl(url);
  if (!access) throw new Error('This is no address of a mail server.');
  return access;
}

const mail = (changed: Partial<MailMessage> = {}): MailMessage => ({
  id: 'one@twin.example',
  to: 'ana@costa.example',
  subject: 'A call – on Tuesday',
  text: 'Hello',
  html: '<p>Hello</p>',
  ...changed,
});

test('a mail arrives with its subject, both bodies, its id and who sends it', async () => {
  expect(await smtp.send(mail())).toMatchObject({ ok: true, status: 250, detail: '250 2.0.0 queued as 4711' });
  const [got] = other.mails;
  expect(got).toMatchObject({
    subject: 'A call – on Tuesday',
    messageId: '<one@twin.example>',
    html: expect.stringContaining('<p>Hello</p>'),
  });
  expect(got?.text).toContain('Hello');
  expect(got?.from?.value).toEqual([FROM]);
  expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
});

test('names and subjects add no header and no recipient', async () => {
  const forged = 'Hi\r\nBcc: everybody@example.com\r\n\r\nBody';
  await smtp.send(mail({ subject: forged, fromName: forged, replyTo: { name: forged, address: 'a@b.example' } }));
  const [got] = other.mails;
  expect(other.attempts).toEqual(['ana@costa.example']);
  expect(got?.bcc).toBeUndefined();
  expect(got?.subject).toBe('Hi Bcc: everybody@example.com Body');
  expect(got?.from?.value).toEqual([{ name: 'Hi Bcc: everybody@example.com Body', address: FROM.address }]);
  expect(got?.text?.trim()).toBe('Hello');
});

test.each([
  'a@b.example\r\nRCPT TO:<c@d.example>',
  'a@b.example, c@d.example',
  'Ana <a@b.example>',
  'a b@c.example',
  '',
])('the address %j is refused before a server is asked', async (to) => {
  expect(await smtp.send(mail({ to }))).toMatchObject({ ok: false, isFinal: true, status: 0 });
  expect(other.attempts).toEqual([]);
});

test('an invitation is a part that calendars read, with its method', async () => {
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';
  await smtp.send(mail({ calendar: { method: 'REQUEST', content } }));
  const parts = other.mails[0]?.attachments ?? [];
  expect(parts.map(({ contentType }) => contentType)).toContain('text/calendar');
  expect(parts.some(({ content: bytes }) => bytes.toString().includes('METHOD:REQUEST'))).toBe(true);
  expect(parts.some(({ filename }) => filename === 'invitation.ics')).toBe(true);
});

test('whoever may unsubscribe does so with one click', async () => {
  await smtp.send(mail({ unsubscribeUrl: 'https://twin.example/mail/unsubscribe/x.y' }));
  const headers = Object.fromEntries(other.mails[0]?.headerLines.map(({ key, line }) => [key, line]) ?? []);
  expect(headers['list-unsubscribe']).toContain('<https://twin.example/mail/unsubscribe/x.y>');
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('a refusal is final, a greylisting is not, and both say what the server said', async () => {
  other.next = [
    { status: 550, text: '5.1.1 no such user' },
    { status: 451, text: '4.7.1 greylisted' },
  ];
  expect(await smtp.send(mail())).toMatchObject({
    ok: false,
    isFinal: true,
    status: 550,
    detail: expect.stringContaining('no such user'),
  });
  expect(await smtp.send(mail())).toMatchObject({
    ok: false,
    isFinal: false,
    status: 451,
    detail: expect.stringContaining('greylisted'),
  });
  other.next = [{ status: 554, at: 'data', text: 'spam' }];
  expect(await smtp.send(mail())).toMatchObject({ ok: false, isFinal: true, status: 554 });
  expect(await smtp.send(mail())).toMatchObject({ ok: true });
});

test('a server that hangs is given up after its time, wherever it does', async () => {
  const patient = createSmtp(accessOf(other.url), FROM, { deadlineMs: 100 });
  other.next = ['hang'];
  expect(await patient.send(mail())).toMatchObject({ ok: false, isFinal: false, detail: 'no answer within 0.1 s' });
  patient.close();
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const mute = createSmtp(accessOf(`smtp://127.0.0.1:${port}`), FROM, { deadlineMs: 100 });
  expect(await mute.send(mail())).toMatchObject({ ok: false, isFinal: false, detail: 'no answer within 0.1 s' });
  mute.close();
  await new Promise((resolve) => silent.close(resolve));
  expect(await mute.send(mail())).toMatchObject({ ok: false, isFinal: false });
});

test('a wrong password is the operator’s to correct: the mail is tried again', async () => {
  const asking = await startMailServer({ login: { user: 'orla@twin', password: 'p@ss/word' } });
  onTestFinished(() => asking.close());
  const right = createSmtp(accessOf(asking.url), FROM);
  expect(await right.verify()).toMatchObject({ ok: true });
  expect(await right.send(mail())).toMatchObject({ ok: true });
  right.close();
  const wrong = createSmtp({ ...accessOf(asking.url), password: 'other' }, FROM);
  expect(await wrong.send(mail())).toMatchObject({
    ok: false,
    isFinal: false,
    status: 535,
    detail: expect.stringContaining('wrong user'),
  });
  wrong.close();
});

test('a password goes to another machine over an encrypted connection only', async () => {
  const asking = await startMailServer({ login: { user: 'orla', password: 'secret' } });
  onTestFinished(() => asking.close());
  // Leads here, and is not known to.
  const elsewhere = createSmtp({ ...accessOf(asking.url), host: '0.0.0.0' }, FROM);
  onTestFinished(() => elsewhere.close());
  expect(await elsewhere.send(mail())).toMatchObject({ ok: false, isFinal: false });
  expect(asking.mails).toEqual([]);
});

test('many mails share two connections', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => smtp.send(mail({ id: `${n}@x` }))));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(other.mostConnections).toBeLessThanOrEqual(2);
});

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, user: null, password: null }],
  ['smtps://a%40b:c%2Fd@mail.example', { port: 465, secure: true, user: 'a@b', password: 'c/d' }],
  ['smtp://[::1]:25', { host: '::1', port: 25 }],
])('%s is read', (url, access) => expect(readSmtpUrl(url)).toMatchObject(access));

test.each(['http://mail.example', 'mail.example', 'smtp://', 'smtp://x/path', 'smtp://x?tls=off', 'smtp://%zz@x'])(
  '%s is no address of a mail server',
  (url) => expect(readSmtpUrl(url)).toBeNull(),
);
