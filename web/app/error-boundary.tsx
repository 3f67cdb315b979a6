import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface State {
  error: unknown;
  failed: boolean;
}

/** Catches errors that pages do not handle. 'Try Again' renders the same children again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorScreen error={this.state.error} onTryAgain={() => this.setState({ error: null, failed: false })} />;
  }
}
