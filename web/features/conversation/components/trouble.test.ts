import { expect, test } from 'vitest';
import { exactTime, timeOfDay } from './trouble.tsx';

test.each([
  [0, 5, 9, '00:05', '2026-11-21, 00:05:09'],
  [12, 0, 0, '12:00', '2026-11-21, 12:00:00'],
  [23, 59, 59, '23:59', '2026-11-21, 23:59:59'],
])('the clock of the visitor at %d:%d:%d', (hours, minutes, seconds, time, exact) => {
  const at = new Date(2026, 10, 21, hours, minutes, seconds).getTime();
  expect(timeOfDay(at)).toBe(time);
  expect(exactTime(at)).toBe(exact);
});
