import type { ReactNode } from 'react';

/** One of the irreversible actions. */
export function Danger({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="px-4 py-5 sm:px-5">
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 mb-4 max-w-measure text-muted-foreground text-sm">{about}</p>
      {children}
    </section>
  );
}
