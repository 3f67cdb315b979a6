import { describe, expect, it } from 'vitest';
import { type FieldValue, type Path, readYaml, valueAt, withField } from './yaml-edit.ts';

const files = import.meta.glob<string>('../../../../../twin/*.yaml', { query: '?raw', import: 'default', eager: true });
const sample = (name: string): string => files[`../../../../../twin/${name}.yaml`] ?? '';
const persona = sample('persona');
const voices = sample('voices');

const read = (text: string, place: Path): unknown => {
  const found = readYaml(text);
  return 'fields' in found ? valueAt(found.fields, place) : found;
};
/** The lines that an edit takes out and puts in. */
function difference(before: string, after: string): { out: string[]; in: string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < old.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return { out: old.slice(head, old.length - tail), in: now.slice(head, now.length - tail) };
}

describe('a field of YAML', () => {
  it.each<[string, Path, FieldValue, string[], string[]]>([
    [
      'a line',
      ['tagline'],
      'Short: and #1',
      ['tagline: I help companies run without their founder in every scene.'],
      ["tagline: 'Short: and #1'"],
    ],
    ['a quoted text', ['consent', 'version'], '4', ["  version: '3'"], ["  version: '4'"]],
    ['a number', ['copyright', 'year'], 2026, ['  year: 2025'], ['  year: 2026']],
    ['a switch', ['visitor_page', 'models'], false, ['  models: true'], ['  models: false']],
    [
      'a field of a list',
      ['services', 1, 'price'],
      '{name}, 1',
      ['    price: from €28,000, fixed before it begins'],
      ["    price: '{name}, 1'"],
    ],
    [
      'a list in brackets',
      ['languages'],
      ['English', 'a, b'],
      ['languages: [English, Danish, Dutch]'],
      ["languages: [English, 'a, b']"],
    ],
    [
      'a list of a list',
      ['services', 6, 'aliases'],
      ['talk'],
      ['    aliases: [keynote, speech, speaking engagement, conference talk, lecture]'],
      ['    aliases: [talk]'],
    ],
    ['a new field', ['color'], '#123456', [], ["color: '#123456'"]],
    ['a new group', ['style', 'humour'], 5, [], ['style:', '  humour: 5']],
    [
      'a new field of a group',
      ['contact', 'calendar'],
      'https://cal.example/me',
      [],
      ['  calendar: https://cal.example/me'],
    ],
    ['a removed field', ['location'], undefined, ['location: Rotterdam, the Netherlands'], []],
    [
      'a removed field of a list',
      ['services', 0, 'aliases'],
      undefined,
      ['    aliases: [walkthrough, diagnosis, diagnostic, audit, assessment, review, analysis]'],
      [],
    ],
  ])('is written into its own lines: %s', (_, place, value, out, put) => {
    const after = withField(persona, place, value);
    expect(difference(persona, after)).toEqual({ out, in: put });
    expect(read(after, place)).toEqual(value);
  });

  it('keeps the comments and the order of everything around it', () => {
    const after = withField(persona, ['visitor_page', 'starters'], ['What do you do?', 'New?']);
    expect(after).toContain('  # Questions to send with one click: three under the first message');
    expect(difference(persona, after).in).toEqual(['    - New?']);
    const without = withField(persona, ['copyright'], undefined);
    expect(without).toContain('# The footers: the landing page names you');
    expect(read(without, ['copyright'])).toBeUndefined();
  });

  it('takes texts of several lines, in the form that they had', () => {
    const folded = withField(persona, ['pricing'], 'One sentence that is new.\n');
    expect(difference(persona, folded).in).toEqual(['  One sentence that is new.']);
    const two = withField(persona, ['pricing'], 'One.\n\nTwo.\n');
    expect(read(two, ['pricing'])).toBe('One.\n\nTwo.\n');
    const plain = withField('a: short # why\nb: 2\n', ['a'], 'x\ny');
    expect(read(plain, ['a'])).toBe('x\ny');
    expect(plain).toMatch(/^a: \|-.*\n {2}x\n {2}y\nb: 2\n$/);
    expect(withField('a: |\n  x\nb: 2\n', ['a'], 'x\n\n  y\n')).toBe('a: |\n  x\n\n    y\nb: 2\n');
  });

  it('moves, adds and removes items with their comments', () => {
    const text = 'list:\n  # the first\n  - a\n  - b # second\n  - c\nnext: 1\n';
    expect(withField(text, ['list'], ['b', 'a'])).toBe('list:\n  # the first\n  - b # second\n  - a\nnext: 1\n');
    expect(read(withField(text, ['list'], []), ['list'])).toEqual([]);
    const groups = read(persona, ['services']) as FieldValue[];
    const moved = withField(persona, ['services'], [groups[1], groups[0], ...groups.slice(2)]);
    expect(moved).toContain('    aliases: [rehearsal, implementation, transformation, change programme]\n');
    expect(difference(persona, moved).in.length).toBeLessThan(16);
    const fewer = withField(persona, ['services'], groups.slice(1));
    expect(difference(persona, fewer)).toMatchObject({ in: [] });
  });

  it('writes into brackets', () => {
    const after = withField(voices, ['voices', 0, 'embedded', 'pitch'], 50);
    expect(difference(voices, after).in).toEqual(['    embedded: { name: en-us+f1, pitch: 50, range: 45, rate: 130 }']);
    expect(
      read(withField(voices, ['voices', 0, 'providers', 'groq'], 'a, {b}'), ['voices', 0, 'providers', 'groq']),
    ).toBe('a, {b}');
  });

  it.each(['a: |\r\n  x\r\n# hi\r\nb: 1 # two\r\n', 'b: 1\r\nlist:\r\n  - x\r\n'])(
    'keeps the line ends of %j',
    (text) => {
      for (const [place, value] of [
        [['b'], 2],
        [['list'], ['x', 'y']],
        [['c'], 'p\nq'],
        [['a'], 'new\ntext\n'],
      ] as [Path, FieldValue][]) {
        const after = withField(text, place, value);
        expect(read(after, place)).toEqual(value);
        expect(after.replaceAll('\r\n', '')).not.toContain('\n');
      }
      expect(withField(text, ['b'], 2)).toBe(text.replace('b: 1', 'b: 2'));
    },
  );

  it.each([
    ['', ['thanks'], ['Hello.'], 'thanks:\n  - Hello.\n'],
    ['# only a comment\n', ['a'], 'x', '# only a comment\na: x\n'],
    ['a: 1', ['b'], 2, 'a: 1\nb: 2\n'],
    ['a: 1', ['a'], 2, 'a: 2'],
    ['{a: 1, b: 2}\n', ['a'], 'x', '{a: x, b: 2}\n'],
    ['a:\nb: 2\n', ['a'], 'x', 'a: x\nb: 2\n'],
    ['a: ""\n', ['a'], 'x', 'a: "x"\n'],
    ["'a b': 1\n", ['a b'], 2, "'a b': 2\n"],
    ['proof:\n  clients: [x]\nb: 1\n', ['proof', 'clients'], undefined, 'b: 1\n'],
    ['a: &one x\nb: *one\n', ['b'], 'y', 'a: &one x\nb: y\n'],
  ] as [string, Path, FieldValue, string][])('takes odd documents: %j', (text, place, value, after) => {
    expect(withField(text, place, value)).toBe(after);
  });

  it('may say anything', () => {
    const values = [
      'yes',
      '12',
      '- a',
      '#x',
      'a: b',
      '{name}',
      '[x',
      "it's",
      '"q"',
      '',
      ' x ',
      'null',
      '|',
      'ü😀',
      '%',
      '@a',
      'a\tb',
    ];
    for (const value of values) {
      for (const [text, place] of [
        [persona, ['tagline']],
        [persona, ['biography']],
        [persona, ['languages', 1]],
        [persona, ['services', 2, 'name']],
        [voices, ['voices', 1, 'embedded', 'name']],
      ] as [string, Path][])
        expect(read(withField(text, place, value), place)).toBe(value);
    }
  });
});

