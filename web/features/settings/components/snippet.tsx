import { type ReactNode, useRef, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Textarea } from '../../../ui/field.tsx';

interface SnippetProps {
  id: string;
  hint: string;
  code: string;
  /** What the button says. */
  copy?: string;
  /** Whether it is one line. */
  isLine?: boolean;
  /** Buttons before the one that copies. */
  children?: ReactNode;
}

/** Text to copy: by a button, or by hand where the browser does not allow it. */
export function Snippet({ id, hint, code, copy: words = t('settings.copyCode'), isLine, children }: SnippetProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    const isDone = await navigator.clipboard?.writeText(code).then(
      () => true,
      () => false,
    );
    if (!isDone) field.current?.select();
    setOutcome(isDone ? t('settings.codeCopied') : t('settings.copyingDidNotWork'));
  };
  return (
    <div className="mt-2 max-w-xl">
      <label htmlFor={id} className="text-muted-foreground text-sm">
        {hint}
      </label>
      {isLine ? (
        <Input id={id} ref={field} readOnly className="mt-1.5" value={code} />
      ) : (
        <Textarea
          id={id}
          ref={field}
          readOnly
          rows={2}
          spellCheck={false}
          className="mt-1.5 font-mono text-sm"
          value={code}
        />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {children}
        <Button variant="outline" size="sm" className="min-h-11" onClick={() => void copy()}>
          {words}
        </Button>
        <p role="status" className="text-sm">
          {outcome}
        </p>
      </div>
    </div>
  );
}
