import type { TwinText } from '@understudy/contract/twin-texts';
import { describe, expect, it } from 'vitest';
import { changeWords, compare } from './diff-view.tsx';
import {
  demoTemplate,
  fileIn,
  knowledgeTemplate,
  lineOf,
  newFile,
  passageLines,
  passageProblems,
  passagesIn,
  takenIds,
  textName,
  withoutPlace,
  withPassage,
} from './texts.ts';

const text = (file: string, removed = false): TwinText => ({
  file,
  kind: 'knowledge',
  edited_at: null,
  edited_by: null,
  folder_changed: false,
  removed,
  passage_ids: [],
});

describe('a comparison of two texts', () => {
  it('shows what changed with the lines around it, and says where it goes on', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n');
    const after = before.replace('line 3', 'line three').replace('line 18\n', '');
    expect(compare(before, after).map(({ is, text: words }) => `${is} ${words}`)).toEqual([
      'same line 1',
      'same line 2',
      'removed line 3',
      'added line three',
      'same line 4',
      'same line 5',
      'gap From line 16',
      'same line 16',
      'same line 17',
      'removed line 18',
      'same line 19',
      'same line 20',
    ]);
    expect(changeWords(before, after)).toBe('1 line changed, 1 line removed');
    expect(changeWords(before, `${before}\nline 21\nline 22`)).toBe('1 line changed, 2 lines added');
    expect(changeWords(before, `line 0\n${before}`)).toBe('1 line added');
    expect(compare(before, before)).toEqual([]);
  });

  it('marks within a line what is another, unless hardly a word of it stayed', () => {
    const marked = (before: string, after: string) =>
      compare(`${before}\n`, `${after}\n`).map(
        ({ text: words, parts }) =>
          parts?.map((part) => (part.isOther ? `[${part.text}]` : part.text)).join('') ?? words,
      );
    const long = (price: string) => `A Walkthrough is usually ${price} with travel and all else.`;
    expect(marked(long('€6,800'), long('€7,777'))).toEqual([long('[€6,800]'), long('[€7,777]')]);
    expect(marked('One thing.', 'Something else, at length.')).toEqual(['One thing.', 'Something else, at length.']);
  });

  it('leaves out words about the end of a file', () => {
    expect(compare('one', 'one\ntwo\n').map(({ is }) => is)).toEqual(['removed', 'added', 'added']);
  });
});

describe('a new file of knowledge', () => {
  it('has a name that a file can have and no other has', () => {
    const texts = [text('knowledge/prices.md'), text('knowledge/old.md', true)];
    expect(newFile('knowledge', ' Working Hours ', texts)).toEqual({ file: 'knowledge/working-hours.md' });
    expect(newFile('knowledge', 'hours.md', texts)).toEqual({ file: 'knowledge/hours.md' });
    for (const name of ['', '../persona', 'prices', 'old', 'Straße', '-hours']) {
      expect(newFile('knowledge', name, texts)).toHaveProperty('problem');
    }
  });

  it('begins with its parts, under an id that no other has', () => {
    const begun = (...taken: string[]) => knowledgeTemplate('knowledge/working-hours.md', new Set(taken));
    expect(begun()).toContain('## Working hours {#working-hours}\n');
    expect(begun('working-hours')).toContain('## Working hours {#working-hours-2}\n');
  });
});

describe('the line of a refusal', () => {
  it('is told apart from its words, in which names stay as they are written', () => {
    const file = 'persona.yaml';
    expect(withoutPlace("persona.yaml:7: unknown key 'tag_line'", file)).toBe("Unknown key 'tag_line'");
    expect(withoutPlace('the mode is missing', file)).toBe('The mode is missing');
  });

  it('is the one that stands behind the file', () => {
    expect(lineOf('knowledge/prices.md:12: the passage has no id', 'knowledge/prices.md')).toBe(12);
    expect(lineOf('modes: the mode is missing', 'knowledge/prices.md')).toBeNull();
    expect(lineOf('knowledge/other.md:3: twice', 'knowledge/prices.md')).toBeNull();
  });
});

describe('the name of a text', () => {
  it('is what it is about, not its file', () => {
    const modes = [{ id: 'core', name: 'Orla' }];
    expect(textName('persona.yaml', modes)).toBe('Persona');
    expect(textName('modes/core.yaml', modes)).toBe('Orla');
    expect(textName('modes/own.yaml', modes)).toBe('Own');
    expect(textName('knowledge/working-hours.md', modes)).toBe('Working hours');
    expect(textName('demos/essential_demos.txt', modes)).toBe('Essential demos');
  });
});

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
      `${FILE}\n## Do you work on Sundays {#do-you-work-on-sundays}\nCalled: Do you work on Sundays\n` +
        'Asks: Do you work on Sundays; are you there at weekends, ever\n\nNever.\nNot even once.\n\nAsk on Monday.\n',
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

describe('a text of the twin', () => {
  it('has passages by their titles', () => {
    expect(passagesIn('# Prices\n\n## What it costs {#prices}\r\nA.\n##  Travel  {#travel}\n## No id\n')).toEqual([
      { id: 'prices', title: 'What it costs' },
      { id: 'travel', title: 'Travel' },
    ]);
  });

  it.each([
    ['persona.yaml:12: it is broken', 'persona.yaml'],
    ['knowledge/a-b.md: it is broken', 'knowledge/a-b.md'],
    ['demos/x.txt:1: it is broken', 'demos/x.txt'],
    ['Somebody changed persona.yaml: please look', null],
    ['The server cannot be reached.', null],
  ])('is named at the beginning of %j', (message, file) => {
    expect(fileIn(message)).toBe(file);
  });

  it('of sample exchanges begins with one, under a new name', () => {
    expect(newFile('demo', 'First call.txt', [])).toEqual({ file: 'demos/first-call.txt' });
    expect(demoTemplate()).toMatch(/^Human: .+\n\n\{name\}: .+\n$/);
  });
});
