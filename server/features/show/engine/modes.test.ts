import { EMOTIONS, SHOW_MODES, SHOW_TEMPERATURE, type ShowMode } from '@understudy/contract/constants';
import { describe, expect, test } from 'vitest';
import { audienceLine, TestShow } from '../testing/audience-lines.ts';
import { emotionFor, suggestMode, trendOf } from './modes.ts';
import { wordsPerMinute } from './orders.ts';
import { type ShowState, startShow } from './show-state.ts';
import { step } from './step.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const SEEDS = Array.from({ length: 4_000 }, (_, seed) => seed * 7_919);
const shareOf = (seeds: readonly number[], happens: (state: ShowState) => boolean): number =>
  seeds.filter((seed) => happens(startShow(START, seed))).length / seeds.length;
const heard = (state: ShowState, line = {}, after = 0) =>
  step(state, { kind: 'heard', line: audienceLine(line), at: START + after }).state;

describe('the mode', () => {
  test('begins as banter, in one of eight', () => {
    expect(startShow(START, 1).mode).toBe('banter');
    expect(SHOW_MODES).toHaveLength(8);
  });

  test('changes in about 40 % of cases when another is suggested', () => {
    const share = shareOf(SEEDS, (state) => heard(state, { disagreed: true }).mode === 'debate');
    // Three standard deviations of 4,000 draws.
    expect(share).toBeGreaterThan(0.4 - 0.023);
    expect(share).toBeLessThan(0.4 + 0.023);
  });

  test('never changes by itself when none other is suggested', () => {
    expect(shareOf(SEEDS, (state) => heard(state).mode !== 'banter')).toBe(0);
  });

  test('after 5 minutes, any of the seven others is suggested, as often as each other', () => {
    const suggested = new Map<ShowMode, number>();
    for (const seed of SEEDS) {
      const state = { ...startShow(START, seed), clock: START + 5 * MINUTE };
      const mode = suggestMode(state, audienceLine());
      suggested.set(mode, (suggested.get(mode) ?? 0) + 1);
    }
    expect([...suggested.keys()].sort()).toEqual(SHOW_MODES.filter((mode) => mode !== 'banter').sort());
    for (const count of suggested.values()) expect(count / SEEDS.length).toBeCloseTo(1 / 7, 1);
    const early = { ...startShow(START, 1), clock: START + 5 * MINUTE - 1 };
    expect(suggestMode(early, audienceLine())).toBe('banter');
  });

  test.each([
    ['a laugh', { laughed: true }, 'comedy'],
    ['contradiction', { disagreed: true }, 'debate'],
    ['a story', { words: 60 }, 'storytelling'],
    ['a thought', { ponders: true }, 'philosophical'],
    ['a new subject', { branch: 'the boat' }, 'segment-transition'],
  ])('is suggested by %s', (_, line, mode) => {
    expect(suggestMode(startShow(START, 1), audienceLine(line))).toBe(mode);
  });

  test.each([
    ['something serious', { isSerious: true, laughed: true }],
    ['a question about the work', { asked: true, asksBusiness: true, words: 60 }],
  ])('stays over %s, even after 5 minutes', (_, line) => {
    const over = { ...startShow(START, 1), clock: START + 6 * MINUTE };
    expect(suggestMode(over, audienceLine(line))).toBe('banter');
  });

  test('a transition leads back to the mode before it, and a laugh in comedy to riffing', () => {
    const show = new TestShow(startShow(START, 1));
    show.do({ kind: 'mode', mode: 'debate', by: 'director' });
    show.do({ kind: 'mode', mode: 'segment-transition', by: 'director' });
    expect(suggestMode(show.state, audienceLine())).toBe('debate');
    show.do({ kind: 'mode', mode: 'comedy', by: 'director' });
    show.state.turns += 4;
    expect(suggestMode(show.state, audienceLine({ laughed: true }))).toBe('riffing');
  });

  test('has four lines before another is suggested', () => {
    const show = new TestShow(startShow(START, 1));
    show.do({ kind: 'mode', mode: 'comedy', by: 'director' });
    show.state.turns += 3;
    expect(suggestMode(show.state, audienceLine({ disagreed: true }))).toBe('comedy');
    show.state.turns += 1;
    expect(suggestMode(show.state, audienceLine({ disagreed: true }))).toBe('debate');
  });

  test('turns to an audience that is losing interest', () => {
    const bored = { ...startShow(START, 1), engagement: 3 };
    expect(suggestMode(bored, audienceLine())).toBe('audience-interaction');
  });

  test('chosen by hand stays until it was said on air, whatever the next line suggests', () => {
    for (const seed of SEEDS.slice(0, 200)) {
      const show = new TestShow(startShow(START, seed));
      show.do({ kind: 'mode', mode: 'storytelling', by: 'director' });
      expect(show.hear({ laughed: true })).toMatchObject({ mode: 'storytelling', segueFrom: 'banter' });
      show.say();
      expect(show.state.ordered.segueFrom).toBeNull();
    }
  });

  test('chosen by hand again is no change', () => {
    const show = new TestShow(startShow(START, 1));
    expect(show.do({ kind: 'mode', mode: 'banter', by: 'visitor' }, MINUTE).messages).toEqual([]);
    expect(show.state).toMatchObject({ segmentStartedAt: START, modes: [{ mode: 'banter' }] });
  });

  test('history keeps the newest 100', () => {
    const show = new TestShow(startShow(START, 1));
    for (let index = 0; index < 150; index += 1)
      show.do({ kind: 'mode', mode: index % 2 ? 'banter' : 'comedy', by: 'visitor' }, 1);
    expect(show.state.modes).toHaveLength(100);
    expect(show.state.modes.at(-1)).toEqual({ mode: 'banter', at: START + 150, by: 'visitor', turn: 0 });
  });
});

