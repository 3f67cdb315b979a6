import { expect, it } from 'vitest';
import { passageIdOf, passageIdsIn } from './passage-id.ts';

it('makes an id of a title', () => {
  expect(passageIdOf('Was kostet es für Größere?')).toBe('was-kostet-es-fur-gro-ere');
  expect(passageIdOf('なぜ？')).toBe('');
});

it('finds the ids of passages, and nothing that only looks like one', () => {
  const text = [
    '---',
    'topic: a',
    'tags: []',
    '---',
    '## One {#one}',
    'See {#two} for more.',
    '  ## Three {x} {#three}  ',
    '# Four {#four}',
    '##Five {#five}',
    '## Six',
  ];
  for (const end of ['\n', '\r\n']) expect(passageIdsIn(text.join(end))).toEqual(['one', 'three']);
});
