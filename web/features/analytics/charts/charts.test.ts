import type { CalibrationBand, Cost, FunnelStep, LatencyRow, TimePoint } from '@understudy/contract/analytics';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { calibrationPoints, calibrationTable, calibrationWords, isUndecided } from './calibration.tsx';
import { costTable, costWords, unpricedWords, usedWords } from './cost.tsx';
import { funnelRows, funnelTable, funnelWords } from './funnel.tsx';
import { busyHours, hoursTable, hoursWords } from './hours.tsx';
import { durationScale, latencyTable, latencyWords } from './latency.tsx';
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
} from './over-time.tsx';
import { termsWords, unansweredTable, unansweredWords } from './ranked.tsx';
import { scoreColumns, scoresTable, scoresWords } from './scores.tsx';

beforeEach(() => void vi.stubGlobal('navigator', { languages: ['en-GB'] }));

const BOX = { width: 300, height: 200, left: 0, right: 0, top: 0, bottom: 0 };
const band = (index: number) => ({ from: index * 10, to: index === 9 ? 100 : index * 10 + 9 });
const tens = <Rest>(rest: (index: number) => Rest) =>
  Array.from({ length: 10 }, (_, index) => ({ ...band(index), ...rest(index) }));

describe('the funnel', () => {
  const STEPS: FunnelStep[] = [
    { step: 'visited', count: 1000 },
    { step: 'started', count: 400 },
    { step: 'three_turns', count: 200 },
    { step: 'contact', count: 50 },
    { step: 'cta', count: 80 },
    { step: 'booked', count: null },
  ];

  it('tells each step as a part of the step that it belongs to: a next step needs no contact', () => {
    expect(funnelRows(STEPS).map(({ rate, length }) => [rate, length])).toEqual([
      [null, 1],
      ['40% of page visits', 0.4],
      ['50% of conversations', 0.2],
      ['25% of those who stayed', 0.05],
      ['40% of those who stayed', 0.08],
      [null, 0],
    ]);
    expect(funnelWords(STEPS)).toBe('80 of 400 conversations stayed for three turns and chose a next step (20%).');
    expect(funnelTable(STEPS).rows.at(-1)).toEqual(['Booked a call', 'Not counted yet', '–']);
  });

  it('tells no rate of what was not counted, or counted otherwise', () => {
    const none = STEPS.map((step) => (step.step === 'visited' ? { ...step, count: 0 } : step));
    expect(funnelRows(none)[1]?.rate).toBeNull();
    expect(funnelRows(none)[1]?.length).toBe(1);
  });
});

describe('the spread of scores', () => {
  const BANDS = tens((index) => ({ sessions: index }));

  it('is told and tabled', () => {
    expect(scoresWords(BANDS)).toBe('24 of 45 conversations (53%) scored 70 or more, the bar for a high-quality lead.');
    expect(scoresTable(BANDS).rows.at(-1)).toEqual(['90 to 100', '9', '20%']);
  });

  it('has a column a band, cut in two where a tier begins', () => {
    const { columns } = scoreColumns(BANDS, BOX, 4);
    expect(columns.map(({ parts }) => parts.map(({ tier }) => tier).join('+'))).toEqual(
      'cold cold cold cold cold warm warm warm+hot hot hot'.split(' '),
    );
    expect(columns[7]?.parts.map(({ x, width }) => [x, width])).toEqual([
      [212, 13],
      [225, 13],
    ]);
    expect(columns[9]?.top).toBe(0);
  });
});

describe('how scores turned out', () => {
  const none = tens(
    (): Omit<CalibrationBand, 'from' | 'to'> => ({
      won: 0,
      lost: 0,
      open: 2,
      rate: null,
      low: null,
      high: null,
    }),
  );
  const BANDS = none.map((one) =>
    one.from === 80 ? { ...one, won: 3, lost: 1, rate: 0.75, low: 0.3, high: 0.95 } : one,
  );

  it('is nothing before somebody has decided', () => {
    expect(isUndecided(none)).toBe(true);
    expect(isUndecided(BANDS)).toBe(false);
  });

  it('stands at the middle of its band, with a whisker', () => {
    const { points } = calibrationPoints(BANDS, BOX);
    expect(points).toEqual([
      {
        from: 80,
        name: '80 to 89',
        x: expect.closeTo(253.5),
        y: 50,
        low: 140,
        high: expect.closeTo(10),
        words: '3/4',
        wordsAt: expect.closeTo(3),
      },
    ]);
    expect(calibrationWords(BANDS)).toBe('3 of 4 decided leads were won (75%); 20 leads are still open.');
    expect(calibrationTable(BANDS).rows[8]).toEqual(['80 to 89', '3', '1', '2', '75%', '30% to 95%']);
    expect(calibrationTable(BANDS).rows[0]).toEqual(['0 to 9', '0', '0', '2', '–', '–']);
  });
});

