import { Outlet } from '@tanstack/react-router';
import { OfflineScreen } from './offline-screen.tsx';
import { usePageTitle } from './page-title.ts';

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
