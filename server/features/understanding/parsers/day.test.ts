import { expect, test } from 'vitest';
import { dayIn } from './day.ts';

// A Saturday.
const now = new Date('2026-11-21T10:00:00Z');

test.each([
  ['Can Orla call me Thursday?', '2026-11-26'],
  ['tomorrow after 3', '2026-11-22'],
  ['this afternoon', '2026-11-21'],
  ['on 3 December', '2026-12-03'],
  ['in two weeks', '2026-12-05'],
  ['is there a slot next week to talk?', '2026-11-23'],
  ['next week on Tuesday', '2026-11-24'],
  ['Wednesday next week', '2026-11-25'],
  ['call me the 26th', '2026-11-26'],
  ['any time after the 3rd', '2026-12-03'],
  ['not before the 31st', '2026-12-31'],
  ['the 3rd time I ask', null],
  ['the 40th', null],
  ['after three', null],
])('a day that is named: %s', async (words, day) => {
  expect(await dayIn(words, now)).toBe(day);
});

test('next week is the one after this, on its first and on its last day', async () => {
  expect(await dayIn('next week', new Date('2026-11-23T00:00:00Z'))).toBe('2026-11-30');
  expect(await dayIn('next week', new Date('2026-11-29T23:59:00Z'))).toBe('2026-11-30');
});
