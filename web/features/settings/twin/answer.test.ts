import { describe, expect, it } from 'vitest';
import { ANSWERS_FILE, answerFiles, answerProblems, passageOf, topicOf, withAnswer, written } from './answer.ts';

const TEXT = `---
topic: prices
tags: [price]
---

## What it costs {#prices}
Called: the prices
Asks: what does it cost; how much is a day

A day is €900.

Travel is extra.

## Terms {#terms}

Thirty days.
`;

describe('a passage', () => {
  it('is read with its title, its questions and what it says', () => {
    expect(passageOf(TEXT, 'prices')).toEqual({
      title: 'What it costs',
      questions: ['what does it cost', 'how much is a day'],
      answer: 'A day is €900.\n\nTravel is extra.',
    });
    expect(passageOf(TEXT, 'terms')).toEqual({ title: 'Terms', questions: [], answer: 'Thirty days.' });
    expect(passageOf(TEXT, 'nothing')).toBeNull();
  });

  it('gets another answer and a further question, and keeps everything else', () => {
    const changed = withAnswer(TEXT, 'prices', { questions: 'Is there a discount?', answer: 'A day is €950.\nNet.' });
    expect(changed).toBe(
      TEXT.replace('how much is a day', 'how much is a day; Is there a discount').replace(
        'A day is €900.\n\nTravel is extra.',
        'A day is €950.\nNet.',
      ),
    );
  });

  it('does not list the same question twice, and gets its first one', () => {
    const same = { questions: 'What does it cost?', answer: 'A day is €900.\n\nTravel is extra.' };
    expect(withAnswer(TEXT, 'prices', same)).toBe(TEXT);
    expect(withAnswer(TEXT, 'terms', { questions: 'When do we pay?', answer: 'Thirty days.' })).toContain(
      '## Terms {#terms}\nAsks: When do we pay\n\nThirty days.',
    );
  });

  it('that is gone is not written', () => {
    expect(withAnswer(TEXT, 'nothing', { questions: '', answer: 'x' })).toBeNull();
    const answer = { file: 'knowledge/prices.md', passage: 'nothing', questions: '', answer: 'x', subject: '' };
    expect(written(TEXT, answer, new Set())).toBeNull();
  });
});

describe('a new answer', () => {
  const answer = {
    file: ANSWERS_FILE,
    passage: null,
    questions: 'Do you work on Sundays?',
    answer: 'No.',
    subject: '',
  };
  it('begins a text of its own, under a free id', () => {
    const subject = 'work on Sundays';
    expect(written('', { ...answer, subject }, new Set(['work-on-sundays']))).toEqual({
      id: 'work-on-sundays-2',
      text:
        '---\ntopic: answers\ntags: [answers]\n---\n\n## Work on Sundays {#work-on-sundays-2}\n' +
        'Called: work on Sundays\nAsks: Do you work on Sundays\n\nNo.\n',
    });
  });

  it('needs a question and an answer; a changed passage only what it says', () => {
    const empty = { ...answer, questions: '', answer: '' };
    expect(answerProblems(empty).map(({ field }) => field)).toEqual(['questions', 'answer']);
    expect(answerProblems({ ...empty, passage: 'prices' }).map(({ field }) => field)).toEqual(['answer']);
    expect(answerProblems({ ...answer, passage: 'prices', answer: '# No' })).toHaveLength(1);
  });

  it('goes by default into a text for answers, also where there is none yet', () => {
    const text = (file: string, more = {}) => ({
      ...{ file, kind: 'knowledge' as const, edited_at: null, edited_by: null, folder_changed: false },
      ...{ removed: false, passage_ids: [], ...more },
    });
    const texts = [text('knowledge/a.md'), text('knowledge/b.md', { removed: true })];
    expect(answerFiles(texts)).toEqual([ANSWERS_FILE, 'knowledge/a.md']);
    expect(answerFiles([...texts, text(ANSWERS_FILE)])).toEqual([ANSWERS_FILE, 'knowledge/a.md']);
  });
});

describe('the topic of a question', () => {
  it.each([
    ['Do you work on Sundays?', 'work on Sundays'],
    ['Hi, how much does a workshop cost?', 'the price of a workshop'],
    ['What does a workshop cost?', 'the price of a workshop'],
    ['How long does a project take?', 'how long a project takes'],
    ['What is a Decision Hour?', 'a Decision Hour'],
    ['Where can I park my car?', 'where to park my car'],
    ['Could you tell me what is your guarantee?', 'your guarantee'],
    ['Parking', 'Parking'],
  ])('%s', (question, topic) => expect(topicOf(question)).toBe(topic));
});
