import { afterEach, expect, test, vi } from 'vitest';
import { readIn } from '../../platform/testing/read-in.ts';
import { officeHours } from './office-hours.ts';

afterEach(() => vi.unstubAllGlobals());

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
  [
    'en-US',
    'en',
    'Monday to Wednesday 9:00 AM to 12:30 PM and 2:00 PM to 5:00 PM, Friday 6:00 PM to midnight, Central European Time',
  ],
  [
    'en-GB',
    'en',
    'Monday to Wednesday 09:00 to 12:30 and 14:00 to 17:00, Friday 18:00 to midnight, Central European Time',
  ],
  [
    'de-DE',
    'de',
    'Montag bis Mittwoch 09:00 bis 12:30 und 14:00 bis 17:00 Uhr, Freitag 18:00 bis 24:00 Uhr, Mitteleuropäische Zeit',
  ],
  ['es-ES', 'es', 'lunes a miércoles 9:00 a 12:30 y 14:00 a 17:00, viernes 18:00 a medianoche, hora de Europa central'],
] as const)('office hours are told in words as in the reader’s country, %s', async (locale, language, words) => {
  vi.stubGlobal('navigator', { languages: [locale] });
  await readIn(language);
  expect(officeHours(HOURS)).toBe(words);
});
