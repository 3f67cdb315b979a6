import type { TwinText } from '@understudy/contract/settings';
import { describe, expect, it } from 'vitest';
import { changeWords, compare } from './compare.ts';
import { knowledgeTemplate, lineOf, newKnowledgeFile, textName, withoutPlace } from './texts.ts';

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
    expect(newKnowledgeFile(' Working Hours ', texts)).toEqual({ file: 'knowledge/working-hours.md' });
    expect(newKnowledgeFile('hours.md', texts)).toEqual({ file: 'knowledge/hours.md' });
    for (const name of ['', '../persona', 'prices', 'old', 'Straße', '-hours']) {
      expect(newKnowledgeFile(name, texts)).toHaveProperty('problem');
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
