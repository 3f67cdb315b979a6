import { compare, type DiffLine } from './compare.ts';

const SIGNS: Record<DiffLine['is'], string> = { same: ' ', added: '+', removed: '−', gap: '' };
const TOLD: Record<DiffLine['is'], string> = { same: '', added: 'Comes in: ', removed: 'Goes out: ', gap: '' };

export interface DiffViewProps {
  before: string;
  after: string;
  /** The names of both texts. */
  label: string;
  /** The action, like 'Restoring it'. */
  act: string;
}

/** A diff of two texts, marked by colour, sign and, for screen readers, a word. */
export function DiffView({ before, after, label, act }: DiffViewProps) {
  const lines = compare(before, after);
  if (lines.length === 0) return <p className="mt-3 text-sm">It is the same as the text in the editor.</p>;
  return (
    <>
      <p className="mt-3 text-sm">
        {act} takes out the lines with{' '}
        <b className="diff-sign" data-is="removed">
          −
        </b>{' '}
        and brings in those with{' '}
        <b className="diff-sign" data-is="added">
          +
        </b>
        .
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section aria-label={label} tabIndex={0} className="code-diff">
        {lines.map(({ is, text, parts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison never change places
          <div key={index} data-is={is}>
            <span aria-hidden>{SIGNS[is]}</span>
            <span>
              <span className="sr-only">{TOLD[is]}</span>
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
