import { describe, expect, test } from 'vitest';
import { parseDemo } from './parse-demo.ts';

const FILE = 'demos/a.txt';
const NAMES = ['Orla Venstrom', 'Orla', '{name}', '{first_name}'];
const SCRIPT = {
  id: 'a',
  archetype: 'timing_mastery',
  metadata: { title: 'T', mode: 'banter', triggers: ['time'] },
  exchange: { human: 'When?', reply: ' Now. ' },
};

describe('sample exchanges', () => {
  test.each(NAMES)('may be answered by %s', (name) => {
    expect(parseDemo(`Human: When?\n\n${name}: Now.\n`, FILE, NAMES)).toEqual([{ human: 'When?', reply: 'Now.' }]);
  });

  test('may be a demo script in JSON', () => {
    expect(parseDemo(JSON.stringify(SCRIPT), FILE, NAMES)).toEqual([{ human: 'When?', reply: 'Now.' }]);
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
  expect(() => parseDemo(JSON.stringify(script), FILE, NAMES)).toThrow(`${FILE}:1: ${sentence}`);
});
