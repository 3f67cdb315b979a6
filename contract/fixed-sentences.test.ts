import { expect, test } from 'vitest';
import { FIXED_SENTENCES, FIXED_VALUES, type FixedSentence, fixedSentence, fixedValue } from './fixed-sentences.ts';
import { formReader } from './sentence-forms.ts';

const reader = formReader(FIXED_SENTENCES);
const SAMPLES = {
  who: 'Dr. Mia Kern',
  name: 'Orla',
  at: '+49 30 123 or mia@kern.test',
  phone: '+49 30 123 (0)',
  email: 'mia@kern.test',
  quote: '“Call me. No address was left.”',
  quote_time: '“in May: soon, ok?”',
  wish: fixedValue('a_call'),
  lead: fixedValue('lead_hot', { n: 80 }),
  deed: 'send an offer',
  items: 'Send an offer: “a; b. C”; Read the message: “d” (by 2026-12-01)',
  item: 'Send an offer: “a; b”',
  day: 'Thursday 26 November',
  date: '26 November',
  language: 'German',
  n: 3,
} as const;

test.each(Object.keys(FIXED_SENTENCES) as FixedSentence[])('"%s" and its values are found again', (code) => {
  const sentence = fixedSentence(code, SAMPLES);
  const names = [...FIXED_SENTENCES[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(names.map((name) => [name, String(SAMPLES[name as keyof typeof SAMPLES])]));
  expect(reader.whole(sentence)).toEqual({ code, values });
  if (!sentence.endsWith('.')) return;
  const text = `Somebody. ${sentence} And more.`;
  expect(reader.at(text, 'Somebody. '.length)).toMatchObject({
    code,
    values,
    end: 'Somebody. '.length + sentence.length,
  });
});

test('no sentence is found in words that are not the server’s', () => {
  for (const text of ['', 'Call: me', 'They said “No lead.”', 'A hot topic: write to x.', 'Reach them.', 'Wants'])
    expect(reader.whole(text)).toBeNull();
});

test('a value has a form of its own', () => {
  expect(new Set(Object.values(FIXED_VALUES)).size).toBe(Object.keys(FIXED_VALUES).length);
});
