import { describe, expect, test } from 'vitest';
import { demosAsText, parseDemos } from './parse-demo.ts';

const FILE = 'demos/a.txt';
const NAMES = ['Orla Venstrom', 'Orla', '{name}', '{first_name}'];
const SCRIPT = {
  id: 'a',
  archetype: 'timing_mastery',
  metadata: { title: 'T', mode: 'banter', triggers: ['time'] },
  exchange: { human: 'When?', reply: ' Now. ' },
};
const exchangesOf = (text: string) => parseDemos(text, FILE, NAMES).scripts.map(({ exchange }) => exchange);
const mistakesOf = (text: string) => parseDemos(text, FILE, NAMES).mistakes.map(String);
const EXCHANGE = { setup: '', human: 'When?', reply: 'Now.', follow_up: '' };

describe('sample exchanges', () => {
  test.each(NAMES)('may be answered by %s', (name) => {
    expect(exchangesOf(`Human: When?\n\n${name}: Now.\n`)).toEqual([EXCHANGE]);
  });

  test('may be a demo script in JSON', () => {
    expect(exchangesOf(JSON.stringify(SCRIPT))).toEqual([EXCHANGE]);
  });

  test('may be several demo scripts in JSON', () => {
    expect(exchangesOf(JSON.stringify({ demos: [SCRIPT, { ...SCRIPT, id: 'b' }] }))).toEqual([EXCHANGE, EXCHANGE]);
  });

  test('are written as text that is read as the same exchanges', () => {
    const { scripts } = parseDemos(JSON.stringify({ demos: [SCRIPT, { ...SCRIPT, id: 'b' }] }), FILE, NAMES);
    expect(exchangesOf(demosAsText(scripts, 'Orla Venstrom'))).toEqual([EXCHANGE, EXCHANGE]);
  });
});

describe('of a malformed file, the rest is used', () => {
  test('in the text format', () => {
    const text = 'Human: One?\n\nHuman: Two?\n\nOrla: Two.\n\nOrla: Three.\n\nSomebody: Four.\n';
    expect(exchangesOf(text)).toMatchObject([{ human: 'Two?', reply: 'Two.' }]);
    expect(mistakesOf(text)).toEqual([
      expect.stringContaining(`${FILE}:1: this line has no answer`),
      expect.stringContaining(`${FILE}:7: this answer has no line`),
      expect.stringContaining(`${FILE}:9: a line must begin`),
    ]);
  });

  test('in JSON', () => {
    const text = JSON.stringify({ demos: [{ ...SCRIPT, id: '' }, SCRIPT, { ...SCRIPT, archetype: '' }] }, null, 1);
    expect(exchangesOf(text)).toEqual([EXCHANGE]);
    const line = (index: number) => text.split('\n').findIndex((row, at) => row === '  {' && at > index) + 1;
    expect(mistakesOf(text)).toEqual([
      expect.stringContaining(`${FILE}:${line(0)}: Demo script must have an ID`),
      expect.stringMatching(/a\.txt:\d\d: Demo script must have an archetype/),
    ]);
  });
});

test.each<[string, object]>([
  ['Demo script must have an ID', { ...SCRIPT, id: ' ' }],
  ['Demo script must have an archetype', { ...SCRIPT, archetype: undefined }],
  ['Demo script must have metadata', { ...SCRIPT, metadata: null }],
  ['Demo script must have an exchange', { ...SCRIPT, exchange: 'And?' }],
  ['Metadata must have a title', { ...SCRIPT, metadata: { ...SCRIPT.metadata, title: '' } }],
  ['Metadata must specify conversation mode', { ...SCRIPT, metadata: { ...SCRIPT.metadata, mode: 7 } }],
  ['Metadata must have at least one trigger', { ...SCRIPT, metadata: { ...SCRIPT.metadata, triggers: [''] } }],
  ['Exchange must have human input', { ...SCRIPT, exchange: { reply: 'Now.' } }],
  ['Exchange must have Orla Venstrom response', { ...SCRIPT, exchange: { human: 'When?', reply: '' } }],
])('%s', (sentence, script) => {
  expect(mistakesOf(JSON.stringify(script))).toEqual([expect.stringContaining(`${FILE}:1: ${sentence}`)]);
});
