import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readIn } from '../platform/testing/read-in.ts';
import {
  clockTime,
  exactDate,
  longDay,
  minutesAndSeconds,
  plainDay,
  relativeDate,
  slotWords,
  timeOfDay,
  writtenDay,
} from './dates.ts';

/** By the reader's clock, wherever the test runs. */
const at = (...parts: [number, number, number, number, number]) => new Date(...parts);
const NOW = at(2026, 10, 21, 14, 30).getTime();
const said = (date: Date) => relativeDate(date.toISOString(), NOW);

const readAs = (...languages: string[]) => vi.stubGlobal('navigator', { languages });
beforeEach(() => readAs('en-GB'));
afterEach(() => vi.unstubAllGlobals());

describe('a date', () => {
  const moment = at(2026, 2, 4, 14, 5).toISOString();

  it('names its month, day and month in the order of the reader’s country', () => {
    expect([plainDay(moment), longDay(moment), writtenDay('2026-03-04', 'weekday')]).toEqual([
      '4 Mar 2026',
      '4 March 2026',
      'Wed 4 Mar',
    ]);
    readAs('en-US', 'de-DE');
    expect([plainDay(moment), longDay(moment), writtenDay('2026-03-04', 'weekday')]).toEqual([
      'Mar 4, 2026',
      'March 4, 2026',
      'Wed, Mar 4',
    ]);
    expect(relativeDate(moment, NOW)).toBe('Mar 4, 2:05 PM');
    expect(exactDate(moment)).toMatch(/^Wednesday, March 4, 2026 at 2:05:00 PM/);
  });

  it('is written in the page’s language for those of another', () => {
    for (const languages of [['de-DE', 'en-US'], ['ja'], ['en'], []]) {
      readAs(...languages);
      expect(plainDay(moment)).toBe('4 Mar 2026');
    }
  });
});

describe('a time', () => {
  const moment = at(2026, 11, 3, 9, 5).toISOString();

  it.each([
    ['en-US', 'en', '9:05 AM', 'Thu, Dec 3, 9:05 AM', '11:30 PM'],
    ['en-GB', 'en', '09:05', 'Thu 3 Dec, 09:05', '23:30'],
    ['de-DE', 'de', '09:05', 'Do., 3. Dez., 09:05', '23:30'],
    ['es-ES', 'es', '9:05', 'jue, 3 dic, 9:05', '23:30'],
  ] as const)('is written as in the reader’s country, %s', async (locale, language, time, slot, clock) => {
    readAs(locale);
    await readIn(language);
    expect([timeOfDay(moment), slotWords(moment), clockTime('23:30:00+01:00')]).toEqual([time, slot, clock]);
  });
});

describe('a date as people say it', () => {
  it('is counted in minutes, then told by the day', () => {
    expect(said(new Date(NOW - 20_000))).toBe('Just now');
    expect(said(at(2026, 10, 21, 14, 18))).toBe('12 min ago');
    expect(said(at(2026, 10, 21, 9, 5))).toBe('Today, 09:05');
    expect(said(at(2026, 10, 20, 23, 59))).toBe('Yesterday, 23:59');
    expect(said(at(2026, 10, 17, 14, 5))).toBe('17 Nov, 14:05');
    expect(said(at(2025, 10, 17, 14, 5))).toBe('17 Nov 2025, 14:05');
  });

  it('is told by the day where the reader’s clock is behind the server’s', () => {
    expect(said(new Date(NOW + 20_000))).toBe('Just now');
    expect(said(at(2026, 10, 21, 15, 0))).toBe('Today, 15:00');
  });

  it('stays as it is where it is none', () => {
    expect(relativeDate('never', NOW)).toBe('never');
  });

  it('lasts minutes and seconds, and hours where there are any', () => {
    expect(minutesAndSeconds(250_900)).toBe('4m 10s');
    expect(minutesAndSeconds(3_720_000)).toBe('1h 2m 0s');
    expect(minutesAndSeconds(-5)).toBe('0m 0s');
  });
});
