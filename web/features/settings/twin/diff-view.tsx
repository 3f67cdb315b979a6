import { compare, type DiffLine } from './texts.ts';

const SIGNS: Record<DiffLine['is'], string> = { same: ' ', added: '+', removed: '−', gap: '' };
const TOLD: Record<DiffLine['is'], string> = { same: '', added: 'Added: ', removed: 'Taken out: ', gap: '' };

/** What leads from one text to another. Colour, a sign, and for screen readers a word. */
export function DiffView({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = compare(before, after);
  if (lines.length === 0) return <p className="mt-3 text-sm">Both texts are the same.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section aria-label={label} tabIndex={0} className="code-diff">
      {lines.map(({ is, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison never change places
        <div key={index} data-is={is}>
          <span aria-hidden>{SIGNS[is]}</span>
          <span>
            <span className="sr-only">{TOLD[is]}</span>
            {text || ' '}
          </span>
        </div>
      ))}
    </section>
  );
}
