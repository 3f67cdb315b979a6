import { describe, expect, it } from 'vitest';
import { addDays, hoursOf, isMonday, mondayOf, placedOn } from './week.ts';

const at = (day: string, time: string) => new Date(`${day}T${time}:00`).toISOString();
const stretch = (day: string, from: string, to: string, end = day) => ({ start: at(day, from), end: at(end, to) });

describe('a week', () => {
  it('begins on a Monday, whatever the day', () => {
    expect(mondayOf(new Date('2026-12-02T12:00:00'))).toBe('2026-11-30');
    expect(mondayOf(new Date('2026-11-30T00:00:00'))).toBe('2026-11-30');
    expect(mondayOf(new Date('2026-12-06T23:59:00'))).toBe('2026-11-30');
    expect(addDays('2026-12-28', 7)).toBe('2027-01-04');
  });

  it.each([
    ['2026-11-30', true],
    ['2026-12-01', false],
    ['2026-02-30', false],
    ['next', false],
    [undefined, false],
  ])('is named by its Monday: %s', (text, isOne) => {
    expect(isMonday(text)).toBe(isOne);
  });

  it('has each stretch on its days, those over midnight on both', () => {
    const night = stretch('2026-12-01', '23:00', '01:30', '2026-12-02');
    const noon = stretch('2026-12-02', '12:00', '12:30');
    expect(placedOn('2026-12-01', [noon, night])).toEqual([{ item: night, from: 1_380, to: 1_440 }]);
    expect(placedOn('2026-12-02', [noon, night])).toEqual([
      { item: night, from: 0, to: 90 },
      { item: noon, from: 720, to: 750 },
    ]);
  });

  it('shows the usual hours, and more where something stands outside of them, but not for whole days', () => {
    expect(hoursOf([])).toEqual([8, 18]);
    expect(hoursOf([stretch('2026-12-01', '06:15', '07:00'), stretch('2026-12-01', '19:00', '19:30')])).toEqual([
      6, 20,
    ]);
    expect(hoursOf([stretch('2026-12-01', '00:00', '00:00', '2026-12-02')])).toEqual([8, 18]);
  });
});
