import { diffArrays, structuredPatch } from 'diff';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';

/** A part of a line, and whether the other text differs there. */
interface DiffPart {
  text: string;
  isOther: boolean;
}

/** A line of a comparison. */
interface DiffLine {
  is: 'same' | 'added' | 'removed' | 'gap';
  text: string;
  /** Set if it replaces a similar line of the other text: the parts that differ. */
  parts?: DiffPart[];
}
const MARKS: Record<string, DiffLine['is']> = { ' ': 'same', '+': 'added', '-': 'removed' };
/** Share of characters that two lines must have in common for one to count as a modified version of the other. */
const ALIKE = 0.4;

/** A line-by-line diff of two texts with some context around each change. */
export function compare(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
  const lines = hunks.flatMap(({ oldStart, lines }, index) => [
    ...(index > 0 || oldStart > 1 ? [{ is: 'gap' as const, text: t('twin.fromLine', { oldStart }) }] : []),
    ...lines.flatMap((line): DiffLine[] => {
      const is = MARKS[line.charAt(0)];
      // The remaining lines are remarks about a missing newline at the end.
      return is ? [{ is, text: line.slice(1) }] : [];
    }),
  ]);
  for (const [old, now] of pairs(lines)) markWithin(old, now);
  return lines;
}

/** The size of a diff in a few words; a line that replaces another counts as changed. */
export function changeWords(before: string, after: string): string {
  const lines = compare(before, after);
  const changed = pairs(lines).length;
  const count = (is: DiffLine['is']) => lines.filter((line) => line.is === is).length - changed;
  return [
    { id: 'twin.linesChanged' as const, count: changed },
    { id: 'twin.linesAdded' as const, count: count('added') },
    { id: 'twin.linesRemoved' as const, count: count('removed') },
  ]
    .flatMap(({ id, count }) => (count > 0 ? [t(id, { count })] : []))
    .join(', ');
}

/**
 * Pairs removed lines with the added lines that replace them: a run of removed lines followed by a run of added ones.
 */
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

/** Words with their punctuation, and the spaces between them. */
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

const SIGNS: Record<DiffLine['is'], string> = { same: ' ', added: '+', removed: '−', gap: '' };
/** Said before a line to screen readers. */
const told = (): Record<DiffLine['is'], string> => ({
  same: '',
  added: `${t('twin.lineIsAdded')} `,
  removed: `${t('twin.lineIsRemoved')} `,
  gap: '',
});

interface DiffViewProps {
  before: string;
  after: string;
  /** The names of both texts. */
  label: string;
}

/** A diff of two texts, marked by colour, sign and, for screen readers, a word. */
export function DiffView({ before, after, label }: DiffViewProps) {
  const lines = compare(before, after);
  if (lines.length === 0) return <p className="mt-3 text-sm">{t('twin.itIsTheSameAs')}</p>;
  return (
    <>
      <p className="mt-3 text-sm">
        <Text
          id="twin.linesLegend"
          tags={{
            b: (words) => (
              <b className="diff-sign" data-is="removed">
                {words}
              </b>
            ),
            b2: (words) => (
              <b className="diff-sign" data-is="added">
                {words}
              </b>
            ),
          }}
        />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section aria-label={label} tabIndex={0} className="code-diff">
        {lines.map(({ is, text, parts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison never change places
          <div key={index} data-is={is}>
            <span aria-hidden>{SIGNS[is]}</span>
            <span>
              <span className="sr-only">{told()[is]}</span>
              {parts
                ? parts.map((part, at) =>
                    // biome-ignore lint/suspicious/noArrayIndexKey: nor do their parts
                    part.isOther ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>,
                  )
                : text || ' '}
            </span>
          </div>
        ))}
      </section>
    </>
  );
}
