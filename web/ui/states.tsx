import { CircleAlert, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../platform/texts.ts';
import { Button } from './button.tsx';

export function Loading({ words }: { words: string }) {
  return (
    <div className="grid place-items-center py-12">
      <Spinner label={words} />
    </div>
  );
}

/** An error with a retry button. */
export function Failure({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4 p-6">
      <p className="text-destructive-text">{children}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}

/** An empty state: the specification's text, and what would make something appear. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children ? <div className="mx-auto mt-2 max-w-md text-muted-foreground">{children}</div> : null}
    </div>
  );
}

/** A loading indicator; the label is for screen readers. */
export function Spinner({ label }: { label: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-3 text-muted-foreground">
      <LoaderCircle aria-hidden className="size-6 animate-spin" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** An error message in red, close to its cause; announced when it appears. */
export function FormAlert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p
      role="alert"
      className="wrap-anywhere flex gap-3 rounded-md border border-destructive-text px-4 py-3 text-destructive-text"
    >
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
