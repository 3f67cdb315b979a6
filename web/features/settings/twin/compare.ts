import { diffArrays, structuredPatch } from 'diff';

/** A piece of a line, and whether the other text has another in its place. */
export interface DiffPart {
  text: string;
  isOther: boolean;
}

/** A line of a comparison. */
export interface DiffLine {
  is: 'same' | 'added' | 'removed' | 'gap';
  text: string;
  /** Where it stands for a line of the other text that is much like it: what is another in it. */
  parts?: DiffPart[];
}
const MARKS: Record<string, DiffLine['is']> = { ' ': 'same', '+': 'added', '-': 'removed' };
/** How much of two lines has to be the same, of all their characters, for one to be the other changed. */
const ALIKE = 0.4;

/** What leads from one text to another, line by line, with some lines around each change. */
export function compare(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
  const lines = hunks.flatMap(({ oldStart, lines }, index) => [
    ...(index > 0 || oldStart > 1 ? [{ is: 'gap' as const, text: `From line ${oldStart}` }] : []),
    ...lines.flatMap((line): DiffLine[] => {
      const is = MARKS[line.charAt(0)];
      // What is left are words about a missing newline at the end.
      return is ? [{ is, text: line.slice(1) }] : [];
    }),
  ]);
  for (const [old, now] of pairs(lines)) markWithin(old, now);
  return lines;
}

/** How much leads from one text to another, in a few words; a line in whose place another stands has changed. */
export function changeWords(before: string, after: string): string {
  const lines = compare(before, after);
  const changed = pairs(lines).length;
  const count = (is: DiffLine['is']) => lines.filter((line) => line.is === is).length - changed;
  const words = (number: number, what: string) =>
    number > 0 ? [`${number} ${number === 1 ? 'line' : 'lines'} ${what}`] : [];
  return [...words(changed, 'changed'), ...words(count('added'), 'added'), ...words(count('removed'), 'removed')].join(
    ', ',
  );
}

/** The lines that went and those that came in their place, each with its own: a run of the ones, then one of the others. */
function pairs(lines: readonly DiffLine[]): [old: DiffLine, now: DiffLine][] {
  const found: [DiffLine, DiffLine][] = [];
  let gone: DiffLine[] = [];
  for (const line of lines) {
    if (line.is === 'removed') gone.push(line);
    else if (line.is === 'added') {
      const old = gone.shift();
      if (old) found.push([old, line]);
    } else gone = [];
  }
  return found;
}

/** Words with what stands at them, and the spaces between them. */
const wordsOf = (line: string) => line.split(/(\s+)/);

function markWithin(old: DiffLine, now: DiffLine): void {
  const changes = diffArrays(wordsOf(old.text), wordsOf(now.text)).map(({ value, added, removed }) => ({
    text: value.join(''),
    added,
    removed,
  }));
  const kept = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { text }) => sum + text.length, 0);
  if (2 * kept < ALIKE * (old.text.length + now.text.length)) return;
  old.parts = changes.filter(({ added }) => !added).map(({ text, removed }) => ({ text, isOther: removed }));
  now.parts = changes.filter(({ removed }) => !removed).map(({ text, added }) => ({ text, isOther: added }));
}
