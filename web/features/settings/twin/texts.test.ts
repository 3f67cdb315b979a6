import type { TwinText } from '@understudy/contract/settings';
import { describe, expect, it } from 'vitest';
import { changeWords, compare, knowledgeTemplate, lineOf, newKnowledgeFile } from './texts.ts';

const text = (file: string, removed = false): TwinText => ({
  file,
  kind: 'knowledge',
  edited_at: null,
  edited_by: null,
  folder_changed: false,
  removed,
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
    expect(changeWords(before, after)).toBe('1 line added, 2 lines taken out');
    expect(compare(before, before)).toEqual([]);
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
    for (const name of ['', '../persona', 'prices', 'old', 'Straße']) {
      expect(newKnowledgeFile(name, texts)).toHaveProperty('problem');
    }
  });

  it('begins with its parts', () => {
    expect(knowledgeTemplate('knowledge/working-hours.md')).toContain('## Working hours {#working-hours}\n');
  });
});

describe('the line of a refusal', () => {
  it('is the one that stands behind the file', () => {
    expect(lineOf('knowledge/prices.md:12: the passage has no id', 'knowledge/prices.md')).toBe(12);
    expect(lineOf('modes: the mode is missing', 'knowledge/prices.md')).toBeNull();
    expect(lineOf('knowledge/other.md:3: twice', 'knowledge/prices.md')).toBeNull();
  });
});
