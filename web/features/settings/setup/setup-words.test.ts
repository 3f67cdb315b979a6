import type { SetupAnswers } from '@understudy/contract/setup';
import { describe, expect, it } from 'vitest';
import { answerChanges, checksOf, type Present, publishWords } from './setup-words.ts';

const ANSWERS = {
  base: 'current',
  name: 'Dana Reyes',
  title: 'Adviser',
  work: 'advice',
  does: '',
  portrait: null,
  services: [],
  answers: [],
  manner: { formality: 3, length: 3, humour: 3 },
  call: '',
  calendar: '',
} as unknown as SetupAnswers;
const NOTHING: Present = { hasPhoto: false, hasKnowledge: false, hasImports: false, hasModel: false };
const there = (answers: Partial<SetupAnswers>, present: Partial<Present>) =>
  checksOf({ ...ANSWERS, ...answers }, { ...NOTHING, ...present })
    .filter(({ isThere }) => isThere)
    .map(({ is }) => is);

describe('what a good twin has', () => {
  it('is ticked only where it is there: a present twin has a photo and knowledge or has not', () => {
    expect(there({}, {})).toEqual([]);
    expect(there({}, { hasPhoto: true, hasKnowledge: true })).toEqual(['photo', 'knowledge']);
    expect(there({ base: 'scratch' }, { hasPhoto: true, hasKnowledge: true })).toEqual([]);
    expect(there({ base: 'scratch', portrait: 'a.webp' }, { hasImports: true })).toEqual(['photo', 'knowledge']);
  });
});

describe('the words of the setup', () => {
  it('name the fields that another owner changed, whatever the order of keys and spaces', () => {
    const manner = { humour: 3, length: 3, formality: 3 };
    const changes = answerChanges(ANSWERS, { ...ANSWERS, name: 'Dana  Reyes', title: 'Counsellor', manner });
    expect(changes).toHaveLength(1);
    expect(changes[0]).toContain('Counsellor');
    expect(answerChanges(ANSWERS, { ...ANSWERS, work: 'care' })[0]).toContain('Health and care');
  });

  it('say what publishing changes by what it is, not by files', () => {
    const replaced = ['persona.yaml', 'modes/consultant.yaml', 'modes/coach.yaml', 'knowledge/basics.md'];
    expect(publishWords({ replaced, added: [], removed: ['knowledge/a.md', 'demos/b.txt'] }, true)).toEqual([
      'your name and profile',
      '2 personalities',
      'what you know',
      '2 texts of the sample removed',
    ]);
    expect(publishWords({ replaced: [], added: [], removed: [] }, true)).toEqual([]);
  });
});
