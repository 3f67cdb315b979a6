import { LATENCY_STAGES, type LatencyRow } from '@understudy/contract/analytics';
import { max, min } from 'd3-array';
import { scaleLog } from 'd3-scale';
import { t } from '../../../platform/texts.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { ChartPanel, columns, type FigureTable } from '../chart-panel.tsx';
import { durationWords, stageWords } from '../words.ts';
import './latency.css';

/** How fast the twin answers, by stage and provider. */
export function Latency({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="latency"
      title={t('analytics.howFastDoesTheTwin')}
      className={className}
      answer={latencyWords}
      isEmpty={(rows) => rows.length === 0}
      empty={{
        title: t('analytics.noReplyWasMeasuredIn'),
        words: t('analytics.howLongRepliesTakeIs'),
      }}
      table={latencyTable}
    >
      {(rows) => <Spans rows={rows} />}
    </ChartPanel>
  );
}

/** The span from the median to the 99th percentile, on a logarithmic scale with a tick per power of ten. */
function Spans({ rows }: { rows: readonly LatencyRow[] }) {
  const { place, ticks } = durationScale(rows);
  return (
    <div className="latency">
      <div aria-hidden className="latency-row text-muted-foreground text-sm max-sm:hidden">
        <span />
        <span />
        {percentiles().map(({ key, words }) => (
          <span key={key} className="flex items-center justify-end gap-1.5 text-right leading-tight">
            <span className="latency-mark static" data-mark={key} />
            {words}
          </span>
        ))}
      </div>
      <ul>
        {orderedRows(rows).map((row) => (
          <li key={`${row.stage}-${row.provider}`} className="latency-row border-t py-2.5">
            <p className="min-w-0 leading-snug">
              <span className="wrap-anywhere block">{stageWords()[row.stage]}</span>
              <span className="wrap-anywhere text-muted-foreground text-sm tabular-nums">
                {t('analytics.providerTimes', { provider: row.provider, times: row.times })}
              </span>
            </p>
            <div aria-hidden className="latency-track">
              {ticks.map(({ ms, at }) => (
                <span key={ms} className="latency-tick" style={{ insetInlineStart: `${at}%` }} />
              ))}
              <span
                className="latency-span"
                style={{
                  insetInlineStart: `${place(row.p50_ms)}%`,
                  inlineSize: `${place(row.p99_ms) - place(row.p50_ms)}%`,
                }}
              />
              {percentiles().map(({ key }) => (
                <span
                  key={key}
                  className="latency-mark"
                  data-mark={key}
                  style={{ insetInlineStart: `${place(row[key])}%` }}
                />
              ))}
            </div>
            {percentiles().map(({ key, words }) => (
              <p key={key} className="text-right tabular-nums max-sm:text-left">
                <span className="sr-only max-sm:not-sr-only max-sm:block max-sm:text-muted-foreground max-sm:text-sm">
                  {words}{' '}
                </span>
                {durationWords(row[key])}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <div aria-hidden className="latency-row latency-scale text-muted-foreground text-sm">
        <span className="max-sm:hidden" />
        <div className="relative h-6">
          {ticks.map(({ ms, at }) => (
            <span key={ms} className="latency-tick-words" style={{ insetInlineStart: `${at}%` }}>
              {durationWords(ms)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Labels of the percentiles. */
const percentiles = () =>
  [
    { key: 'p50_ms', words: 'p50' },
    { key: 'p90_ms', words: 'p90' },
    { key: 'p99_ms', words: 'p99' },
  ] as const;

/** In order of the stages; within a stage, the most used provider first. */
const orderedRows = (rows: readonly LatencyRow[]): LatencyRow[] =>
  rows.toSorted(
    (one, other) => LATENCY_STAGES.indexOf(one.stage) - LATENCY_STAGES.indexOf(other.stage) || other.times - one.times,
  );

/** Based on the most frequent wait: the whole reply at the most used provider. */
export function latencyWords(rows: readonly LatencyRow[]): string {
  const [first] = orderedRows(rows);
  if (!first) return '';
  const { stage, provider } = first;
  const times = { provider, half: durationWords(first.p50_ms), most: durationWords(first.p90_ms) };
  return stage === 'reply'
    ? t('analytics.repliesTook', times)
    : t('analytics.stageTook', { ...times, stage: stageWords()[stage] });
}

export const latencyTable = (rows: readonly LatencyRow[]): FigureTable => ({
  columns: columns(t('analytics.stageAndProvider'), t('analytics.times'), ...percentiles().map(({ words }) => words)),
  rows: orderedRows(rows).map((row) => [
    `${stageWords()[row.stage]}, ${row.provider}`,
    numberWords(row.times),
    ...percentiles().map(({ key }) => durationWords(row[key])),
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
