import { useRouterState } from '@tanstack/react-router';
import { describePage } from '@understudy/contract/pages';
import { useEffect } from 'react';
import { useConfig } from '../platform/config.ts';

/** Keeps the document title in sync with the page, which is also how a screen reader announces a new page. */
export function usePageTitle(): void {
  const { consultant } = useConfig();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = describePage(path, consultant).title;
  }, [path, consultant]);
}
