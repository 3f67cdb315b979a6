import { useEffect } from 'react';
import { reportError } from '../platform/report-error.ts';
import { Button } from '../ui/button.tsx';

/** The global fallback (sections 2 and 8): the page cannot be shown, with two ways out. */
export function ErrorScreen({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  useEffect(() => reportError(error, 'page failed'), [error]);
  return (
    <main id="content" className="stage grid min-h-dvh place-items-center px-6 py-16">
      <div role="alert" className="max-w-xl">
        <h1 className="text-4xl">Something went wrong</h1>
        <p className="mt-4 text-lg text-muted-foreground">
          We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={onTryAgain}>Try Again</Button>
          <Button variant="outline" onClick={() => window.location.reload()}>
            Reload Page
          </Button>
        </div>
      </div>
    </main>
  );
}
