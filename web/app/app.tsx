import { RouterProvider } from '@tanstack/react-router';
import type { PublicConfig } from '@understudy/contract/wire';
import { Component, type ReactNode } from 'react';
import { ConfigProvider } from '../platform/config.ts';
import { ErrorScreen } from './error-screen.tsx';
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

interface State {
  error: unknown;
  failed: boolean;
}

/** Catches errors that pages do not handle. 'Try Again' renders the same children again. */
class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorScreen error={this.state.error} onTryAgain={() => this.setState({ error: null, failed: false })} />;
  }
}
