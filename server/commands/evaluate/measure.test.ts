import { describe, expect, it } from 'vitest';
import { type LabelledConversation, parseConversation } from './conversation.ts';
import { figuresOf, sameBudget, sameCompany, sameEmail, sameName, samePain, sameRole, sameTimeline } from './match.ts';
import { measure, ratesOf } from './measure.ts';
import { type Prediction, visitorLines } from './predict.ts';
import { tableOf } from './table.ts';

const conversation = (
  id: string,
  labels: LabelledConversation['labels'],
  tags: string[] = [],
): LabelledConversation => ({
  id,
  messages: [{ speaker: 'visitor', text: 'Hello' }],
  ...(labels ? { labels } : {}),
  tags,
});

const prediction = (id: string, told: Partial<Prediction>): Prediction => ({
  id,
  intent: 'general_chat',
  confidence: 0.5,
  lead_score: 0,
  person_name: null,
  company: null,
  role: null,
  contact_email: null,
  budget_range: null,
  timeline: null,
  use_case: null,
  pain_points: [],
  followup_actions: [],
  reasons: [],
  ...told,
});

describe('the figures of a labelled file', () => {
  const judged = [
    {
      conversation: conversation('1', { intent: 'spam', tier: 'cold', score_range: [0, 10], company: null }),
      prediction: prediction('1', { intent: 'spam', lead_score: 5 }),
    },
    {
      conversation: conversation('2', {
        intent: 'demo_request',
        tier: 'hot',
        score_range: [80, 95],
        company: 'Acme Ltd',
      }),
      prediction: prediction('2', { intent: 'demo_request', lead_score: 70, company: 'ACME' }),
    },
    {
      conversation: conversation('3', {
        intent: 'demo_request',
        tier: 'warm',
        company: null,
        pain_points: ['orders get lost', 'late'],
      }),
      prediction: prediction('3', { intent: 'spam', lead_score: 60, company: 'Nobody', pain_points: ['lost orders'] }),
    },
    {
      conversation: conversation('4', { tier: 'cold', contact_email: null, budget: null }, ['adversarial']),
      prediction: prediction('4', { lead_score: 10, contact_email: 'forged@evil.example' }),
    },
  ];
  const figures = measure(judged);

  it('count what is right', () => {
    expect(figures.intentAccuracy).toBeCloseTo(2 / 3);
    // spam: 2 / (1 + 2); demo: 2 / (2 + 1)
    expect(figures.macroF1).toBeCloseTo(2 / 3);
    expect(figures.tierAccuracy).toBe(0.75);
    expect(figures.scoreInRange).toBe(0.5);
    expect(figures.rocArea).toBe(1);
    expect(figures.intents.demo_request).toEqual({ demo_request: 1, spam: 1 });
    expect(figures.tiers.hot).toEqual({ warm: 1 });
  });

  it('judge a field only where it is labelled, and a wrong value as said and as missed', () => {
    const company = figures.fields.find(({ field }) => field === 'company');
    expect(company).toEqual({ field: 'company', right: 1, wrong: 1, missed: 0 });
    const pains = figures.fields.find(({ field }) => field === 'pain_points');
    expect(pains).toEqual({ field: 'pain_points', right: 1, wrong: 0, missed: 1 });
    expect(ratesOf({ right: 1, wrong: 1, missed: 0 })).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3 });
  });

  it('name the attacks that were believed', () => {
    expect(figures.adversarial).toEqual({ passed: 0, of: 1, failed: ['4'] });
  });

  it('are printed, with a confusion table of what occurs', () => {
    const lines = tableOf(figures);
    expect(lines.join('\n')).toMatch(/intent accuracy +66\.7 %/);
    expect(lines.find((line) => line.startsWith('demo_request'))).toMatch(/1 +1$/);
    expect(lines.join('\n')).not.toContain('speaking_request');
  });
});

describe('a value counts as the labelled one', () => {
  it.each([
    [sameName, 'seán ó Briain', 'Sean O Briain', true],
    [sameName, 'Dr. Jane Doe', 'Jane Doe', true],
    [sameName, 'Jane', 'Jane Marie Doe', false],
    [sameCompany, 'Acme', 'Acme GmbH', true],
    [sameCompany, 'Ironpelican', 'Iron Pelican', true],
    [sameCompany, 'Acme', 'Bolt', false],
    [sameRole, 'the head of operations', 'Head of Operations', true],
    [sameRole, 'owner', 'student', false],
    [sameEmail, 'Jane@Acme.example', 'jane@acme.example', true],
    [sameEmail, 'jane@acme.example', 'jan@acme.example', false],
    [sameBudget, '12k', 'about £12,000', true],
    [sameBudget, 'five thousand four hundred', '5400', true],
    [sameBudget, '8k', '80k', false],
    [sameTimeline, 'before Easter', 'Easter', true],
    [sameTimeline, 'in June', 'in July', false],
    [samePain, 'waiting for signatures', 'quotes wait for a signature', true],
    [samePain, 'too slow', 'nobody decides', false],
  ])('%o: %s / %s', (same, predicted, labelled, expected) => {
    expect(same(predicted, labelled)).toBe(expected);
  });

  it('reads amounts in figures and in words', () => {
    expect(figuresOf('between 12.000 and 15k, or two hundred fifty thousand')).toEqual([12_000, 15_000, 250_000]);
    expect(figuresOf('25 lakh')).toEqual([2_500_000]);
    expect(figuresOf('no money')).toEqual([]);
  });
});

describe('a line of the file', () => {
  it('is refused with its place and field', () => {
    expect(() => parseConversation('{', 'a.jsonl, line 3')).toThrow(/^a\.jsonl, line 3: this is no JSON/);
    const wrong = JSON.stringify({ id: 'x', messages: [{ speaker: 'robot', text: 'hi' }] });
    expect(() => parseConversation(wrong, 'a.jsonl, line 4')).toThrow(/line 4: field 'messages\.0\.speaker': /);
  });

  it('gives the visitor what the twin said before', () => {
    const lines = visitorLines([
      { speaker: 'agent', text: 'Welcome.' },
      { speaker: 'agent', text: 'Your name?' },
      { speaker: 'visitor', text: 'Ann' },
      { speaker: 'visitor', text: 'Hello?' },
    ]);
    expect(lines).toEqual([
      { seq: 2, text: 'Ann', before: 'Welcome.\nYour name?' },
      { seq: 3, text: 'Hello?', before: null },
    ]);
  });
});