describe('a segment', () => {
  test('restarts when the mode changes', () => {
    const show = new TestShow(startShow(START, 1));
    show.do({ kind: 'mode', mode: 'comedy', by: 'director' }, 2 * MINUTE);
    expect(show.state.segmentStartedAt).toBe(START + 2 * MINUTE);
  });

  test('restarts after 5 minutes, whether or not the mode changes then', () => {
    const changed = SEEDS.map((seed) => heard(startShow(START, seed), {}, 5 * MINUTE));
    expect(new Set(changed.map(({ segmentStartedAt }) => segmentStartedAt))).toEqual(new Set([START + 5 * MINUTE]));
    const share = changed.filter(({ mode }) => mode !== 'banter').length / changed.length;
    expect(Math.abs(share - 0.4)).toBeLessThan(0.023);
    expect(heard(startShow(START, 1), {}, 5 * MINUTE - 1).segmentStartedAt).toBe(START);
  });
});

describe('the trend', () => {
  const responses = (...readings: number[]) =>
    readings.map((engagement) => ({ at: START, engagement, laughed: false, asked: false }));
  const tens = (before: number, last: number) =>
    responses(...Array.from({ length: 10 }, () => before), ...Array.from({ length: 10 }, () => last));

  test.each([
    [5, 5.51, 'improving'],
    [5, 5.5, 'stable'],
    [5, 4.5, 'stable'],
    [5, 4.49, 'declining'],
    [5, 5, 'stable'],
  ])('from an average of %f to %f is %s', (before, last, trend) => {
    expect(trendOf(tens(before, last))).toBe(trend);
  });

  test('looks at the last ten against the ten before, and no further', () => {
    const old = responses(...Array.from({ length: 50 }, () => 10));
    expect(trendOf([...old, ...tens(3, 4)])).toBe('improving');
  });

  test('is stable until there is something to compare', () => {
    expect(trendOf([])).toBe('stable');
    expect(trendOf(responses(...Array.from({ length: 10 }, (_, index) => index)))).toBe('stable');
  });
});

describe('manner', () => {
  test('every mode has its temperature from 0.5 to 1, and its own as the specification names it', () => {
    expect(Object.keys(SHOW_TEMPERATURE).sort()).toEqual([...SHOW_MODES].sort());
    for (const mode of SHOW_MODES) {
      const show = new TestShow(startShow(START, 1));
      show.do({ kind: 'mode', mode, by: 'director' });
      const { temperature } = show.hear();
      expect(temperature).toBe(SHOW_TEMPERATURE[mode]);
      expect(temperature).toBeGreaterThanOrEqual(0.5);
      expect(temperature).toBeLessThanOrEqual(1);
    }
    expect(SHOW_TEMPERATURE).toMatchObject({ comedy: 0.9, riffing: 0.95, debate: 0.7 });
  });

  test('speaks 150 words a minute at the starting energy, slower without any and faster with all of it', () => {
    expect([0, 5, 10].map(wordsPerMinute)).toEqual([120, 150, 180]);
    expect(new TestShow(startShow(START, 1)).hear({ words: 7 }).wordsPerMinute).toBe(wordsPerMinute(5.2));
  });

  test('every emotional state has its occasion', () => {
    const state = startShow(START, 1);
    const seen = new Set([
      emotionFor(state, audienceLine({ isSerious: true })),
      emotionFor(state, audienceLine({ laughed: true })),
      emotionFor(state, audienceLine({ disagreed: true })),
      emotionFor(state, audienceLine({ ponders: true })),
      emotionFor({ ...state, energy: 9 }, audienceLine()),
      emotionFor(state, audienceLine({ asked: true })),
      emotionFor(state, audienceLine()),
      emotionFor({ ...state, mode: 'philosophical' }, audienceLine()),
    ]);
    expect([...seen].sort()).toEqual([...EMOTIONS].sort());
  });

  test('energy rises with laughter and drifts to what the mode asks for', () => {
    const show = new TestShow({ ...startShow(START, 1), mode: 'riffing' });
    for (let turn = 0; turn < 20; turn += 1) show.hear();
    expect(show.state.energy).toBeGreaterThan(7);
    const before = show.state.energy;
    show.hear({ laughed: true });
    expect(show.state.energy).toBeGreaterThan(before);
    show.hear({ isSerious: true });
    expect(show.state.energy).toBeLessThanOrEqual(3);
  });
});
