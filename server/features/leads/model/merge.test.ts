import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Finding, type LeadFacts, noFacts, type Quote } from '../facts.ts';
import { MIN_CONFIDENCE, mergeFacts, PRECEDENCE } from './merge.ts';
import type { ModelReading } from './reading.ts';

const quote = (seq: number, from = 0, text = 'words'): Quote => ({ seq, from, to: from + text.length, text });
const found = (value: string, seq = 0, from = 0): Finding => ({ value, quote: quote(seq, from, value) });
const facts = (more: Partial<LeadFacts> = {}): LeadFacts => ({ ...noFacts(), ...more });
const reading = (more: Partial<ModelReading> = {}): ModelReading => ({
  seq: 4,
  intent: null,
  entities: {},
  phone: null,
  painPoints: [],
  authority: null,
  request: null,
  noBudget: null,
  urgency: null,
  disqualified: null,
  ...more,
});

test('a model that points at nothing changes nothing, and neither argument is changed', () => {
  const own = Object.freeze(
    facts({ intent: 'advice_request', confidence: 0.4, intentQuote: quote(0), painPoints: [found('slow')] }),
  );
  expect(mergeFacts(own, Object.freeze(reading()))).toEqual(own);
});

test('each field of the facts has one row of the table', () => {
  const fields = PRECEDENCE.map(({ field }) => field);
  const told = Object.keys(noFacts()).filter((name) => !['entities', 'confidence', 'intentQuote'].includes(name));
  const entities = ['person_name', 'org_name', 'role', 'budget_range', 'timeline', 'use_case', 'contact_email'];
  expect([...fields].sort()).toEqual([...told, ...entities].sort());
});

describe('where both say something', () => {
  /** The outcome for an embedded value at `own` and a model value at 2, when the model has read to 4. */
  const outcome = (field: string, own: number): string | undefined => {
    const [mine, theirs] = [found('mine', own), found('theirs', 2)];
    const isEntity = !['phone', 'authority', 'request', 'urgency', 'noBudget'].includes(field);
    const merged = isEntity
      ? mergeFacts(facts({ entities: { [field]: mine } }), reading({ entities: { [field]: theirs } })).entities
      : mergeFacts(facts({ [field]: mine }), reading({ [field]: theirs }));
    return (merged as unknown as Record<string, Finding | undefined>)[field]?.value;
  };
  const expected = {
    model: ['theirs', 'theirs', 'theirs', 'mine'],
    later: ['theirs', 'theirs', 'mine', 'mine'],
    embedded: ['mine', 'mine', 'mine', 'mine'],
  };
  const rows = PRECEDENCE.filter(({ who, field }) => who in expected && !['intent', 'disqualified'].includes(field));
  test.each(rows.map(({ field, who }) => [field, who] as const))('%s: %s', (field, who) => {
    // Before the model's words, in the same message, after them, and after everything that the model has read.
    expect([1, 2, 3, 5].map((own) => outcome(field, own))).toEqual(expected[who as keyof typeof expected]);
  });
});

test('whoever says something alone is believed, as far as it was found', () => {
  const merged = mergeFacts(
    facts({ entities: { role: found('founder') } }),
    reading({ entities: { contact_email: found('a@b.test') }, phone: found('030 123456'), authority: found('I sign') }),
  );
  expect(merged).toMatchObject({
    entities: { role: { value: 'founder' }, contact_email: { value: 'a@b.test' } },
    phone: { value: '030 123456' },
    authority: { value: 'I sign' },
  });
});

describe('the intent', () => {
  const own = facts({ intent: 'general_chat', confidence: 0.3, intentQuote: quote(3) });
  const says = (confidence: number) => reading({ intent: { value: 'purchase_intent', confidence, quote: quote(2) } });
  test('is the model’s when it is sure, with its certainty and its words', () => {
    expect(mergeFacts(own, says(MIN_CONFIDENCE))).toMatchObject({
      intent: 'purchase_intent',
      confidence: MIN_CONFIDENCE,
      intentQuote: { seq: 2 },
    });
  });
  test('is the model’s also when newer words leave the embedded reader in doubt', () => {
    expect(mergeFacts({ ...own, intentQuote: quote(5) }, says(0.9)).intent).toBe('purchase_intent');
  });
  test.each<[string, LeadFacts, number]>([
    ['a model that is not sure', own, MIN_CONFIDENCE - 0.01],
    ['spam', { ...own, intent: 'spam' }, 1],
    ['who was found out as spam', { ...own, disqualified: { kind: 'spam', quote: quote(0) } }, 1],
    ['newer words that are as sure', { ...own, confidence: 0.9, intentQuote: quote(5) }, 0.9],
  ])('stays the embedded reader’s for %s', (_, known, confidence) => {
    expect(mergeFacts(known, says(confidence)).intent).toBe(known.intent);
  });
});

test('pain points: all of them, each once, by their words or by their place; at most six', () => {
  const own = facts({ painPoints: [found('quotes take weeks', 0, 10), found('deals stall', 1)] });
  const models = reading({
    painPoints: [
      found('take weeks', 0, 17),
      found('Deals  stall!', 3),
      found('nobody answers', 2),
      ...'abcdef'.split('').map((a, at) => found(`${a}${a}`, 10 + at)),
    ],
  });
  const merged = mergeFacts(own, models).painPoints.map(({ value }) => value);
  expect(merged).toEqual(['quotes take weeks', 'deals stall', 'nobody answers', 'aa', 'bb', 'cc']);
});

test('no money takes a budget away that was told before it, not one told after it', () => {
  const withBudget = (seq: number) => facts({ entities: { budget_range: found('50k', seq) } });
  const none = reading({ noBudget: found('the money is gone', 3) });
  expect(mergeFacts(withBudget(1), none).entities).toEqual({});
  expect(mergeFacts(withBudget(4), none).entities.budget_range?.value).toBe('50k');
});

test('either may say that somebody is no lead; the embedded reader’s reason comes first', () => {
  const student = { kind: 'student' as const, quote: quote(1) };
  const vendor = { kind: 'vendor' as const, quote: quote(2) };
  expect(mergeFacts(facts(), reading({ disqualified: vendor })).disqualified).toBe(vendor);
  expect(mergeFacts(facts({ disqualified: student }), reading({ disqualified: vendor })).disqualified).toBe(student);
  expect(mergeFacts(facts({ disqualified: student }), reading()).disqualified).toBe(student);
});

test('the page about it has the same table', () => {
  const page = readFileSync(new URL('../../../../docs/decisions/merged-readings.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(PRECEDENCE.map(({ field, who, why }) => `| \`${field}\` | \`${who}\` | ${why} |`));
});
