import { ChartPanel } from '../components/chart-panel.tsx';
import { funnelRows, funnelTable, funnelWords } from '../figures/funnel.ts';
import { Bars } from './bars.tsx';

/** How far visitors get; each step with its share of the step it belongs to. */
export function Funnel({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="funnel"
      title="How far do visitors get?"
      className={className}
      answer={funnelWords}
      isEmpty={(steps) => steps.every(({ count }) => !count)}
      empty={{
        title: 'Nobody has come yet in these days',
        words: 'From opening the page to a next step: each visitor counts here as far as they got.',
      }}
      table={funnelTable}
    >
      {(steps) => (
        <Bars
          bars={funnelRows(steps).map(({ step, name, words, rate, length, count }) => ({
            key: step,
            name,
            words: count === null ? '' : words,
            note: count === null ? words : rate,
            length,
            ...(step === 'cta' || step === 'booked' ? { tone: 'lead' as const } : {}),
          }))}
        />
      )}
    </ChartPanel>
  );
}
