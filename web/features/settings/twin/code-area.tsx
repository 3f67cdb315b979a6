import { type ChangeEvent, useEffect, useRef } from 'react';
import type { TextProblem } from './use-text-edit.ts';

export interface CodeAreaProps {
  id: string;
  label: string;
  text: string;
  problem: TextProblem | null;
  /** Lines to scroll to when opened; the cursor is placed in them. */
  shown: { from: number; to: number } | null;
  isReadOnly: boolean;
  describedBy: string;
  onChange: (text: string) => void;
}

/**
 * A plain text field with line numbers. An identical copy of the text behind it determines each line's height, so that
 * the numbers stay aligned with wrapped lines. Tab leaves the field, as everywhere on the page.
 */
export function CodeArea({ id, label, text, problem, shown, isReadOnly, describedBy, onChange }: CodeAreaProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const line = problem?.line ?? null;
  const lineAt = (number: number) => sheet.current?.children[number - 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes there once, and stays where somebody went since
  useEffect(() => {
    if (!shown) return;
    const end = text.split('\n').slice(0, shown.to).join('\n').length;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(end, end);
    lineAt(shown.from)?.scrollIntoView({ block: 'center' });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the line is now does not move the page
  useEffect(() => {
    if (line !== null) lineAt(line)?.scrollIntoView({ block: 'center' });
  }, [line]);
  const isShown = (number: number) => shown !== null && number >= shown.from && number <= shown.to;
  return (
    <div className="code-area">
      <div className="code-sheet">
        <div ref={sheet} aria-hidden className="code-lines">
          {text.split('\n').map((words, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its number
              key={index}
              data-shown={isShown(index + 1) || undefined}
              data-problem={index + 1 === line || undefined}
            >
              {words || ' '}
            </div>
          ))}
        </div>
        <textarea
          ref={field}
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
