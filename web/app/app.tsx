import { RouterProvider } from '@tanstack/react-router';
import type { PublicConfig } from '@understudy/contract/wire';
import { ConfigProvider } from '../platform/config.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import type { createAppRouter } from './router.tsx';

/** The app for one config. Pages bring what only they need (a query cache, toasts). */
export function App({ config, router }: { config: PublicConfig; router: ReturnType<typeof createAppRouter> }) {
  return (
    <ErrorBoundary>
      <ConfigProvider value={config}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </ErrorBoundary>
  );
}
