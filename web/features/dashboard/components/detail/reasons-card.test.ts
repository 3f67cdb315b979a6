import type { ScoreStep } from '@understudy/contract/admin';
import { describe, expect, it } from 'vitest';
import { evidenceOf, sumWords } from './reasons-card.tsx';

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
    expect(words(60, 40)).toBe('100 points together');
    expect(words(60, 52)).toBe('112 points together, cut at 100');
    expect(words(4, -9)).toBe('−5 points together, not below 0');
    expect(words(1)).toBe('1 point together');
  });

  it('adds up to what the log adds up to', () => {
    const log = [step('need', 11, 'a'), step('need', 2, 'b'), step('ceiling', -9, 'c'), step('ceiling', 9, 'd')];
    expect(evidenceOf(log).reduce((sum, { points }) => sum + points, 0)).toBe(13);
  });
});
