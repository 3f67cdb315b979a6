import { Outlet, useRouterState } from '@tanstack/react-router';
import { describePage } from '@understudy/contract/pages';
import { useEffect } from 'react';
import { useConfig } from '../platform/config.ts';
import { OfflineScreen } from './offline-screen.tsx';

/** Wraps every page: the skip link for keyboard users, and the offline screen. */
export function RootLayout() {
  usePageTitle();
  return (
    <OfflineScreen>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the content
      </a>
      <Outlet />
    </OfflineScreen>
  );
}

/** Keeps the document title in sync with the page, which is also how a screen reader announces a new page. */
function usePageTitle(): void {
  const { consultant } = useConfig();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = describePage(path, consultant).title;
  }, [path, consultant]);
}
