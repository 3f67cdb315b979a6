import { expect, test } from 'vitest';
import { dayWords, type MomentReader, momentWords } from './moment-words.ts';

const AT = '2026-12-03T09:05:00Z';
const reader = (language: MomentReader['language'], locale: string | null): MomentReader => ({
  ...{ language, locale, zone: 'Europe/Lisbon' },
});

test.each([
  ['en', 'en-US', '9:05 AM', 'Thursday, December 3 at 9:05 AM', 'Thursday, December 3'],
  ['en', 'en-GB', '09:05', 'Thursday 3 December at 09:05', 'Thursday 3 December'],
  ['en', null, '09:05', 'Thursday 3 December at 09:05', 'Thursday 3 December'],
  ['de', 'de-DE', '09:05', 'Donnerstag, 3. Dezember um 09:05', 'Donnerstag, 3. Dezember'],
  ['de', null, '09:05', 'Donnerstag, 3. Dezember um 09:05', 'Donnerstag, 3. Dezember'],
  ['es', 'es-ES', '9:05', 'jueves, 3 de diciembre, 9:05', 'jueves, 3 de diciembre'],
  // The twin's English words, with the clock of a reader of another language.
  ['en', 'de', '09:05', 'Thursday 3 December at 09:05', 'Thursday 3 December'],
  ['en', 'es-MX', '9:05 am', 'Thursday 3 December at 9:05 am', 'Thursday 3 December'],
] as const)('a text in %s tells a reader from %s the time as they write it', (language, locale, time, moment, day) => {
  const as = reader(language, locale);
  expect([momentWords(AT, 'time', as), momentWords(AT, 'moment', as), momentWords(AT, 'day', as)]).toEqual([
    time,
    moment,
    day,
  ]);
  expect(dayWords('2026-12-03', 'day', as)).toBe(day);
});

test('a zone is named, and a locale that does not exist changes nothing', () => {
  expect(momentWords(AT, 'momentInZone', reader('en', 'en-US'))).toBe(
    'Thursday, December 3 at 9:05 AM Western European Time',
  );
  expect(momentWords(AT, 'momentInZone', { language: 'en', zone: 'UTC' })).toBe('Thursday 3 December at 09:05 UTC');
  expect(momentWords(AT, 'time', reader('en', 'xx-YY'))).toBe('09:05');
});
