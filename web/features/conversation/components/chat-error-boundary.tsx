import { Component, type ReactNode } from 'react';
import { reportError } from '../../../platform/report-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Collapsible } from '../../../ui/collapsible.tsx';

interface State {
  error: unknown;
  failed: boolean;
}

/** Error fallback of the chat (sections 2 and 8). 'Try Again' remounts the screen, which resumes the conversation. */
export class ChatErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportError(error, 'chat screen failed');
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    return (
      <main id="content" className="stage grid min-h-dvh place-items-center px-6 py-16">
        <div role="alert" className="w-full max-w-xl">
          <h1 className="text-4xl">Something went wrong</h1>
          <p className="mt-4 text-lg text-muted-foreground">
            We encountered an unexpected error. Please try refreshing the page.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button onClick={() => window.location.reload()}>Refresh Page</Button>
            <Button variant="outline" onClick={() => this.setState({ error: null, failed: false })}>
              Try Again
            </Button>
          </div>
          <Collapsible summary="Error details" className="mt-8 border-t">
            <pre className="overflow-x-auto whitespace-pre-wrap break-words pb-4 text-muted-foreground text-sm">
              {error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
            </pre>
          </Collapsible>
        </div>
      </main>
    );
  }
}
