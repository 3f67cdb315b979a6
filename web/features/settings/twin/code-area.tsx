import { type ChangeEvent, useEffect, useRef } from 'react';
import type { TextProblem } from './use-text-edit.ts';

/** What the editor shows and tells. */
export interface CodeAreaProps {
  id: string;
  label: string;
  text: string;
  problem: TextProblem | null;
  isReadOnly: boolean;
  describedBy: string;
  onChange: (text: string) => void;
}

/**
 * A plain text field in which lines are numbered. A copy of the text lies behind it, set alike, and gives each line its
 * height, so that the numbers stay beside lines that are broken. Tab leaves the field, as everywhere on the page.
 */
export function CodeArea({ id, label, text, problem, isReadOnly, describedBy, onChange }: CodeAreaProps) {
  const marked = useRef<HTMLDivElement>(null);
  const line = problem?.line ?? null;
  useEffect(() => {
    if (line !== null) marked.current?.scrollIntoView({ block: 'center' });
  }, [line]);
  return (
    <div className="code-area">
      <div className="code-sheet">
        <div aria-hidden className="code-lines">
          {text.split('\n').map((words, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its number
              key={index}
              ref={index + 1 === line ? marked : null}
              data-problem={index + 1 === line || undefined}
            >
              {words || ' '}
            </div>
          ))}
        </div>
        <textarea
          id={id}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={problem ? true : undefined}
          readOnly={isReadOnly}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}
