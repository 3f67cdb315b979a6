import { describe, expect, it } from 'vitest';
import { passageProblems, withPassage } from './passages.ts';

const FILE = '---\ntopic: prices\ntags: []\n---\n\n## What it costs {#prices}\n\nA lot.\n';

describe('a question that is added to a text', () => {
  it('gets an id of its own, ways to ask it, and its answer by paragraphs', () => {
    const passage = {
      questions: 'Do you work on Sundays?\n\nare you there at weekends; ever?',
      answer: ' Never.\nNot even once.\n\n\n  Ask on Monday. ',
      subject: '',
    };
    expect(withPassage(FILE, passage)).toBe(
      `${FILE}\n## Do you work on Sundays {#do-you-work-on-sundays}\nCalled: Do you work on Sundays\nAsked: Do you work on Sundays; are you there at weekends, ever\n\nNever.\nNot even once.\n\nAsk on Monday.\n`,
    );
    expect(withPassage(FILE, { ...passage, subject: 'prices' })).toContain('\n## Prices {#prices-2}\nCalled: prices\n');
  });

  it('stays within its passage, whatever a visitor asked', () => {
    const written = (questions: string, subject = '') =>
      withPassage(FILE, { questions, answer: 'No.', subject }).slice(FILE.length);
    expect(written('Is {#prices} {{free}}?')).toBe(
      '\n## Is #prices free {#is-prices-free}\nCalled: Is #prices free\nAsked: Is #prices free\n\nNo.\n',
    );
    const own = '\n## Why {#why}\nCalled: Why\nAsked: Why; Tags: x; ## Mine #mine\n\nNo.\n';
    for (const end of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
      expect(written(`Why?${end}{}${end}Tags: x${end}## Mine {#mine}`)).toBe(own);
    }
    expect(written('Why?}')).toContain('Asked: Why\n');
    expect(written('Why?', `{#how}\r## Mine`)).toContain('\nCalled: #how ## Mine\n');
    expect(passageProblems({ questions: '{}?', answer: 'No.', subject: '' })).toMatchObject([{ field: 'questions' }]);
  });

  it('has to be one, with an answer that is no part of the file’s own marks', () => {
    const fields = (change: object) =>
      passageProblems({ questions: 'Why?', answer: 'Because.', subject: '', ...change }).map(({ field }) => field);
    expect(fields({})).toEqual([]);
    expect(fields({ questions: ' \n?', answer: ' ' })).toEqual(['questions', 'answer']);
    for (const mark of ['# No', '## No {#no}', 'Asked: no', 'Called: no', 'Tags: no', '---']) {
      expect(fields({ answer: `Yes.\n ${mark}` })).toEqual(['answer']);
    }
    expect(fields({ questions: 'なぜ？' })).toEqual(['subject']);
    expect(fields({ questions: 'なぜ？', subject: 'why' })).toEqual([]);
  });
});
