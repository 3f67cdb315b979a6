import type { ScoreStep } from '@understudy/contract/admin';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  CURVE,
  curveInWords,
  evidenceOf,
  heightOf,
  placed,
  pointsOf,
  ScoreCurve,
  type ScorePoint,
  stepPath,
  sumWords,
} from './reasons-card.tsx';

const step = (rule: string, points: number, quote: string, from = 0, to = quote.length): ScoreStep => ({
  rule,
  points,
  quote,
  seq: 1,
  from,
  to,
  score: 0,
  created_at: '2026-11-20T09:00:00.000Z',
});

describe('the evidence of a score', () => {
  it('is one line a rule, with all its points and the newest words, the weightiest first', () => {
    const log = [
      step('engagement', 2, 'Hello'),
      step('budget', 8, '20,000 euros'),
      step('engagement', 1, 'How?'),
      step('intent', 29, 'Can you help?'),
      step('engagement', 1, 'And then?'),
    ];
    expect(evidenceOf(log)).toEqual([
      { rule: 'intent', points: 29, quote: 'Can you help?', index: 3, typed: false },
      { rule: 'budget', points: 8, quote: '20,000 euros', index: 1, typed: false },
      { rule: 'engagement', points: 4, quote: '', index: 4, typed: false },
    ]);
  });

  it('leaves out what was taken back, and knows what was typed into a form', () => {
    const log = [step('budget', 8, '20k'), step('budget', -8, 'no money'), step('email', 13, 'ana@costa.test', 0, 0)];
    expect(evidenceOf(log)).toEqual([{ rule: 'email', points: 13, quote: 'ana@costa.test', index: 2, typed: true }]);
  });

  it('says its sum, and where the score is cut', () => {
    const words = (...points: number[]) => sumWords(evidenceOf(points.map((one, at) => step(`rule${at}`, one, 'a'))));
    expect(words(60, 40)).toBe('100 points in total.');
    expect(words(60, 52)).toBe('112 points in total, capped at 100.');
    expect(words(4, -9)).toBe('−5 points in total, but never below 0.');
    expect(words(1)).toBe('1 point in total.');
  });

  it('adds up to what the log adds up to', () => {
    const log = [step('need', 11, 'a'), step('need', 2, 'b'), step('ceiling', -9, 'c'), step('ceiling', 9, 'd')];
    expect(evidenceOf(log).reduce((sum, { points }) => sum + points, 0)).toBe(13);
  });
});

const at = (seq: number, score: number): ScorePoint => ({ seq, score, at: `2026-11-21T18:0${seq % 10}:00.000Z` });
const TALK = [at(1, 12), at(3, 44), at(5, 81), at(7, 76)];

describe('the curve of a score', () => {
  it('goes in steps from the first message to the newest, in their order', () => {
    const points = placed(TALK.toReversed());
    expect(points.map(({ seq }) => seq)).toEqual([1, 3, 5, 7]);
    expect(points[0]?.x).toBe(CURVE.left);
    expect(points.at(-1)?.x).toBe(CURVE.width - CURVE.right);
    expect(stepPath(points)).toMatch(/^M[\d.]+ [\d.]+(H[\d.]+V[\d.]+){3}$/);
  });

  it('stays within its drawing whatever it is given', () => {
    const point = fc.record({ seq: fc.integer(), score: fc.integer(), at: fc.constant('2026-11-21T18:00:00.000Z') });
    fc.assert(
      fc.property(fc.uniqueArray(point, { selector: ({ seq }) => seq }), (points) => {
        for (const { x, y } of placed(points)) {
          expect(x).toBeGreaterThanOrEqual(CURVE.left);
          expect(x).toBeLessThanOrEqual(CURVE.width - CURVE.right);
          expect(y).toBeGreaterThanOrEqual(heightOf(100));
          expect(y).toBeLessThanOrEqual(heightOf(0));
        }
      }),
    );
  });

  it('is drawn from what each message was read as, the newest reading of each', () => {
    const extract = (id: number, seq: number, lead_score: number) =>
      ({ id, seq, lead_score, intent: null, confidence: 1, analyser: 'embedded', created_at: `at ${id}` }) as const;
    const points = pointsOf([extract(9, 4, 100), extract(3, 2, 60), extract(7, 2, 71), extract(1, 0, 52)]);
    expect(points.map(({ seq, score }) => [seq, score])).toEqual([
      [0, 52],
      [2, 71],
      [4, 100],
    ]);
  });

  it('is a sentence too', () => {
    expect(curveInWords([])).toBe('No message has been scored yet.');
    expect(curveInWords([at(1, 12)])).toBe('The score is 12 after one message.');
    expect(curveInWords(TALK)).toBe('From 12 to 76 over 4 messages, with a peak of 81.');
    expect(curveInWords(TALK.slice(0, 3))).toBe('From 12 to 81 over 3 messages.');
  });
});

describe('its drawing', () => {
  const drawn = (points: ScorePoint[]) => renderToStaticMarkup(createElement(ScoreCurve, { points }));

  it('marks where both scales begin, labels them, and is a table for whoever wants figures', () => {
    const markup = drawn(TALK);
    const labels = markup.replaceAll(/<\/?tspan[^>]*>/g, '');
    for (const label of ['70 high', '40 medium', '75 hot', '50 warm']) expect(labels).toContain(`>${label}<`);
    expect(markup.match(/<circle/g)).toHaveLength(4);
    const rows = [...markup.matchAll(/<tr><td>(\d+)<\/td>.*?<\/td><td>(\d+)<\/td><td>(\w+)<\/td>/g)];
    expect(rows.map(([, seq, score, tier]) => [seq, score, tier])).toEqual([
      ['1', '12', 'Cold'],
      ['3', '44', 'Cold'],
      ['5', '81', 'Hot'],
      ['7', '76', 'Hot'],
    ]);
  });

  it('draws nothing where nothing was scored', () => {
    expect(drawn([])).toContain('No message has been scored yet.');
    expect(drawn([])).not.toContain('<svg');
  });
});
