import { useRouterState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Cursors of the pages before this one, null for the first. */
    trail?: (string | null)[];
    /** The dashboard address from which a session was opened. */
    from?: Record<string, string>;
  }
}

/**
 * The pages before the current one. A list with keyset pagination knows only its next page; the previous ones are
 * stored in the browser's history entry and so survive a reload.
 */
export function usePageStack(): (string | null)[] {
  return useRouterState({ select: ({ location }) => location.state.trail }) ?? NONE;
}

const NONE: (string | null)[] = [];
