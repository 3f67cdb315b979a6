import { LATENCY_STAGES, type LatencyRow } from '@understudy/contract/analytics';
import { max, min } from 'd3-array';
import { scaleLog } from 'd3-scale';
import { numberWords } from '../../../ui/numbers.ts';
import { durationWords, STAGE_WORDS } from '../words.ts';
import { columns, type FigureTable } from './table.ts';

/** Labels of the percentiles. */
export const PERCENTILES = [
  { key: 'p50_ms', words: 'Half within' },
  { key: 'p90_ms', words: '9 in 10 within' },
  { key: 'p99_ms', words: '99 in 100 within' },
] as const;

/** In order of the stages; within a stage, the most used provider first. */
export const orderedRows = (rows: readonly LatencyRow[]): LatencyRow[] =>
  rows.toSorted(
    (one, other) => LATENCY_STAGES.indexOf(one.stage) - LATENCY_STAGES.indexOf(other.stage) || other.times - one.times,
  );

/** Based on the most frequent wait: the whole reply at the most used provider. */
export function latencyWords(rows: readonly LatencyRow[]): string {
  const [first] = orderedRows(rows);
  if (!first) return '';
  const what = first.stage === 'reply' ? 'replies' : `times the stage ‘${STAGE_WORDS[first.stage].toLowerCase()}’`;
  return (
    `Half of the ${what} by ${first.provider} took at most ${durationWords(first.p50_ms)}, nine in ten at most ` +
    `${durationWords(first.p90_ms)}.`
  );
}

export const latencyTable = (rows: readonly LatencyRow[]): FigureTable => ({
  columns: columns('Stage and provider', 'Times', ...PERCENTILES.map(({ words }) => words)),
  rows: orderedRows(rows).map((row) => [
    `${STAGE_WORDS[row.stage]}, ${row.provider}`,
    numberWords(row.times),
    ...PERCENTILES.map(({ key }) => durationWords(row[key])),
  ]),
});

/** Maps durations to 0 to 100 on a logarithmic scale, since they differ widely. */
export function durationScale(rows: readonly LatencyRow[]) {
  const shortest = Math.max(1, min(rows, (row) => row.p50_ms) ?? 1);
  const longest = Math.max(shortest * 2, max(rows, (row) => row.p99_ms) ?? 1);
  const low = 10 ** Math.floor(Math.log10(shortest));
  const high = 10 ** Math.ceil(Math.log10(longest));
  const scale = scaleLog([low, high], [0, 100]).clamp(true);
  const ticks: { ms: number; at: number }[] = [];
  for (let ms = low; ms <= high; ms *= 10) ticks.push({ ms, at: scale(ms) });
  return { place: (ms: number) => scale(Math.max(1, ms)), ticks };
}
