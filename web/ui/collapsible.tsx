import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** A native disclosure: works with the keyboard, find-in-page and before any script. */
export function Collapsible({
  summary,
  className,
  children,
  ...props
}: Omit<ComponentProps<'details'>, 'summary'> & { summary: ReactNode }) {
  return (
    <details className={cn('group', className)} {...props}>
      <summary
        className={cn(
          'flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-medium',
          '[&::-webkit-details-marker]:hidden',
        )}
      >
        {summary}
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
