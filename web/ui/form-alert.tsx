import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

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
