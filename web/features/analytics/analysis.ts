import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CountedSpan, Range } from '@understudy/contract/admin';
import type { Analytics, Chart } from '@understudy/contract/analytics';
import { createContext, useContext } from 'react';
import type { DownloadSource } from '../../platform/download.ts';

/** Calls of `/api/admin` by relative path. Passed in by the page, which knows who is signed in. */
export interface AnalyticsCalls extends DownloadSource {
  get<Answer>(path: string, params?: Record<string, string>, signal?: AbortSignal): Promise<Answer>;
}

/** The requested days: a range up to today, or two days (YYYY-MM-DD, both included). */
export type AskedDays = { range: Range } | { from: string; to: string };

/** Page-level context of every chart. */
export interface Analysis {
  calls: AnalyticsCalls;
  days: AskedDays;
}

export const AnalysisContext = createContext<Analysis | null>(null);

/** The value of {@link AnalysisContext}; throws outside of it. */
export function useAnalysis(): Analysis {
  const analysis = useContext(AnalysisContext);
  if (!analysis) throw new Error('useAnalysis is used outside AnalysisContext');
  return analysis;
}

/** The answer for one chart. */
export interface ChartAnswer<Name extends Chart> {
  span: CountedSpan;
  data: NonNullable<Analytics[Name]>;
}

/** Figures of past days hardly change, and readers look at a chart for a while. */
const FRESH_MS = 60_000;

/**
 * One chart's figures. Each chart has its own query, so that none waits for another. While the figures of other days
 * are loading, the old ones stay, marked by `isPlaceholderData`.
 */
export function useChart<Name extends Chart>(chart: Name) {
  const { calls, days } = useAnalysis();
  return useQuery({
    queryKey: ['analytics', chart, days],
    queryFn: async ({ signal }): Promise<ChartAnswer<Name>> => {
      const answer = await calls.get<Analytics>('analytics', { chart, ...days }, signal);
      const data = answer[chart];
      if (data === undefined) throw new Error('The server gave an answer that cannot be read.');
      return { span: answer.span, data };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}
