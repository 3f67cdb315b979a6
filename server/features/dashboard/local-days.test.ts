import { expect, test } from 'vitest';
import { dayAfter, dayAt, startOfDay } from '../../platform/zones.ts';
import { dayBounds, hourBounds, offsetsBetween, withOffset } from './local-days.ts';

const HOUR = 3_600_000;
const iso = (moment: number) => new Date(moment).toISOString();

test.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z', 24],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', 24],
  ['Pacific/Apia', '2026-01-01', '2025-12-31T11:00:00.000Z', 24],
  // Daylight saving time shifts by half an hour.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  // Clocks skip midnight.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
  // Clocks are set back at midnight: the day before is an hour longer.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
])('in %s the %s begins and ends where its clocks say', (zone, day, start, hours) => {
  expect(iso(startOfDay(zone, day))).toBe(start);
  expect(startOfDay(zone, dayAfter(day)) - startOfDay(zone, day)).toBe(hours * HOUR);
  expect(dayAt(zone, startOfDay(zone, day))).toBe(day);
  expect(dayAt(zone, startOfDay(zone, day) - 1)).toBe(dayAfter(day, -1));
  expect(hourBounds(zone, startOfDay(zone, day), startOfDay(zone, dayAfter(day)))).toHaveLength(Math.ceil(hours) + 1);
});

test('the days of a year follow one another without gaps, in every zone', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Chatham', 'Africa/Cairo']) {
    const bounds = dayBounds(zone, '2026-01-01', '2026-12-31');
    expect(bounds).toHaveLength(366);
    const lengths = bounds.slice(1).map((bound, at) => (bound - (bounds[at] ?? 0)) / HOUR);
    expect(lengths.every((hours) => hours >= 23 && hours <= 25)).toBe(true);
    const stretches = offsetsBetween(zone, bounds[0] ?? 0, bounds.at(-1) ?? 0);
    expect(stretches[0]?.from).toBe(bounds[0]);
    expect(stretches.at(-1)?.to).toBe(bounds.at(-1));
    for (const [at, { to }] of stretches.slice(0, -1).entries()) expect(stretches[at + 1]?.from).toBe(to);
  }
});

test('a moment is written with the offset that it had', () => {
  expect(withOffset('Europe/Berlin', Date.parse('2026-07-01T22:00:00Z'))).toBe('2026-07-02T00:00:00+02:00');
  expect(withOffset('America/St_Johns', Date.parse('2026-01-01T03:30:00Z'))).toBe('2026-01-01T00:00:00-03:30');
});
