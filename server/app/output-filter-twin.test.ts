import { describe, expect, test } from 'vitest';
import { OutputFilter, readPrivateText } from '../features/conversation/output-filter.ts';
import { privateNotes } from '../features/twin/prompt/build-prompt.ts';
import { readMoves } from '../features/twin/reply/moves.ts';
import { loadSampleTwin } from '../testing/sample-twin.ts';

const twin = await loadSampleTwin();

/** Every text of a value, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

describe.each(twin.modes.map((mode) => [mode.id, mode] as const))('the notes of %s', (_, mode) => {
  const filter = () => new OutputFilter(readPrivateText(privateNotes(twin, mode)), 'ref-none');

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
