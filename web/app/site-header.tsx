import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { ReactNode } from 'react';
import { useConfig } from '../platform/config.ts';
import { cn } from '../ui/cn.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** A page's header: the consultant's name or a back link, and the page's own controls. */
export function SiteHeader({
  back,
  className,
  children,
}: {
  back?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  const { name } = useConfig().consultant;
  return (
    <header
      className={cn(
        'relative z-10 mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4 sm:gap-x-5 sm:px-8',
        className,
      )}
    >
      {back ?? (
        <Link to={paths.landing} className="hidden min-h-11 items-center font-serif text-xl sm:inline-flex">
          AI {name}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 max-sm:w-full max-sm:justify-between sm:ml-auto sm:gap-x-4">
        <ThemeToggle className="max-sm:hidden" />
        {children}
      </div>
    </header>
  );
}

/** A subtle link in the header. */
export const headerLink = 'inline-flex min-h-11 items-center px-1 font-medium underline-offset-4 hover:underline';
