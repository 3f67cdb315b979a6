import { describe, expect, test } from 'vitest';
import { joinWishes, type TimeWish, timeWishIn } from './time-wishes.ts';

/** A Wednesday. */
const NOW = new Date('2026-12-02T09:00:00Z');
const wish = (text: string, zone = 'Europe/Berlin') => timeWishIn(text, NOW, zone);
const day = (one: string) => ({ from: one, to: one });
const clock = (notBefore: number, notAfter: number) => ({ notBefore: notBefore * 60, notAfter: notAfter * 60 });

describe('a wish for a time', () => {
  test.each<[string, Partial<TimeWish>]>([
    ['Thursday afternoon?', { days: [day('2026-12-03')], ...clock(12, 18) }],
    ['the week after next', { days: [{ from: '2026-12-14', to: '2026-12-20' }] }],
    ['next week', { days: [{ from: '2026-12-07', to: '2026-12-13' }] }],
    ['Tuesday next week', { days: [{ from: '2026-12-07', to: '2026-12-13' }], weekdays: [1] }],
    ['this week', { days: [{ from: '2026-12-02', to: '2026-12-06' }] }],
    ['in two weeks', { days: [{ from: '2026-12-14', to: '2026-12-20' }] }],
    ['next month', { days: [{ from: '2027-01-01', to: '2027-01-31' }] }],
    ['not before ten', clock(10, 24)],
    ['not before 10 please', clock(10, 24)],
    ['after 3', clock(15, 24)],
    ['before noon', clock(0, 12)],
    ['between 2 and 4', clock(14, 16)],
    ['from 9 to 11', clock(9, 11)],
    ['tomorrow at three', { days: [day('2026-12-03')], at: [15 * 60] }],
    ['tomorrow at 15:30', { days: [day('2026-12-03')], at: [15 * 60 + 30] }],
    ['3pm', { at: [15 * 60] }],
    ['at half past nine', { at: [9 * 60 + 30] }],
    ['mornings only', clock(0, 12)],
    ['Monday or Tuesday', { weekdays: [0, 1] }],
    ['any day but not Friday', { notWeekdays: [4] }],
    ['December 24th in the morning', { days: [day('2026-12-24')], ...clock(0, 12) }],
    ['the day after tomorrow', { days: [day('2026-12-04')] }],
    ['Wednesday', { days: [day('2026-12-02'), day('2026-12-09')] }],
    ['any Thursday', { days: [], weekdays: [3] }],
    ['today', { days: [day('2026-12-02')] }],
    ['Friday at 10 am', { days: [day('2026-12-04')], at: [600] }],
  ])('%s', async (text, expected) => {
    expect(await wish(text)).toMatchObject(expected);
  });

  test.each([
    'Can I book a call?',
    'We are 40 people.',
    'It costs €420.',
    'You may call me on 020 7946 0500.',
    'Maybe we should talk.',
    'The second option',
    '',
  ])('is not in: %s', async (text) => {
    expect(await wish(text)).toBeNull();
  });

  test('counts days on the visitor’s clock', async () => {
    const late = new Date('2026-12-02T23:30:00Z');
    expect((await timeWishIn('tomorrow', late, 'Europe/Berlin'))?.days).toEqual([day('2026-12-04')]);
    expect((await timeWishIn('tomorrow', late, 'America/New_York'))?.days).toEqual([day('2026-12-03')]);
  });

  test('is refined by the next one', async () => {
    const older = (await wish('next week, not Friday')) as TimeWish;
    const both = joinWishes(older, (await wish('not before ten')) as TimeWish);
    expect(both).toMatchObject({ days: older.days, notWeekdays: [4], notBefore: 600 });
    expect(joinWishes(both, (await wish('Thursday')) as TimeWish)).toMatchObject({
      days: [day('2026-12-03')],
      notWeekdays: [],
      notBefore: 600,
    });
  });
});
