import { LANGUAGES } from '@understudy/contract/languages';
import { MAIL_TEMPLATES, type MailTemplate } from '@understudy/contract/mail';
import { describe, expect, test } from 'vitest';
import { mailTexts } from '../texts/mail-texts.ts';
import { type MailContext, renderMail } from './render-mail.ts';
import { sampleMail } from './sample-data.ts';

const ABOUT = { consultant: 'Orla Venstrom', zone: 'Europe/Berlin', baseUrl: 'https://twin.example' };
const context = (changed: Partial<MailContext> = {}): MailContext => ({
  language: 'en',
  name: 'Orla Venstrom',
  brand: null,
  zone: ABOUT.zone,
  baseUrl: ABOUT.baseUrl,
  unsubscribeUrl: null,
  itemUrl: (id, answer) => `https://twin.example/mail/item?token=${id}#${answer}`,
  ...changed,
});
const sample = (template: MailTemplate) => sampleMail(template, ABOUT);

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(MAIL_TEMPLATES)('%s has a subject and says the same as HTML and as text', (template) => {
    const { subject, html, text } = renderMail(sample(template), context({ language, unsubscribeUrl: 'https://u.x/' }));
    expect(subject).not.toBe('');
    expect(subject + html + text).not.toMatch(/undefined|\[object|NaN|Invalid Date/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(text).toContain('https://u.x/');
    // The HTML has every word of the text.
    const words = html
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'");
    const said = (part: string) =>
      part
        .replace(/https?:\S+/g, ' ')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
        .split(' ');
    const shown = new Set(said(words));
    expect(said(text).filter((word) => !shown.has(word))).toEqual([]);
  });
});

/** All texts of a catalogue, functions called with made-up values. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const call = { kind: 'k', when: 'w', consultant: 'c', guest: null };
    const wanted = path.includes('booking')
      ? [call]
      : path.startsWith('.reminder') || path === '.more'
        ? [2, 'x']
        : ['a', 'b'];
    return [[path, String(value(...wanted))]];
  }
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

test('every text is translated, and none is empty', () => {
  const [english, german, spanish] = (['en', 'de', 'es'] as const).map((language) => textsOf(mailTexts(language)));
  /** Words that are the same in both languages. */
  const same = ['.name', '.ai', '.aiAlone'];
  for (const [at, [path, text]] of (english ?? []).entries()) {
    for (const other of [german, spanish]) {
      const [otherPath, translated = ''] = other?.[at] ?? [];
      expect(otherPath).toBe(path);
      expect(translated.trim()).not.toBe('');
      if (!same.includes(path)) expect({ path, text: translated }).not.toEqual({ path, text });
    }
  }
});

test('what strangers typed is text, whatever it looks like', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&';
  const mail = {
    template: 'lead_hot',
    data: {
      ...{ name: evil, company: evil, email: 'a@b.example', phone: null, score: 80, reasons: [evil], item: null },
      url: 'javascript:alert(1)',
    },
  } as const;
  const { html, subject } = renderMail(mail, context());
  expect(html).not.toContain('<img');
  expect(html).not.toContain('javascript:');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(subject).toContain(evil);
});

test('a subject is one line', () => {
  const { data } = sample('booking_made') as { data: object };
  const mail = { template: 'booking_made', data: { ...data, kind: 'A\r\nBcc: x@y.example' } } as never;
  expect(renderMail(mail, context()).subject).toMatch(/^Booked: A Bcc: x@y\.example with Orla/);
});

test('a booking is told in the reader’s zone and language, with its calendar file', () => {
  const german = renderMail(sample('booking_moved'), context({ language: 'de' }));
  expect(german.text).toContain('Donnerstag, 4. März um 15:00 Mitteleuropäische Zeit');
  expect(german.text).toContain('Zuvor: Mittwoch, 3. März um 10:30 Mitteleuropäische Zeit');
  expect(german.calendar?.method).toBe('REQUEST');
  const { data } = sample('booking_made') as { data: object };
  const abroad = { template: 'booking_made', data: { ...data, zone: 'America/New_York' } } as never;
  expect(renderMail(abroad, context()).text).toContain('Thursday 4 March at 09:00 Eastern Time');
  expect(renderMail(sample('booking_cancelled'), context()).calendar?.method).toBe('CANCEL');
});

test('the consultant reads who booked', () => {
  const { data } = sample('booking_made') as { data: object };
  const mail = { template: 'booking_made', data: { ...data, guest: 'Ana Costa' } } as never;
  expect(renderMail(mail, context())).toMatchObject({
    subject: expect.stringMatching(/^Ana Costa booked: Introduction/),
    text: expect.stringContaining('See the booking:\nhttps://twin.example/booking/sample'),
  });
});

test.each([
  [
    'en',
    ['Call Ana Costa', 'Names a budget: “20,000 euros”.', 'My own note', 'Send an offer: “now”'],
    'Due: Send an offer: “now”',
  ],
  [
    'de',
    ['Anrufen: Ana Costa', 'Nennt ein Budget: “20,000 euros”.', 'My own note', 'Angebot senden: “now”'],
    'Fällig: Angebot senden: “now”',
  ],
  [
    'es',
    ['Llamar: Ana Costa', 'Menciona un presupuesto: “20,000 euros”.', 'My own note', 'Enviar una oferta: “now”'],
    'Vence: Enviar una oferta: “now”',
  ],
] as const)('titles and reasons are told in the mail’s language: %s', (language, texts, subject) => {
  const { data } = sampleMail('lead_call', ABOUT) as { data: object };
  const told = { ...data, reasons: ['Names a budget: “20,000 euros”.', 'My own note'] };
  const lead = renderMail({ template: 'lead_call', data: told } as never, context({ language }));
  const item = { reminderId: 'r', title: 'Send an offer: “now”', contact: null, due_date: null };
  const due = renderMail({ template: 'reminder', data: { items: [item], total: 1 } }, context({ language }));
  for (const text of texts) expect(lead.text + due.text).toContain(text);
  for (const text of texts) expect(lead.html + due.html).toContain(text);
  expect(due.subject).toBe(subject);
});

test('more items than a mail lists are counted', () => {
  const items = [{ reminderId: 'r', title: 'Call Ana', contact: null, due_date: null }];
  const { subject, text } = renderMail({ template: 'reminder', data: { items, total: 10_000 } }, context());
  expect(subject).toBe('10000 action items are due');
  expect(text).toContain('9999 more are in the dashboard.');
  expect(text).toContain('Done: https://twin.example/mail/item?token=r#done');
});

test('the brand colors the mail, by day and by night, and nothing is loaded', () => {
  const { html } = renderMail(sample('digest'), context({ brand: '#0a7d5c' }));
  expect(html).toContain('#0a7d5c');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).not.toMatch(/<(?:img|link|script)|url\(|src=/);
});
