import type { TimePoint } from '@understudy/contract/analytics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAsBritish } from '../testing/british-reader.ts';
import {
  intentSeries,
  isHourly,
  namedPoints,
  overTimeTable,
  overTimeWords,
  peakOf,
  pointWords,
  skyline,
  totalOf,
} from './over-time.ts';

readAsBritish();

const day = (date: string, sessions: number, leads: number, intents: TimePoint['intents'] = {}): TimePoint => ({
  start: `${date}T00:00:00+01:00`,
  sessions,
  leads,
  intents,
});
const WEEK = [
  day('2026-11-16', 4, 1, { consulting_inquiry: 3, none: 1 }),
  day('2026-11-17', 9, 2, { consulting_inquiry: 2, spam: 4, none: 3 }),
  day('2026-11-18', 0, 0),
];
const BOX = { width: 600, height: 200, left: 40, right: 100, top: 10, bottom: 30 };

describe('conversations over time', () => {
  it('are told as a sentence, a day and a peak', () => {
    expect(totalOf(WEEK)).toEqual({ sessions: 13, leads: 3 });
    expect(overTimeWords(WEEK)).toBe('13 conversations, 3 of them high-quality leads (23%): a score of 70 or more.');
    expect(peakOf(WEEK)).toBe(1);
    expect(pointWords(WEEK[1] as TimePoint, false)).toBe('Tue 17 Nov: 9 conversations, 2 leads');
    expect(overTimeWords([])).toBe('0 conversations, 0 of them high-quality leads: a score of 70 or more.');
    expect(peakOf([])).toBe(0);
  });

  it('are told by the hour where points are hours', () => {
    const hours = ['08', '09'].map((hour) => ({ ...day('2026-11-17', 1, 0), start: `2026-11-17T${hour}:00:00+01:00` }));
    expect(isHourly(hours)).toBe(true);
    expect(isHourly(WEEK)).toBe(false);
    expect(pointWords(hours[1] as TimePoint, true)).toBe('Tue 17 Nov, 09:00: 1 conversation, 0 leads');
    expect(overTimeTable(hours).columns[0]?.name).toBe('Hour');
  });

  it('are counted by intent, the most frequent first, and nothing in particular last', () => {
    expect(intentSeries(WEEK).map(({ intent, total, counts }) => [intent, total, counts])).toEqual([
      ['consulting_inquiry', 5, [3, 2, 0]],
      ['spam', 4, [0, 4, 0]],
      ['none', 4, [1, 3, 0]],
    ]);
    const { columns, rows } = overTimeTable(WEEK);
    expect(columns.map(({ name }) => name)).toEqual(
      'Day,Conversations,Leads,Consulting inquiry,Spam,Nothing in particular'.split(','),
    );
    expect(rows[1]).toEqual(['Tue 17 Nov', '9', '2', '2', '4', '3']);
  });

  it('are drawn within their box, the labels beside their lines and never upon each other', () => {
    const counts = fc
      .tuple(fc.nat(5000), fc.nat(5000))
      .map(([one, other]) => [Math.max(one, other), Math.min(one, other)]);
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 400 }), (all) => {
        const points = all.map(([sessions = 0, leads = 0]) => day('2026-11-16', sessions, leads));
        const { x, y, ticks, labels, sessions } = skyline(points, BOX);
        expect(x(points.length)).toBe(BOX.width - BOX.right);
        for (const { sessions: count } of points) expect(y(count)).toBeGreaterThanOrEqual(BOX.top - 1e-9);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(labels.leads - labels.sessions).toBeGreaterThanOrEqual(18 - 1e-9);
        expect(labels.leads).toBeLessThanOrEqual(BOX.height - BOX.bottom);
        expect(labels.sessions).toBeGreaterThanOrEqual(BOX.top - 1e-9);
        expect(sessions.line).not.toContain('NaN');
      }),
    );
  });

  it('names as many days as there is room for', () => {
    const days = Array.from({ length: 90 }, (_, index) =>
      day(new Date(Date.UTC(2026, 7, 24 + index)).toISOString().slice(0, 10), 1, 0),
    );
    expect(
      namedPoints(days, 1000)
        .map(({ words }) => words)
        .slice(0, 2),
    ).toEqual(['24 Aug', '31 Aug']);
    expect(namedPoints(days, 210).map(({ index }) => index)).toEqual([0, 28, 56, 84]);
    expect(namedPoints([], 210)).toEqual([]);
  });
});
