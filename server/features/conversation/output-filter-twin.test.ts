import type { Twin } from '@understudy/contract/twin';
import { describe, expect, test } from 'vitest';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { openlySaid, privateNotes } from '../twin/prompt/build-prompt.ts';
import { readMoves } from '../twin/reply/moves.ts';
import { OutputFilter, readPrivateText } from './output-filter.ts';

const twin = await loadSampleTwin();

/** All strings in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

const LONG_NAME =
  'Karl-Theodor Maria Nikolaus Johann Jacob Philipp Franz Joseph Sylvester Buhl-Freiherr von und zu Guttenberg';

test('a consultant with a long name is called by it', () => {
  const named: Twin = JSON.parse(JSON.stringify(twin).replaceAll(twin.persona.name, LONG_NAME));
  for (const mode of named.modes) {
    for (const text of [...textsOf(mode.greeting), `${LONG_NAME}, ${named.persona.title}, ${named.persona.location}`]) {
      const filter = new OutputFilter(readPrivateText(privateNotes(named, mode), openlySaid(named)), 'ref-none');
      filter.push(text);
      expect(filter.stopped, text).toBeNull();
    }
  }
});

describe.each(twin.modes.map((mode) => [mode.id, mode] as const))('the notes of %s', (_, mode) => {
  const filter = () => new OutputFilter(readPrivateText(privateNotes(twin, mode), openlySaid(twin)), 'ref-none');

  test('stop no word that the twin may say: its lines, its knowledge, its prices', () => {
    for (const text of textsOf([
      twin.modes.map(({ greeting, followup }) => [greeting, followup]),
      readMoves(),
      twin.knowledge,
      twin.persona,
      twin.consent,
    ])) {
      const single = filter();
      single.push(text);
      expect(single.stopped, text).not.toBe('withheld');
    }
  });

  test('stop every sentence of the prompt of this mode', () => {
    for (const sentence of mode.systemPrompt.match(/[^.]{60,}\./g) ?? []) {
      const single = filter();
      single.push(`Well: ${sentence}`);
      expect(single.stopped, sentence).toBe('withheld');
    }
  });
});