describe('reading YAML', () => {
  it.each([
    ['a: [1\nb: 2\n', 2],
    ['a: 1\n a: 2\n', 1],
    ['- a\n- b\n', null],
    ['only words', null],
    ['a: *unknown\n', null],
  ])('says where %j is broken', (text, line) => {
    expect(readYaml(text)).toMatchObject({ broken: { line } });
  });
});

describe('a text that is a list', () => {
  const list =
    '# All bits\n\n# One\n- id: one # first\n  tags: [a, b]\n  text: "Hello: there."\n\n- id: two\n  tags: []\n  ' +
    'text: Bye\n';
  const rootOf = (text: string) => {
    const known = readYaml(text, 'list');
    return 'fields' in known ? known.fields : known;
  };

  it('is read as one, and a text of fields is not', () => {
    expect(rootOf(list)).toEqual([
      { id: 'one', tags: ['a', 'b'], text: 'Hello: there.' },
      { id: 'two', tags: [], text: 'Bye' },
    ]);
    expect(rootOf('')).toEqual([]);
    expect(readYaml('a: 1\n', 'list')).toMatchObject({ broken: { line: null } });
    expect(readYaml(list)).toMatchObject({ broken: { line: null } });
  });

  it('changes in the one line of a field', () => {
    expect(withField(list, [0, 'text'], 'Ha.')).toBe(list.replace('"Hello: there."', '"Ha."'));
    expect(withField(list, [0, 'tags'], ['c'])).toBe(list.replace('[a, b]', '[c]'));
    expect(withField(list, [1, 'id'], 'three')).toBe(list.replace('id: two', 'id: three'));
  });

  it('takes and gives up items, and the others stay as they are', () => {
    const [one, two] = rootOf(list) as unknown as { [key: string]: string }[];
    const three = { id: 'three', tags: ['x'], text: 'New' };
    const longer = withField(list, [], [one as never, two as never, three]);
    expect(longer.startsWith(list.trimEnd())).toBe(true);
    expect(rootOf(longer)).toEqual([one, two, three]);
    expect(withField(list, [], [one as never])).toBe(list.slice(0, list.indexOf('\n- id: two')));
    expect(withField('', [], [three])).toBe('- id: three\n  tags:\n    - x\n  text: New\n');
    expect(withField('[]\n', [], [three])).toBe('- id: three\n  tags:\n    - x\n  text: New\n');
    expect(rootOf(withField(list, [], []))).toEqual([]);
  });
});
