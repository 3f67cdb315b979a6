import type { FigureTable } from '../figures/table.ts';

/** A chart's figures as a table with its own scrolling, also by keyboard. */
export function Figures({ name, table }: { name: string; table: FigureTable }) {
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
