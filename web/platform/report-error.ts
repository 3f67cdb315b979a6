import { Component, createElement, type FunctionComponent, type ReactNode } from 'react';

/** The error reporter of section 2: it only logs to the visitor's own console. No report leaves the browser. */
export function reportError(error: unknown, context: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may, since errors are reported to the console.
  console.error(`[understudy] ${context}`, error);
}

/** Logs a request for a page that does not exist (section 2: the missing path is logged). */
export function reportMissingPath(path: string): void {
  // biome-ignore lint/suspicious/noConsole: as above; a warning, since nothing of ours broke.
  console.warn(`[understudy] 404: no page at ${path}`);
}

/** Reports uncaught errors. Returns a function that stops it. */
export function reportUncaught(target: Window): () => void {
  const onError = (event: ErrorEvent) => reportError(event.error ?? event.message, 'uncaught error');
  const onRejection = (event: PromiseRejectionEvent) => reportError(event.reason, 'unhandled rejection');
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}

/** A screen for an error; `onTryAgain` renders the same children again. */
type ErrorScreen = FunctionComponent<{ error: unknown; onTryAgain: () => void }>;

interface Caught {
  failure?: { error: unknown } | undefined;
}

/** Shows a screen in place of children that throw. The screen reports the error. */
export class ErrorBoundary extends Component<{ screen: ErrorScreen; children: ReactNode }, Caught> {
  override state: Caught = {};

  static getDerivedStateFromError(error: unknown): Caught {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return createElement(this.props.screen, { ...failure, onTryAgain: () => this.setState({ failure: undefined }) });
  }
}
