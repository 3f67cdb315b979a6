import { ALL_NEXT_QUESTIONS, NEXT_QUESTIONS, WORKS } from '@understudy/contract/leads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LeadFacts, noFacts } from './facts.ts';
import { nextBestQuestion } from './next-question.ts';
import { newSignals, reasonsOf, type Signal, scoreOf } from './score.ts';

const quote = (text: string, seq = 0) => ({ seq, from: 0, to: text.length, text });
const finding = (value: string, seq = 0) => ({ value, quote: quote(value, seq) });

const inquiry: LeadFacts = {
  ...noFacts(),
  intent: 'consulting_inquiry',
  confidence: 0.9,
  intentQuote: quote('can she help us'),
  painPoints: [finding('every decision waits for the founder')],
  engagement: { messages: 2, words: 40, questions: 1, earlierVisits: 0 },
};
const contact = { contact_email: finding('ana@acme.test') };
const budget = { budget_range: finding('20k') };

/** The log of a visitor whose facts went through these stages. */
function logOf(...stages: LeadFacts[]): Signal[] {
  const log: Signal[] = [];
  for (const [seq, facts] of stages.entries()) log.push(...newSignals(log, facts, quote('what was said last', seq)));
  return log;
}
const score = (...stages: LeadFacts[]) => scoreOf(logOf(...stages));

describe('the score', () => {
  test('is the sum of its log, and the log of nothing is empty', () => {
    expect(logOf(noFacts())).toEqual([]);
    const log = logOf(inquiry);
    expect(scoreOf(log)).toBe(log.reduce((sum, { points }) => sum + points, 0));
    expect(newSignals(log, inquiry, quote('again'))).toEqual([]);
  });

  test('a need with money and an address is hot, with one of the two warm, alone cold', () => {
    expect(score(inquiry)).toBeLessThan(50);
    expect(score({ ...inquiry, entities: { ...contact, org_name: finding('Acme') } })).toBeGreaterThanOrEqual(50);
    expect(score({ ...inquiry, entities: { ...contact, org_name: finding('Acme') } })).toBeLessThan(75);
    const whole = {
      ...inquiry,
      entities: { ...contact, ...budget, org_name: finding('Acme') },
      authority: finding('I decide'),
    };
    expect(score(whole)).toBeGreaterThanOrEqual(75);
  });

  test('takes back what is taken back, with the words that did it, and never edits what stands in the log', () => {
    const before = logOf({ ...inquiry, entities: budget });
    const after = [...before, ...newSignals(before, inquiry, quote('the money is gone', 4))];
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ rule: 'budget', points: -11, quote: { seq: 4, text: 'the money is gone' } });
    expect(scoreOf(after)).toBe(score(inquiry));
  });

  test('shows what they want by the words that tell it best, once they are said', () => {
    const better = { ...inquiry, intentQuote: quote('every decision waits for me', 2) };
    const log = logOf(inquiry, better, better);
    expect(log.filter(({ rule }) => rule === 'intent').map(({ points, quote: { text } }) => [points, text])).toEqual([
      [33, 'can she help us'],
      [0, 'every decision waits for me'],
    ]);
  });

  test('shows a position that decides by itself once, with the points of both', () => {
    const owner = finding('owner');
    const points = (facts: Partial<LeadFacts>) =>
      logOf({ ...inquiry, entities: { role: owner }, ...facts }).flatMap(({ rule, points: worth }) =>
        rule === 'role' || rule === 'authority' ? [[rule, worth]] : [],
      );
    expect(points({ authority: owner })).toEqual([['authority', 11]]);
    expect(points({ authority: finding('I decide', 1) })).toEqual([
      ['role', 3],
      ['authority', 8],
    ]);
  });

  test('gives no count of words or questions as its reason, but that they came back', () => {
    const reasons = (earlierVisits: number) => {
      const facts = { ...inquiry, engagement: { messages: 9, words: 400, questions: 4, earlierVisits } };
      return reasonsOf(logOf(facts), facts).join(' ');
    };
    expect(reasons(0)).not.toMatch(/\b4\b|400/);
    expect(reasons(1)).toContain('Came back: 1 earlier conversation.');
  });

  test('nobody who is no lead is hot, however eager; taken back, it counts again', () => {
    const eager = { ...inquiry, entities: { ...contact, ...budget }, authority: finding('I decide') };
    const student = { ...eager, disqualified: { kind: 'student' as const, quote: quote('for my thesis') } };
    expect(score(eager)).toBeGreaterThanOrEqual(65);
    expect(score(student)).toBe(40);
    expect(score(eager, student, eager)).toBe(score(eager));
  });

  test('bulk mail scores nothing, whatever else stands in it', () => {
    expect(score({ ...inquiry, intent: 'spam', entities: { ...contact, ...budget } })).toBe(5);
  });

  test('stays between 0 and 100, and more evidence never lowers it', () => {
    const optional = fc.record({
      contact: fc.boolean(),
      budget: fc.boolean(),
      timeline: fc.boolean(),
      authority: fc.boolean(),
      request: fc.boolean(),
      words: fc.nat(500),
    });
    const build = (
      has: { [K in 'contact' | 'budget' | 'timeline' | 'authority' | 'request']: boolean },
      words: number,
    ) => ({
      ...inquiry,
      entities: {
        ...(has.contact ? contact : {}),
        ...(has.budget ? budget : {}),
        ...(has.timeline ? { timeline: finding('in May') } : {}),
      },
      authority: has.authority ? finding('I decide') : null,
      request: has.request ? finding('a call') : null,
      engagement: { ...inquiry.engagement, words },
    });
    fc.assert(
      fc.property(optional, ({ words, ...has }) => {
        const plain = score(build(has, words));
        expect(Number.isInteger(plain) && plain >= 0 && plain <= 100).toBe(true);
        for (const key of Object.keys(has) as (keyof typeof has)[])
          expect(score(build({ ...has, [key]: true }, words))).toBeGreaterThanOrEqual(plain);
      }),
    );
  });

  test('is told in sentences, what limits it first and then by weight', () => {
    const facts = { ...inquiry, disqualified: { kind: 'vendor' as const, quote: quote('we sell') }, entities: budget };
    const log = logOf(facts);
    const reasons = reasonsOf(log, facts);
    expect(reasons[0]).toBe('Sells something: at most 35 points.');
    expect(reasons).toContain('Names a budget: 20k.');
    expect(reasons.length).toBeLessThanOrEqual(5);
  });

  test.each([
    [[60, 52], 'The points add up to 112: the score is cut at 100.'],
    [[60, 40], null],
    [[4, -9], 'The points add up to −5: the score is not below 0.'],
    [[5, -5], null],
  ])('says when the sum of its points is not it: %j', (points, told) => {
    const log = points.map((one, at) => ({ rule: ['intent', 'need'][at] ?? '', points: one, quote: quote('words') }));
    const last = reasonsOf(log, inquiry).at(-1) ?? '';
    if (told) expect(last).toBe(told);
    else expect(last).not.toMatch(/add up/);
  });
});

