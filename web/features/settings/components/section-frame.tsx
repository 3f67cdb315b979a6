import type { ReactNode } from 'react';
import { When } from '../../../ui/when.tsx';
import { SECTION_WORDS, type Section } from '../sections.ts';

/** A section with its name and what it is about; what belongs together stands on one sheet. */
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

/** Who set something last; where nobody has, that it is as usual. */
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

/** Why nothing here can be changed by whoever looks at it. */
export function Refusal({ children }: { children: string | null }) {
  if (!children) return null;
  return <p className="mb-6 rounded-md border bg-muted px-4 py-3 text-sm">{children}</p>;
}
