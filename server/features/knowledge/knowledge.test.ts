import type { KnowledgePassage } from '@understudy/contract/twin';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKnowledge } from './knowledge.ts';

const passage = (id: string, title: string, text: string, asked: string[] = []): KnowledgePassage => ({
  id,
  title,
  text,
  asked,
  called: title,
  tags: [id],
  file: 'knowledge/a.md',
  line: 1,
});
const knowledge = createKnowledge({
  persona: { name: 'Orla Venstrom' } as never,
  knowledge: [
    passage('prices', 'What it costs', 'A review is six thousand euros. Travel is extra.', ['how much do you charge']),
    passage('workshop', 'The workshop day', 'One day for fourteen people, with paper on the walls.', [
      'do you run workshops',
    ]),
    passage('start', 'When it begins', 'Usually three weeks after the first call.', ['when are you available']),
    passage('self', 'Who she is', 'Orla Venstrom was a stage manager in Galway.', [
      'who are you',
      'what did you do before',
    ]),
    passage('clinic', 'The clinic', 'A physiotherapy clinic wanted software at its telephone.', []),
  ],
});
const first = (query: string) => knowledge.find(query, 3)[0];

describe('find', () => {
  it.each([
    ['how much do you charge?', 'prices'],
    ['what is your fee', 'prices'],
    ['pricing', 'prices'],
    ['Is it expensive?', 'prices'],
    ['Do you offer trainings for teams?', 'workshop'],
    ['worksop', 'workshop'],
    ['when could we begin', 'start'],
    ['are you avialable soon', 'start'],
    ['Who is Orla?', 'self'],
    ['who is she', 'self'],
    ['have you worked with a hospital', 'clinic'],
    ['PHYSIOTHERAPY', 'clinic'],
  ])('%s -> %s', (query, id) => {
    expect(first(query)?.passage.id).toBe(id);
  });

  it('finds nothing where no word is known', () => {
    for (const query of ['', '   ', '???', 'favourite colour', 'the and of']) {
      expect(
        knowledge.find(query, 3).filter(({ coverage }) => coverage >= 0.5),
        query,
      ).toEqual([]);
    }
  });

  it('tells how much of the question a passage speaks of', () => {
    expect(first('how much do you charge')?.coverage).toBe(1);
    expect(first('which submarine has a clinic')?.coverage).toBeLessThan(0.7);
    expect(first('do you have submarines')?.coverage ?? 0).toBeLessThan(0.5);
  });

  it('gives the best first and no more than asked for', () => {
    const hits = knowledge.find('clinic workshop price call', 2);
    expect(hits).toHaveLength(2);
    expect(hits[0]?.score).toBeGreaterThanOrEqual(hits[1]?.score ?? 0);
  });

  it('takes any text, and the same text the same way', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (query) => {
        const hits = knowledge.find(query, 5);
        for (const { score, coverage } of hits) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(coverage).toBeGreaterThan(0);
          expect(coverage).toBeLessThanOrEqual(1);
        }
        expect(knowledge.find(query, 5)).toEqual(hits);
      }),
    );
  });
});
