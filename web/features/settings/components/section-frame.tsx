import type { ReactNode } from 'react';
import { When } from '../../../ui/when.tsx';
import { SECTION_WORDS, type Section } from '../sections.ts';

/** A section with its name and description; related controls share one card. */
export function SectionFrame({
  section,
  children,
  introduction,
}: {
  section: Section;
  introduction?: ReactNode;
  children: ReactNode;
}) {
  const { name, about } = SECTION_WORDS[section];
  return (
    <section id={section} aria-labelledby={`${section}-name`} className="min-w-0">
      <h2 id={`${section}-name`} tabIndex={-1} className="text-2xl outline-none">
        {name}
      </h2>
      <p className="mt-1 mb-6 max-w-measure text-muted-foreground">{introduction ?? `${about}.`}</p>
      {children}
    </section>
  );
}

/** Who changed something last, or that it still has its default. */
export function LastChange({
  at,
  by,
  otherwise = 'Using the default. Nobody has changed this yet.',
}: {
  at: string | null;
  by: string | null;
  otherwise?: string;
}) {
  return (
    <p className="mt-6 text-muted-foreground text-sm">
      {at ? (
        <>
          Last changed: <When at={at} />
          {by ? (
            <>
              , by <span className="wrap-anywhere">{by}</span>
            </>
          ) : null}
          .
        </>
      ) : (
        otherwise
      )}
    </p>
  );
}

/** Why the current user cannot change anything here. */
export function Refusal({ children }: { children: string | null }) {
  if (!children) return null;
  return <p className="mb-6 rounded-md border bg-muted px-4 py-3 text-sm">{children}</p>;
}
