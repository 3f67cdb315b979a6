import type { ReactNode } from 'react';

export interface Bar {
  key: string;
  name: ReactNode;
  /** The formatted figure. */
  words: string;
  /** Additional information in small print. */
  note?: string | null;
  /** 0 to 1. */
  length: number;
  tone?: 'lead';
}

/** Horizontal bars from a common edge, each with its name above and its figure at the end. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  return (
    <ol className="space-y-2.5">
      {bars.map(({ key, name, words, note, length, tone }) => (
        <li key={key}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="wrap-anywhere min-w-0 leading-snug">{name}</span>
            <span className="shrink-0 text-right tabular-nums">
              {note ? <span className="mr-3 text-muted-foreground text-sm">{note}</span> : null}
              {words}
            </span>
          </div>
          <div aria-hidden className="bar-track mt-1">
            <div
              className="bar"
              data-tone={tone}
              style={{ inlineSize: `${Math.max(0, Math.min(1, length)) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}
