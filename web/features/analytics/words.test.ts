import { beforeEach, describe, expect, it, vi } from 'vitest';
import { numberWords } from '../../ui/numbers.ts';
import { spanWords } from '../../ui/when.tsx';
import { daysFrom, daysUpTo, dayWords, weekdayWords } from './days.tsx';
import { durationWords, intentWords, moneyWords, shareWords, shortNumber } from './words.ts';

beforeEach(() => void vi.stubGlobal('navigator', { languages: ['en-GB'] }));

const percent = (share: number) => new Intl.NumberFormat('en-GB', { style: 'percent' }).format(share);

describe('figures in words', () => {
  it('are written as in the reader’s country', () => {
    expect(numberWords(12_345)).toBe(new Intl.NumberFormat('en-GB').format(12_345));
    expect(shortNumber(999)).toBe('999');
    expect(shortNumber(1234).length).toBeLessThanOrEqual(5);
  });

  it('say a share only where it is one, and never all or nothing of what is not', () => {
    expect(shareWords(1, 4)).toBe(percent(0.25));
    expect(shareWords(0, 4)).toBe(percent(0));
    expect(shareWords(4, 4)).toBe(percent(1));
    expect(shareWords(1, 1000)).toBe(`under ${percent(0.01)}`);
    expect(shareWords(999, 1000)).toBe(`over ${percent(0.99)}`);
    expect(shareWords(1, 0)).toBeNull();
    expect(shareWords(5, 4)).toBeNull();
  });

  it('say how long something took, in the unit that fits', () => {
    expect(durationWords(0.4)).toBe('0 ms');
    expect(durationWords(820)).toBe('820 ms');
    expect(durationWords(999.7)).toBe(`1${decimalPoint()}0 s`);
    expect(durationWords(1400)).toBe(`1${decimalPoint()}4 s`);
    expect(durationWords(12_400)).toBe('12 s');
    expect(durationWords(59_800)).toBe('1 min 0 s');
    expect(durationWords(72_000)).toBe('1 min 12 s');
    expect(durationWords(3_723_000)).toBe('1 h 2 min');
  });

  it('keep digits that say something of what is nearly free, and survive a currency that is none', () => {
    expect(moneyWords(0.00378, 'EUR')).toContain('0038');
    expect(moneyWords(1234.5, 'EUR')).toMatch(/1\D?234\D50/);
    expect(moneyWords(2, 'Taler')).toBe('2 Taler');
  });

  it('name intents, and what was about nothing', () => {
    expect(intentWords('consulting_inquiry')).toBe('Consulting inquiry');
    expect(intentWords('none')).toBe('Nothing in particular');
  });
});

describe('days of another clock', () => {
  it('are told as they are written, wherever the reader is', () => {
    expect(dayWords('2026-11-17')).toBe('17 Nov');
    expect(weekdayWords('2026-11-17')).toBe('Tue 17 Nov');
    expect(spanWords({ from: '2026-11-17', to: '2026-11-17' })).toBe('17 Nov 2026');
    expect(spanWords({ from: '2026-08-24', to: '2026-11-22' })).toBe('24 Aug to 22 Nov 2026');
    expect(spanWords({ from: '2025-12-24', to: '2026-01-06' })).toBe('24 Dec 2025 to 6 Jan 2026');
  });

  it('are counted, the first and the last included', () => {
    expect(daysFrom('2026-11-17', '2026-11-17')).toBe(1);
    expect(daysFrom('2024-01-01', '2024-12-31')).toBe(366);
  });

  it('reach back from today, today included, over the end of a month', () => {
    expect(daysUpTo(new Date(2026, 2, 2, 23, 59), 7)).toEqual({ from: '2026-02-24', to: '2026-03-02' });
    expect(daysUpTo(new Date(2026, 2, 2, 0, 0), 1)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  });
});

function decimalPoint(): string {
  return new Intl.NumberFormat('en-GB').formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}
