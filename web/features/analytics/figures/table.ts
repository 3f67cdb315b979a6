/** A chart's figures as words in rows; the first column names its row. */
export interface FigureTable {
  columns: readonly { name: string; isFigure?: boolean }[];
  rows: readonly (readonly string[])[];
}

/** Columns: the first names the rows, the others hold figures. */
export const columns = (name: string, ...figures: string[]): FigureTable['columns'] => [
  { name },
  ...figures.map((figure) => ({ name: figure, isFigure: true })),
];

/** What stands where there is no figure. */
export const NOTHING = '–';
