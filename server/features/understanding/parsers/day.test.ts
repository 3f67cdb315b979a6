import { expect, test } from 'vitest';
import { dayIn } from './dates.ts';

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
  ['mondays only', '2026-11-23'],
  ['tomorrow at 9am EST', '2026-11-22'],
  ['the 3rd time I ask', null],
  ['the 40th', null],
  ['after three', null],
])('a day that is named: %s', async (words, day) => {
  expect(await dayIn(words, now, 'UTC')).toBe(day);
});

test('next week is the one after this, on its first and on its last day', async () => {
  expect(await dayIn('next week', new Date('2026-11-23T00:00:00Z'), 'UTC')).toBe('2026-11-30');
  expect(await dayIn('next week', new Date('2026-11-29T23:59:00Z'), 'UTC')).toBe('2026-11-30');
});

test.each([
  // Friday evening, the 20th, in New York; Saturday afternoon, the 21st, in Auckland.
  ['America/New_York', '2026-11-21T01:00:00Z', 'today', '2026-11-20'],
  ['America/New_York', '2026-11-21T01:00:00Z', 'tomorrow', '2026-11-21'],
  ['America/New_York', '2026-11-21T01:00:00Z', 'tomorrow at 11pm', '2026-11-21'],
  ['America/New_York', '2026-11-21T01:00:00Z', 'on Saturday', '2026-11-21'],
  ['America/New_York', '2026-11-21T01:00:00Z', 'in two weeks', '2026-12-04'],
  ['America/New_York', '2026-11-21T01:00:00Z', 'the 21st', '2026-11-21'],
  ['Pacific/Auckland', '2026-11-21T01:00:00Z', 'tomorrow', '2026-11-22'],
  // Sunday morning, the 22nd, in Auckland; still Saturday in London.
  ['Pacific/Auckland', '2026-11-21T20:00:00Z', 'tomorrow', '2026-11-23'],
  ['Pacific/Auckland', '2026-11-21T20:00:00Z', 'tomorrow at 1am', '2026-11-23'],
  ['Europe/London', '2026-11-21T20:00:00Z', 'tomorrow', '2026-11-22'],
  // Monday in Auckland, the first day of what is still next week in London.
  ['Pacific/Auckland', '2026-11-22T20:00:00Z', 'next week', '2026-11-30'],
  ['Europe/London', '2026-11-22T20:00:00Z', 'next week', '2026-11-23'],
  ['Asia/Kathmandu', '2026-11-21T18:20:00Z', 'tomorrow', '2026-11-23'],
  ['Asia/Kathmandu', '2026-11-21T18:10:00Z', 'tomorrow', '2026-11-22'],
])('a day is that of the zone: in %s at %s, %s', async (zone, at, words, day) => {
  expect(await dayIn(words, new Date(at), zone)).toBe(day);
});

test.each([
  // Clocks go forward on 29 March in Berlin: that day has 23 hours and begins at 23:00 UTC.
  ['Europe/Berlin', '2026-03-28T22:30:00Z', 'tomorrow', '2026-03-29'],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', 'tomorrow at 11:30pm', '2026-03-29'],
  ['Europe/Berlin', '2026-03-28T23:30:00Z', 'tomorrow', '2026-03-30'],
  ['Europe/Berlin', '2026-03-29T21:30:00Z', 'tomorrow', '2026-03-30'],
  ['Europe/Berlin', '2026-03-29T22:30:00Z', 'tomorrow', '2026-03-31'],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', 'the 29th', '2026-03-29'],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', 'next week', '2026-03-30'],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', 'in two weeks', '2026-04-11'],
  // Clocks go back on 1 November in New York: that day has 25 hours.
  ['America/New_York', '2026-11-01T03:30:00Z', 'tomorrow', '2026-11-01'],
  ['America/New_York', '2026-11-01T04:30:00Z', 'tomorrow', '2026-11-02'],
  ['America/New_York', '2026-11-02T04:30:00Z', 'tomorrow', '2026-11-02'],
  ['America/New_York', '2026-11-02T05:30:00Z', 'tomorrow', '2026-11-03'],
])('where clocks are changed: in %s at %s, %s', async (zone, at, words, day) => {
  expect(await dayIn(words, new Date(at), zone)).toBe(day);
});
