import type { LatencyRow } from '@understudy/contract/analytics';
import { counted } from '../../../ui/numbers.ts';
import { ChartPanel } from '../components/chart-panel.tsx';
import { durationScale, latencyTable, latencyWords, orderedRows, PERCENTILES } from '../figures/latency.ts';
import { durationWords, STAGE_WORDS } from '../words.ts';
import './latency.css';

/** How fast the twin answers, by stage and provider. */
export function Latency({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="latency"
      title="How fast does the twin answer?"
      className={className}
      answer={latencyWords}
      isEmpty={(rows) => rows.length === 0}
      empty={{
        title: 'No reply was measured in these days',
        words:
          'How long replies take is measured with each turn, and in spoken conversations from the end of the ' +
          'visitor’s speech on.',
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
        {PERCENTILES.map(({ key, words }) => (
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
              <span className="wrap-anywhere block">{STAGE_WORDS[row.stage]}</span>
              <span className="wrap-anywhere text-muted-foreground text-sm tabular-nums">
                {row.provider}, {counted(row.times, 'time')}
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
              {PERCENTILES.map(({ key }) => (
                <span
                  key={key}
                  className="latency-mark"
                  data-mark={key}
                  style={{ insetInlineStart: `${place(row[key])}%` }}
                />
              ))}
            </div>
            {PERCENTILES.map(({ key, words }) => (
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
