import { type ReactNode, useMemo } from 'react';
import { t } from '../../../../platform/texts.ts';
import { SectionIndex } from '../../../../ui/section-index.tsx';
import './with-index.css';

interface WithIndexProps {
  sections: readonly { id: string; name: string }[];
  children: ReactNode;
}

/** A form of several sections, with their names beside it, or above it where there is no room. */
export function WithIndex({ sections, children }: WithIndexProps) {
  const told = JSON.stringify(sections);
  const stable = useMemo((): WithIndexProps['sections'] => JSON.parse(told), [told]);
  if (stable.length < 2) return children;
  return (
    <div className="form-indexed">
      <SectionIndex label={t('twinForm.sections')} sections={stable} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
