import { useRouterState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the pages of a list begin that lead to this one, the first as null. */
    trail?: (string | null)[];
    /** The address of the dashboard from which a session was opened. */
    from?: Record<string, string>;
  }
}

/**
 * The pages of a list that lead to this one. A list that is read by keys knows only its next page; those before it are
 * kept with the entry of the browser's history, and so outlive a reload.
 */
export function usePageStack(): (string | null)[] {
  return useRouterState({ select: ({ location }) => location.state.trail }) ?? NONE;
}

const NONE: (string | null)[] = [];
