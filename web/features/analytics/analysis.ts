import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CountedSpan, Range } from '@understudy/contract/admin';
import type { Analytics, Chart } from '@understudy/contract/analytics';
import { createContext, useContext } from 'react';
import type { DownloadSource } from '../../platform/download/download.ts';

/** Calls of `/api/admin`, each by its path after that; handed in, since it is the page that knows who is signed in. */
export interface AnalyticsCalls extends DownloadSource {
  get<Answer>(path: string, params?: Record<string, string>, signal?: AbortSignal): Promise<Answer>;
}

/** The days that are asked for: a range up to today, or from one day to another (YYYY-MM-DD, both included). */
export type AskedDays = { range: Range } | { from: string; to: string };

/** What every chart needs of the page that it stands on. */
export interface Analysis {
  calls: AnalyticsCalls;
  days: AskedDays;
}

export const AnalysisContext = createContext<Analysis | null>(null);

/** What {@link AnalysisContext} holds; throws outside of it. */
export function useAnalysis(): Analysis {
  const analysis = useContext(AnalysisContext);
  if (!analysis) throw new Error('useAnalysis is used outside AnalysisContext');
  return analysis;
}

/** The answer to one chart's question. */
export interface ChartAnswer<Name extends Chart> {
  span: CountedSpan;
  data: NonNullable<Analytics[Name]>;
}

/** Figures of days that are over hardly change, and a chart is looked at for a while. */
const FRESH_MS = 60_000;

/**
 * One chart's figures. Each asks for itself, so that none waits for another. While those of other days are on their way
 * the older ones stay, told by `isPlaceholderData`.
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