describe('the next best question', () => {
  const known = {
    ...inquiry,
    entities: { ...contact, ...budget, timeline: finding('May'), role: finding('CEO'), org_name: finding('Acme') },
  };

  test('asks for what is missing, in order of what it is worth, and for nothing once all is known', () => {
    expect(nextBestQuestion(inquiry, 'advice')).toBe('By when would you like this settled?');
    for (const work of WORKS) expect(nextBestQuestion(known, work)).toBeNull();
  });

  test('fits the work, and leaves out what such a client is not asked', () => {
    const nothing = { ...inquiry, painPoints: [] };
    expect(WORKS.map((work) => nextBestQuestion(nothing, work))).toEqual(
      WORKS.map((work) => NEXT_QUESTIONS[work].need),
    );
    const dated = { ...inquiry, entities: { timeline: finding('May') } };
    expect(WORKS.map((work) => nextBestQuestion(dated, work))).toEqual([
      'Who decides about this on your side?',
      'Do you own the place, or do you rent it?',
      'Who is it for?',
      'Is it for you, or for somebody else?',
      'Is it for you, or for a company?',
    ]);
    expect(nextBestQuestion({ ...dated, authority: finding('I do') }, 'care')).toBe('How can you be reached?');
    const event = { ...inquiry, intent: 'speaking_request' as const };
    expect(WORKS.map((work) => nextBestQuestion(event, work))).toEqual(WORKS.map((work) => NEXT_QUESTIONS[work].event));
  });

  test('is one question, of which none holds another: a reply tells by its words that it was asked', () => {
    for (const question of ALL_NEXT_QUESTIONS) {
      expect(question).toMatch(/^[^?]*\?$/);
      expect(ALL_NEXT_QUESTIONS.filter((other) => other.includes(question))).toEqual([question]);
    }
  });

  test('is not put to who wants no engagement', () => {
    expect(nextBestQuestion({ ...inquiry, intent: 'general_chat' }, 'advice')).toBeNull();
    const student = { ...inquiry, disqualified: { kind: 'student' as const, quote: quote('my thesis') } };
    expect(nextBestQuestion(student, 'trade')).toBeNull();
  });
});
