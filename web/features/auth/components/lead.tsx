import type { ReactNode } from 'react';

/** The paragraph below the heading of the sign-in page. */
export function Lead({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-2 mb-6 text-muted-foreground">
      {children}
    </p>
  );
}