describe('what is ranked', () => {
  it('is told by its first', () => {
    expect(termsWords([{ term: 'hiring', sessions: 1 }])).toBe('“hiring” came up most: in 1 conversation.');
    expect(termsWords([])).toBe('');
  });

  it('counts unanswered questions, and those of leads', () => {
    const asked = {
      cause: 'unknown',
      best_score: 91,
      session_id: 's',
      seq: 4,
      at: '2026-11-17T10:00:00Z',
      answered_by: null,
    } as const;
    const questions = [
      { ...asked, question: 'Who?', times: 3, leads: 2 },
      { ...asked, question: 'Why?', times: 1, leads: 0 },
    ];
    expect(unansweredWords(questions)).toBe('2 questions, asked 4 times, 1 of them by leads.');
    expect(unansweredWords(questions.slice(1))).toBe('1 question, asked once, none of them by a lead.');
    expect(unansweredTable(questions).rows[0]).toEqual(['Who?', 'No answer', '3', '2', '91', '17 Nov', '–']);
  });

  it('tells which of them the knowledge has come to answer', () => {
    const seen = { times: 1, leads: 0, best_score: 9, session_id: 's', seq: 4, at: '2026-11-17T10:00:00Z' };
    const asked = { ...seen, cause: 'rejected' } as const;
    const questions = [
      { ...asked, question: 'Who?', answered_by: 'Who I am' },
      { ...asked, question: 'Why?', answered_by: null },
    ];
    expect(unansweredWords(questions)).toBe(
      '2 questions, asked 2 times, none of them by a lead. The knowledge now answers 1 of them.',
    );
    expect(unansweredTable(questions).rows[0]?.at(-1)).toBe('Who I am');
    expect(unansweredTable(questions).rows[0]?.at(1)).toBe('Answered, but not what the visitor meant');
  });
});

describe('how fast replies are', () => {
  const row = (stage: LatencyRow['stage'], provider: string, times: number, ms: number): LatencyRow => ({
    stage,
    provider,
    times,
    p50_ms: ms,
    p90_ms: ms * 2,
    p99_ms: ms * 4,
  });
  const ROWS = [row('first_audio', 'b', 5, 900), row('reply', 'embedded', 2, 8), row('reply', 'a', 9, 800)];

  it('is told in the order of the stages, the most used provider first', () => {
    expect(latencyTable(ROWS).rows.map(([name]) => name)).toEqual([
      'Whole reply, a',
      'Whole reply, embedded',
      'First sound of the reply, b',
    ]);
    expect(latencyWords(ROWS)).toBe('Half of the replies by a took at most 800 ms, nine in ten at most 1.6 s.');
  });

  it('stands on a scale of tens that holds all of it', () => {
    const { place, ticks } = durationScale(ROWS);
    expect(ticks.map(({ ms }) => ms)).toEqual([1, 10, 100, 1000, 10_000]);
    expect(ticks.map(({ at }) => Math.round(at))).toEqual([0, 25, 50, 75, 100]);
    expect(place(0)).toBe(0);
    expect(durationScale([row('reply', 'a', 1, 10)]).ticks.map(({ ms }) => ms)).toEqual([10, 100]);
    expect(durationScale([row('reply', 'a', 1, 0)]).ticks.map(({ ms }) => ms)).toEqual([1, 10]);
  });
});

describe('what it costs', () => {
  const COST: Cost = {
    currency: 'EUR',
    total: 4,
    sessions: 8,
    per_session: 0.5,
    rows: [
      {
        provider: 'p',
        model: 'w',
        kind: 'transcription',
        prompt_tokens: 0,
        completion_tokens: 0,
        cached_tokens: 0,
        characters: 0,
        seconds: 3723,
        estimated: false,
        cost: null,
      },
      {
        provider: 'p',
        model: 'm',
        kind: 'chat',
        prompt_tokens: 100,
        completion_tokens: 20,
        cached_tokens: 60,
        characters: 0,
        seconds: 0,
        estimated: true,
        cost: 4,
      },
    ],
  };

  it('is told a conversation, and what has no price is named', () => {
    expect(costWords(COST)).toMatch(/^€0\.50 per conversation: €4(\.00)? for 8 conversations\.$/);
    expect(costWords({ ...COST, sessions: 0, per_session: null })).toMatch(/^€4(\.00)? in total\.$/);
    expect(unpricedWords(COST.rows)).toBe('There is no price for w at p, so the total leaves it out.');
    expect(unpricedWords(COST.rows.slice(1))).toBe('');
    expect(COST.rows.map(usedWords)).toEqual([
      '1 h 2 min heard',
      '100 tokens read (60 of them cached), 20 written (partly estimated)',
    ]);
    expect(costTable(COST).rows.map(([name, , , cost]) => [name, cost?.replace('.00', '')])).toEqual([
      ['m at p', '€4'],
      ['w at p', '–'],
    ]);
  });
});

describe('the hours of a week', () => {
  const HOURS = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => (day === 6 && hour === 23 ? 10 : day === 0 ? 1 : 0)),
  );

  it('are told by the busiest, and shaded by fifths of it', () => {
    expect(hoursWords(HOURS)).toBe('Busiest hour: Sunday, 23:00 to 00:00 (10 conversations).');
    expect(busyHours(HOURS)[6]?.[23]?.level).toBe(5);
    expect(busyHours(HOURS)[0]?.[0]?.level).toBe(1);
    expect(busyHours(HOURS)[1]?.[0]?.level).toBe(0);
    expect(hoursTable(HOURS).rows.at(-1)).toEqual(['23:00', '1', '0', '0', '0', '0', '0', '10']);
  });

  it('are nothing where an answer leaves them out', () => {
    expect(
      busyHours([])
        .flat()
        .every(({ sessions, level }) => sessions === 0 && level === 0),
    ).toBe(true);
    expect(hoursWords([])).toBe('');
  });
});

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
const WIDE_BOX = { width: 600, height: 200, left: 40, right: 100, top: 10, bottom: 30 };

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
        const { x, y, ticks, labels, sessions } = skyline(points, WIDE_BOX);
        expect(x(points.length)).toBe(WIDE_BOX.width - WIDE_BOX.right);
        for (const { sessions: count } of points) expect(y(count)).toBeGreaterThanOrEqual(WIDE_BOX.top - 1e-9);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(labels.leads - labels.sessions).toBeGreaterThanOrEqual(18 - 1e-9);
        expect(labels.leads).toBeLessThanOrEqual(WIDE_BOX.height - WIDE_BOX.bottom);
        expect(labels.sessions).toBeGreaterThanOrEqual(WIDE_BOX.top - 1e-9);
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
