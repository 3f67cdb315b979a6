import { expect, test } from 'vitest';
import { readIn } from '../../platform/testing/read-in.ts';
import { officeHours } from './office-hours.ts';

const HOURS = {
  time_zone: 'Europe/Berlin',
  open: [
    ...[0, 1, 2].flatMap((day) => [
      { day, from: '09:00', to: '12:30' },
      { day, from: '14:00', to: '17:00' },
    ]),
    { day: 4, from: '18:00', to: '24:00' },
  ],
};

test.each([
  ['en', 'Monday to Wednesday 9:00 to 12:30 and 14:00 to 17:00, Friday 18:00 to midnight, Central European Time'],
  [
    'de',
    'Montag bis Mittwoch 9:00 bis 12:30 und 14:00 bis 17:00 Uhr, Freitag 18:00 bis 24:00 Uhr, Mitteleuropäische Zeit',
  ],
  ['es', 'lunes a miércoles 9:00 a 12:30 y 14:00 a 17:00, viernes 18:00 a medianoche, hora de Europa central'],
] as const)('office hours are told in words, in %s', async (language, words) => {
  await readIn(language);
  expect(officeHours(HOURS)).toBe(words);
});
