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
