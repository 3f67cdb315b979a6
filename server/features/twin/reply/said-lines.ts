import { correctionIn, signsIn, sizeIn } from '../../understanding/index.ts';

/** A line of the conversation. */
export interface SaidLine {
  /** `person`: somebody who had taken the conversation over. */
  speaker: 'visitor' | 'agent' | 'person';
  text: string;
}

/** One side's lines so far, oldest first. */
export const linesOf = (history: readonly SaidLine[], side: SaidLine['speaker']): string[] =>
  history.filter(({ speaker }) => speaker === side).map(({ text }) => text);

/** What the twin, or a person who had taken over, said last; null for nothing. */
export const lastSaid = (history: readonly SaidLine[]): string | null =>
  history.findLast(({ speaker }) => speaker !== 'visitor')?.text ?? null;

/** After each of the visitor's lines, the number of people that they last named or corrected; null for none yet. */
export function sizesAfter(lines: readonly string[]): (string | null)[] {
  let size: string | null = null;
  let namedIn = '';
  return lines.map((text, at) => {
    const named = sizeIn(text);
    if (named === null && size === null) return null;
    // Check only the line that named it and the previous line, so that long conversations cost no more.
    const correction = named === null ? correctionIn(text, [namedIn, lines[at - 1] ?? '']) : null;
    const isCorrected = correction !== null && correction.from === size && signsIn(text).includes('corrects');
    if (named === null && !isCorrected) return size;
    size = named ?? correction?.to ?? null;
    namedIn = text;
    return size;
  });
}
