import type { Analytics, Chart } from '@understudy/contract/analytics';
import type { PriceSettings } from '@understudy/contract/settings';
import type { Pool } from 'pg';
import type { DateRange } from '../dashboard/index.ts';
import { readCalibration } from './calibration.ts';
import { readFunnel, readHours, readLatency, readOverTime, readScores, readTerms } from './charts.ts';
import { readCost } from './cost.ts';
import { readQuestions } from './questions.ts';

/** Everything that reading a chart needs. */
export interface ChartSource {
  pool: Pool;
  span: DateRange;
  prices: PriceSettings;
  /** The title of the passage in the current knowledge that answers a question; null for none. */
  answerNow: (question: string) => Promise<string | null>;
}

const READ: { [Name in Chart]: (source: ChartSource) => Promise<NonNullable<Analytics[Name]>> } = {
  over_time: ({ pool, span }) => readOverTime(pool, span),
  funnel: ({ pool, span }) => readFunnel(pool, span),
  scores: ({ pool, span }) => readScores(pool, span),
  calibration: ({ pool, span }) => readCalibration(pool, span),
  pains: ({ pool, span }) => readTerms(pool, 'pain', span),
  topics: ({ pool, span }) => readTerms(pool, 'topic', span),
  unanswered: ({ pool, span, answerNow }) => readQuestions(pool, span, answerNow),
  latency: ({ pool, span }) => readLatency(pool, span),
  cost: ({ pool, span, prices }) => readCost(pool, span, prices),
  hours: ({ pool, span }) => readHours(pool, span),
};

/** Reads one chart. */
export function readChart<Name extends Chart>(name: Name, source: ChartSource): Promise<NonNullable<Analytics[Name]>> {
  return READ[name](source);
}

/** Reads the requested charts one after the other, because visitors share the two cores. */
export async function readAnalytics(charts: readonly Chart[], source: ChartSource): Promise<Analytics> {
  const { start: _start, end: _end, ...span } = source.span;
  const analytics: Analytics = { span };
  for (const name of charts) Object.assign(analytics, { [name]: await readChart(name, source) });
  return analytics;
}
