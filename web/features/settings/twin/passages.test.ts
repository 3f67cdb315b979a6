import { describe, expect, it } from 'vitest';
import { passageLines, passageProblems, takenIds, withPassage } from './passages.ts';

const NONE: ReadonlySet<string> = new Set();

const FILE = '---\ntopic: prices\ntags: []\n---\n\n## What it costs {#prices}\n\nA lot.\n';

describe('a question that is added to a text', () => {
  it('gets an id of its own, ways to ask it, and its answer by paragraphs', () => {
    const passage = {
      questions: 'Do you work on Sundays?\n\nare you there at weekends; ever?',
      answer: ' Never.\nNot even once.\n\n\n  Ask on Monday. ',
      subject: '',
    };
    expect(withPassage(FILE, passage, NONE).text).toBe(
      `${FILE}\n## Do you work on Sundays {#do-you-work-on-sundays}\nCalled: Do you work on Sundays\nAsks: Do you work on Sundays; are you there at weekends, ever\n\nNever.\nNot even once.\n\nAsk on Monday.\n`,
    );
    const second = withPassage(FILE, { ...passage, subject: 'prices' }, NONE);
    expect(second.text).toContain('\n## Prices {#prices-2}\nCalled: prices\n');
    expect(second.id).toBe('prices-2');
  });

  it('gets an id that no passage of any file has, typed and not saved ones among them', () => {
    const file = (name: string, passage_ids: string[], removed = false) => ({
      file: `knowledge/${name}.md`,
      kind: 'knowledge' as const,
      edited_at: null,
      edited_by: null,
      folder_changed: false,
      removed,
      passage_ids,
    });
    const draft = (form: unknown) => ({ base: '', form, version: 0 });
    const taken = takenIds(
      [file('method', ['method', 'prices-2']), file('old', [])],
      new Map([
        ['twin/knowledge/new.md', draft('## Three {#prices-3}\n')],
        ['twin/knowledge/method.md', draft('## Method {#method}\n')],
        ['twin/persona.yaml', draft('## No {#prices-4}\n')],
        ['offers', draft({})],
      ]),
    );
    expect([...taken].sort()).toEqual(['method', 'prices-2', 'prices-3']);
    const passage = { questions: 'Why?', answer: 'Because.', subject: 'prices' };
    expect(withPassage(FILE, passage, taken).id).toBe('prices-4');
    expect(withPassage(FILE, { ...passage, subject: 'method' }, taken).id).toBe('method-2');
  });

  it('is found again by its id, to its last line', () => {
    const { text, id } = withPassage(`${FILE}`, { questions: 'Why?', answer: 'Because.', subject: '' }, NONE);
    expect(passageLines(text, id)).toEqual({ from: 10, to: 14 });
    expect(passageLines(text, 'prices')).toEqual({ from: 6, to: 8 });
    expect(passageLines(text, 'cellar')).toBeNull();
  });

  it('stays within its passage, whatever a visitor asked', () => {
    const written = (questions: string, subject = '') =>
      withPassage(FILE, { questions, answer: 'No.', subject }, NONE).text.slice(FILE.length);
    expect(written('Is {#prices} {{free}}?')).toBe(
      '\n## Is #prices free {#is-prices-free}\nCalled: Is #prices free\nAsks: Is #prices free\n\nNo.\n',
    );
    const own = '\n## Why {#why}\nCalled: Why\nAsks: Why; Tags: x; ## Mine #mine\n\nNo.\n';
    for (const end of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
      expect(written(`Why?${end}{}${end}Tags: x${end}## Mine {#mine}`)).toBe(own);
    }
    expect(written('Why?}')).toContain('Asks: Why\n');
    expect(written('Why?', `{#how}\r## Mine`)).toContain('\nCalled: #how ## Mine\n');
    expect(passageProblems({ questions: '{}?', answer: 'No.', subject: '' })).toMatchObject([{ field: 'questions' }]);
  });

  it('has to be one, with an answer that is no part of the file’s own marks', () => {
    const fields = (change: object) =>
      passageProblems({ questions: 'Why?', answer: 'Because.', subject: '', ...change }).map(({ field }) => field);
    expect(fields({})).toEqual([]);
    expect(fields({ questions: ' \n?', answer: ' ' })).toEqual(['questions', 'answer']);
    for (const mark of ['# No', '## No {#no}', 'Asks: no', 'Called: no', 'Tags: no', '---']) {
      expect(fields({ answer: `Yes.\n ${mark}` })).toEqual(['answer']);
    }
    expect(fields({ questions: 'なぜ？' })).toEqual(['subject']);
    expect(fields({ questions: 'なぜ？', subject: 'why' })).toEqual([]);
  });
});
