import type { CountedSpan } from '@understudy/contract/admin';
import type { Chart } from '@understudy/contract/analytics';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { reportError } from '../../../platform/report-error.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { cn } from '../../../ui/cn.ts';
import { Failure, Loading } from '../../../ui/states.tsx';
import { type ChartAnswer, useChart } from '../analysis.ts';
import type { FigureTable } from '../figures/table.ts';
import { useChartExport } from './chart-export.tsx';

export interface ChartPanelProps<Name extends Chart> {
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
              As a table<span className="sr-only">: {title}</span>
            </button>
            {menu}
          </div>
        ) : null}
      </header>
      {isFilled ? status : null}
      {query.isPending ? <Loading words={`Counting: ${title}`} /> : null}
      {query.error && !answer ? (
        <div className="-mx-6 -mb-6">
          <Failure onRetry={() => void query.refetch()}>
            These figures could not be read: {sentenceOf(query.error)}
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys (WCAG 2.1.1).
    <section tabIndex={0} aria-label={`${name} As a table`} className="max-h-112 overflow-auto rounded-sm border">
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
