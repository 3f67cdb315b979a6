import { Link, useRouterState } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';
import { rememberRow } from '../keyboard.ts';
import type { DashboardSearch } from '../search.ts';

/** A link to a session that remembers the current dashboard place. Within a `LinkRow` the whole row opens it. */
export function SessionLink({
  id,
  at,
  label,
  className,
  children,
}: {
  id: string;
  /** The `seq` of the utterance to open. */
  at?: number;
  /** Label for screen readers if the text says too little. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const from = useRouterState({
    select: ({ location }): DashboardSearch | undefined =>
      location.pathname === paths.admin ? (location.search as DashboardSearch) : location.state.from,
  });
  return (
    <Link
      to={paths.adminSession}
      params={{ sessionId: id }}
      search={at === undefined ? {} : { at }}
      state={from ? { from } : {}}
      aria-label={label}
      data-row-link={id}
      onClick={() => rememberRow(id)}
      className={cn('row-link', className)}
    >
      {children}
    </Link>
  );
}
