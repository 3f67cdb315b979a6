import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CountedSpan, Range } from '@understudy/contract/admin';
import type { Analytics, Chart } from '@understudy/contract/analytics';
import { EXPORT_FORMATS, type ExportFormat } from '@understudy/contract/export-formats';
import { DropdownMenu } from 'radix-ui';
import {
  createContext,
  type ReactNode,
  type RefCallback,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react';
import type { AdminCalls } from '../../platform/admin-calls.ts';
import { formatWords, progressWords, useDownload } from '../../platform/download.ts';
import { reportError } from '../../platform/report-error.ts';
import { sentenceOf } from '../../platform/sentence-of.ts';
import { t } from '../../platform/texts.ts';
import { cn } from '../../ui/cn.ts';
import { Failure, Loading } from '../../ui/states.tsx';

interface ChartPanelProps<Name extends Chart> {
  chart: Name;
  /** The question that it answers. */
  title: string;
  /** The answer in a sentence. */
  answer: (data: ChartAnswer<Name>['data']) => ReactNode;
  /** Further text below the answer, shown with both the chart and the table. */
  more?: (data: ChartAnswer<Name>['data']) => ReactNode;
  isEmpty: (data: ChartAnswer<Name>['data']) => boolean;
  /** Shown without data: what the chart will contain, and what makes it appear. */
  empty: { title: string; words: ReactNode };
  table: (data: ChartAnswer<Name>['data']) => FigureTable;
  /** Renders the chart. */
  children: (data: ChartAnswer<Name>['data'], span: CountedSpan) => ReactNode;
  className?: string;
}

/** One question: its answer as text, chart and table, with its own loading and error states. */
export function ChartPanel<Name extends Chart>({ chart, title, className, ...kind }: ChartPanelProps<Name>) {
  const query = useChart(chart);
  const [isTable, setTable] = useState(false);
  const id = useId();
  const answer = query.data ?? null;
  const { menu, status } = useChartExport(chart, title, answer?.span ?? null);
  useEffect(() => {
    if (query.error) reportError(query.error, `Failed to read the figures of '${chart}'`);
  }, [query.error, chart]);
  const isFilled = answer !== null && !kind.isEmpty(answer.data);
  return (
    <section aria-labelledby={id} aria-busy={query.isFetching} data-chart={chart} className={cn('chart', className)}>
      <header className="flex items-start justify-between gap-x-4 max-sm:flex-col">
        <h2 id={id} className="min-w-0 pt-1 text-xl">
          {title}
        </h2>
        {isFilled ? (
          <div className="-mr-2 flex shrink-0 max-sm:-ml-2">
            <button
              type="button"
              aria-pressed={isTable}
              className="chart-control"
              onClick={() => setTable((shown) => !shown)}
            >
              {t('analytics.asATable')}
              <span className="sr-only">: {title}</span>
            </button>
            {menu}
          </div>
        ) : null}
      </header>
      {isFilled ? status : null}
      {query.isPending ? <Loading words={t('analytics.counting', { title })} /> : null}
      {query.error && !answer ? (
        <div className="-mx-6 -mb-6">
          <Failure onRetry={() => void query.refetch()}>
            {t('analytics.theseFiguresCouldNotBe', { error: sentenceOf(query.error) })}
          </Failure>
        </div>
      ) : null}
      {answer && !isFilled ? (
        <div className="mt-1 max-w-measure">
          <p>{kind.empty.title}.</p>
          <p className="text-muted-foreground">{kind.empty.words}</p>
        </div>
      ) : null}
      {answer && isFilled ? (
        <div className={cn('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
          <p className="max-w-measure text-muted-foreground tabular-nums">{kind.answer(answer.data)}</p>
          {kind.more?.(answer.data)}
          <div className="mt-4">
            {isTable ? (
              <Figures name={title} table={kind.table(answer.data)} />
            ) : (
              kind.children(answer.data, answer.span)
            )}
          </div>
        </div>
      ) : null}
    </section>
  );
}

/** A chart's figures as a table with its own scrolling, also by keyboard. */
function Figures({ name, table }: { name: string; table: FigureTable }) {
  const label = t('analytics.tableOf', { title: name });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys (WCAG 2.1.1).
    <section tabIndex={0} aria-label={label} className="max-h-112 overflow-auto rounded-sm border">
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-muted">
          <tr>
            {table.columns.map(({ name: column, isFigure }) => (
              <th
                key={column}
                scope="col"
                className={`px-3 py-2 align-bottom font-medium ${isFigure ? 'text-right' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y tabular-nums">
          {table.rows.map(([first = '', ...rest]) => (
            <tr key={first}>
              <th scope="row" className="wrap-anywhere min-w-28 px-3 py-1.5 text-left font-normal">
                {first}
              </th>
              {rest.map((words, index) => (
                <td key={table.columns[index + 1]?.name} className="px-3 py-1.5 text-right sm:whitespace-nowrap">
                  {words}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const menuItem =
  'flex min-h-10 cursor-pointer items-center rounded-sm px-3 outline-none data-[highlighted]:bg-muted ' +
  'data-[highlighted]:outline-2 data-[highlighted]:outline-ring';

/** State of a chart's export: format, progress and result. */
function useChartExport(chart: Chart, title: string, span: CountedSpan | null) {
  const { calls, days } = useAnalysis();
  const { state, start, cancel } = useDownload(calls, 'analytics/export');
  const begin = (format: ExportFormat) => {
    const dates = span ? `-${span.from}-to-${span.to}` : '';
    void start(`analytics-${chart.replaceAll('_', '-')}${dates}`, format, { chart, ...days });
  };
  const menu = (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="chart-control" disabled={state.is === 'running'}>
        {t('analytics.export')}
        <span className="sr-only">: {title}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 min-w-40 rounded-lg border bg-card p-1.5 text-card-foreground text-sm shadow-raised"
        >
          {EXPORT_FORMATS.map((format) => (
            <DropdownMenu.Item key={format} className={menuItem} onSelect={() => begin(format)}>
              {formatWords(format)}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
  const status =
    state.is === 'failed' ? (
      <p role="alert" className="mt-2 text-destructive-text text-sm">
        {t('analytics.theExportFailed', { error: sentenceOf(state.error) })}
      </p>
    ) : (
      <p role="status" className="text-muted-foreground text-sm tabular-nums not-empty:mt-2">
        {progressWords(state)}
        {state.is === 'running' ? (
          <button type="button" className="chart-control ml-3" onClick={cancel}>
            {t('analytics.cancel')}
          </button>
        ) : null}
      </p>
    );
  return { menu, status };
}

/** The requested days: a range up to today, or two days (YYYY-MM-DD, both included). */
export type AskedDays = { range: Range } | { from: string; to: string };

/** Page-level context of every chart. */
interface Analysis {
  calls: Pick<AdminCalls, 'get' | 'open'>;
  days: AskedDays;
}

export const AnalysisContext = createContext<Analysis | null>(null);

/** The value of {@link AnalysisContext}; throws outside of it. */
function useAnalysis(): Analysis {
  const analysis = useContext(AnalysisContext);
  if (!analysis) throw new Error('useAnalysis is used outside AnalysisContext');
  return analysis;
}

/** The answer for one chart. */
interface ChartAnswer<Name extends Chart> {
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

/** A chart's figures as rows of text; the first column names the row. */
export interface FigureTable {
  columns: readonly { name: string; isFigure?: boolean }[];
  rows: readonly (readonly string[])[];
}

/** Columns: the first names the rows, the others hold figures. */
export const columns = (name: string, ...figures: string[]): FigureTable['columns'] => [
  { name },
  ...figures.map((figure) => ({ name: figure, isFigure: true })),
];

/** Placeholder for a missing figure. */
export const NOTHING = '–';

/** Size of a chart and its margins for axes and labels, in pixels. */
export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The width of an element in whole pixels: charts are drawn at this size, so that their text is not scaled. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    setWidth(Math.floor(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

interface Bar {
  key: string;
  name: ReactNode;
  /** The formatted figure. */
  words: string;
  /** Additional information in small print. */
  note?: string | null;
  /** 0 to 1. */
  length: number;
  tone?: 'lead';
}

/** Horizontal bars from a common edge, each with its name above and its figure at the end. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  return (
    <ol className="space-y-2.5">
      {bars.map(({ key, name, words, note, length, tone }) => (
        <li key={key}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="wrap-anywhere min-w-0 leading-snug">{name}</span>
            <span className="shrink-0 text-right tabular-nums">
              {note ? <span className="mr-3 text-muted-foreground text-sm">{note}</span> : null}
              {words}
            </span>
          </div>
          <div aria-hidden className="bar-track mt-1">
            <div
              className="bar"
              data-tone={tone}
              style={{ inlineSize: `${Math.max(0, Math.min(1, length)) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}
