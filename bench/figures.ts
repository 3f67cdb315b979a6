/** The quantile of sorted values for a fraction from 0 to 1. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** @returns NaN for an empty list */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Three significant digits where useful, with thousands separators. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Prints a table as Markdown, ready to publish. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  // The first column holds words, the others figures.
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const dashes = (width: number, column: number) =>
    column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`;
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(' | ')} |`;
  const rule = `|${widths.map(dashes).join('|')}|`;
  console.log(`\n${title}\n`);
  for (const text of [line(head), rule, ...rows.map(line)]) console.log(text);
}

/** Reports how much of the machine other programs used, if that was enough to distort the figures. */
export function noteOthers(processors: readonly number[]): void {
  const most = Math.max(...processors);
  if (most < 0.1) return;
  console.log(
    `\nOther programs kept up to ${figure(most)} processors busy meanwhile: read ratios and CPU, not speeds.`,
  );
}
