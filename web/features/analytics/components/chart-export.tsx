import type { CountedSpan } from '@understudy/contract/admin';
import { EXPORT_FORMATS, type ExportFormat } from '@understudy/contract/admin';
import type { Chart } from '@understudy/contract/analytics';
import { DropdownMenu } from 'radix-ui';
import { FORMAT_WORDS, sizeWords, useDownload } from '../../../platform/download.ts';
import { serverSentence } from '../../../platform/http.ts';
import { counted } from '../../../ui/numbers.ts';
import { useAnalysis } from '../analysis.ts';

const item =
  'flex min-h-10 cursor-pointer items-center rounded-sm px-3 outline-none data-[highlighted]:bg-muted ' +
  'data-[highlighted]:outline-2 data-[highlighted]:outline-ring';

/** State of a chart's export: format, progress and result. */
export function useChartExport(chart: Chart, title: string, span: CountedSpan | null) {
  const { calls, days } = useAnalysis();
  const { state, start, cancel } = useDownload(calls, 'analytics/export');
  const begin = (format: ExportFormat) => {
    const dates = span ? `-${span.from}-to-${span.to}` : '';
    void start(`analytics-${chart.replaceAll('_', '-')}${dates}`, format, { chart, ...days });
  };
  const menu = (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="chart-control" disabled={state.is === 'running'}>
        Export<span className="sr-only">: {title}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 min-w-40 rounded-lg border bg-card p-1.5 text-card-foreground text-sm shadow-raised"
        >
          {EXPORT_FORMATS.map((format) => (
            <DropdownMenu.Item key={format} className={item} onSelect={() => begin(format)}>
              {FORMAT_WORDS[format]}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
  const status =
    state.is === 'failed' ? (
      <p role="alert" className="mt-2 text-destructive-text text-sm">
        The export failed: {serverSentence(state.error, 'the server cannot be reached.')}
      </p>
    ) : (
      <p role="status" className="text-muted-foreground text-sm tabular-nums not-empty:mt-2">
        {state.is === 'idle'
          ? null
          : `${state.is === 'done' ? 'Saved: ' : ''}${counted(state.rows, 'row')}, ${sizeWords(state.bytes)}`}
        {state.is === 'running' ? (
          <button type="button" className="chart-control ml-3" onClick={cancel}>
            Cancel
          </button>
        ) : null}
      </p>
    );
  return { menu, status };
}
