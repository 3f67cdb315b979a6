import { expect, test } from 'vitest';
import { isWorkingTime, nextStartOfWork, snoozedUntil, startOfWork, urgentTime } from './working-hours.ts';

const at = (moment: string) => Date.parse(moment);
const iso = (moment: number | null) => moment && new Date(moment).toISOString();
const berlin = { time_zone: 'Europe/Berlin', open: [] };
const shop = {
  time_zone: 'America/New_York',
  open: [
    { day: 1, from: '10:00', to: '12:00' },
    { day: 1, from: '13:00', to: '24:00' },
    { day: 6, from: '00:30', to: '03:30' },
  ],
};

test.each([
  ['Monday at nine', '2026-11-30T08:00:00Z', true],
  ['a minute before', '2026-11-30T07:59:00Z', false],
  ['at five in the afternoon', '2026-11-30T16:00:00Z', false],
  ['Saturday', '2026-11-28T10:00:00Z', false],
])('without hours of the owner, people work Monday to Friday from nine to five: %s', (_, moment, works) => {
  expect(isWorkingTime(berlin, at(moment))).toBe(works);
});

test.each([
  ['2026-12-01T15:00:00Z', true],
  ['2026-12-01T17:30:00Z', false],
  ['2026-12-02T04:59:00Z', true],
  ['2026-12-02T05:00:00Z', false],
  ['2026-11-30T15:00:00Z', false],
])('the owner’s own hours count, with their breaks: %s', (moment, works) => {
  expect(isWorkingTime(shop, at(moment))).toBe(works);
});

test('work begins at the local time, whatever clocks do that day', () => {
  expect(iso(startOfWork(berlin, '2026-11-30'))).toBe('2026-11-30T08:00:00.000Z');
  expect(iso(startOfWork(berlin, '2026-07-01'))).toBe('2026-07-01T07:00:00.000Z');
  expect(startOfWork(berlin, '2026-11-28')).toBeNull();
  // Clocks go back on the first of November 2026 in New York, a Sunday, and forward on March 14, 2027.
  expect(iso(startOfWork(shop, '2026-11-01'))).toBe('2026-11-01T04:30:00.000Z');
  const late = { ...shop, open: [{ day: 6, from: '09:00', to: '10:00' }] };
  expect(iso(startOfWork(late, '2026-11-01'))).toBe('2026-11-01T14:00:00.000Z');
  expect(iso(startOfWork(late, '2027-03-14'))).toBe('2027-03-14T13:00:00.000Z');
  const skipped = { ...shop, open: [{ day: 6, from: '02:30', to: '10:00' }] };
  expect(iso(startOfWork(skipped, '2027-03-14'))).toBe('2027-03-14T07:30:00.000Z');
});

test('urgent things of a free day are told in its morning, others when work begins again', () => {
  expect(iso(urgentTime(berlin, '2026-11-28'))).toBe('2026-11-28T08:00:00.000Z');
  expect(iso(nextStartOfWork(berlin, '2026-11-28'))).toBe('2026-11-30T08:00:00.000Z');
  expect(iso(nextStartOfWork(berlin, '2026-11-30'))).toBe('2026-11-30T08:00:00.000Z');
});

test('a reminder is put off by an hour, to tomorrow, or to next week', () => {
  const friday = at('2026-11-27T17:40:00Z');
  expect(iso(snoozedUntil(berlin, 'hour', friday))).toBe('2026-11-27T18:40:00.000Z');
  expect(iso(snoozedUntil(berlin, 'tomorrow', friday))).toBe('2026-11-30T08:00:00.000Z');
  expect(iso(snoozedUntil(berlin, 'tomorrow', at('2026-11-25T09:00:00Z')))).toBe('2026-11-26T08:00:00.000Z');
  expect(iso(snoozedUntil(berlin, 'week', friday))).toBe('2026-11-30T08:00:00.000Z');
  expect(iso(snoozedUntil(berlin, 'week', at('2026-11-30T09:00:00Z')))).toBe('2026-12-07T08:00:00.000Z');
});
