import { useRouterState } from '@tanstack/react-router';
import { describePage } from '@understudy/contract/pages';
import { useEffect } from 'react';
import { useConfig } from '../platform/config.ts';

/** Keeps the document's title in step with the page, which is also how a screen reader learns of a new one. */
export function usePageTitle(): void {
  const { consultant } = useConfig();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = describePage(path, consultant).title;
  }, [path, consultant]);
}
