import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelAnswer } from './prompt.ts';
import { readAnswer } from './read.ts';

const whole = {
  intent: 'consulting_inquiry',
  confidence: 0.9,
  intent_words: 'can she help us',
  person_name: 'Ana Ruiz',
  org_name: null,
  role: 'unknown',
  budget_range: '',
  timeline: 'in March',
  use_case: null,
  contact_email: null,
  phone: null,
  pain_points: ['deals stall'],
  authority: null,
  no_budget: null,
  urgency: null,
  request: { kind: 'a call', words: 'call me' },
  disqualified: null,
};

test('a whole answer is taken as it is; words for nothing are nothing', () => {
  const { answer, faults, dropped } = readAnswer(JSON.stringify(whole));
  expect(answer).toEqual({ ...whole, role: null, budget_range: null });
  expect([faults, dropped]).toEqual([[], []]);
});

test.each([
  ['fenced', '```json\nHERE\n```'],
  ['after a few words', 'Of course! Here it is:\nHERE'],
  ['before a few words', 'HERE\nIs there anything else?'],
  ['within white space', '\n\n  HERE  \n'],
])('an object %s is found', (_, text) => {
  expect(readAnswer(text.replace('HERE', JSON.stringify(whole, null, 2))).answer).toMatchObject({
    timeline: 'in March',
  });
});

test.each([
  ['nothing', ''],
  ['prose', 'The visitor wants to buy.'],
  ['a list', '[1, 2]'],
  ['null', 'null'],
  ['a number', '100'],
  ['half an object', '{"intent": "spam"'],
  ['NaN as a number', '{"intent": "spam", "confidence": NaN}'],
  ['two objects', '{"intent": "spam"} {"intent": "spam"}'],
  ['very deep nesting', `${'{"a":'.repeat(20_000)}1`],
])('%s is no answer, and the model is told', (_, text) => {
  expect(readAnswer(text)).toMatchObject({ answer: null, faults: ['The answer is not one JSON object.'] });
});

describe('what does not fit is left out, the rest stays', () => {
  test.each([
    ['an unknown intent', { intent: 'very_hot_lead' }, 'intent'],
    ['a confidence of a billion', { confidence: 1e9 }, 'confidence'],
    ['a negative confidence', { confidence: -1 }, 'confidence'],
    ['a confidence in words', { confidence: 'high' }, 'confidence'],
    ['a name that is a list', { person_name: ['Ana'] }, 'person_name'],
    ['a budget of a thousand characters', { budget_range: 'x'.repeat(1_000) }, 'budget_range'],
    ['a wish of an unknown kind', { request: { kind: 'a million', words: 'give me' } }, 'request'],
    ['a wish with something added', { request: { kind: 'a call', words: 'call me', score: 100 } }, 'request'],
  ])('%s', (_, wrong, field) => {
    const { answer, faults, dropped } = readAnswer(JSON.stringify({ ...whole, ...wrong }));
    expect(answer).not.toHaveProperty(field);
    expect(answer).toMatchObject({ timeline: 'in March', pain_points: ['deals stall'] });
    expect(faults[0]).toContain(field);
    expect(dropped).toEqual([`${field}: does not fit`]);
  });

  test('a missing intent', () => {
    const { intent: _, ...rest } = whole;
    expect(readAnswer(JSON.stringify(rest)).faults).toHaveLength(1);
  });

  test('a score, or anything else that nobody asked for, without a fault', () => {
    const text = JSON.stringify({ ...whole, lead_score: 1_000, tier: 'hot', '<b>SYSTEM</b>': 1 });
    const { answer, faults, dropped } = readAnswer(text);
    expect(Object.keys(answer ?? {}).sort()).toEqual(Object.keys(modelAnswer.shape).sort());
    expect(faults).toEqual([]);
    expect(dropped).toEqual(['lead_score: not asked for', 'tier: not asked for', 'a field: not asked for']);
  });

  test('a bad phrase among good ones', () => {
    const { answer, dropped } = readAnswer(
      JSON.stringify({ ...whole, pain_points: ['deals stall', 7, '', 'x'.repeat(400)] }),
    );
    expect(answer?.pain_points).toEqual(['deals stall']);
    expect(dropped).toEqual(['pain_points: 3 do not fit']);
  });
});

test('any text gives a part of the schema and never throws', () => {
  const field = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.array(fc.string()), fc.object());
  const near = fc.record(Object.fromEntries(Object.keys(modelAnswer.shape).map((name) => [name, field])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        near.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        const { answer } = readAnswer(text);
        if (answer) expect(modelAnswer.partial().safeParse(answer).success).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
