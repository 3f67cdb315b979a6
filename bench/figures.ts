/** The value below which the given part (0 to 1) of the sorted values lies. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** @returns NaN of nothing */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Three figures where that says something, thousands apart. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Prints a table as Markdown, so that it can be published as it is. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  console.log(`\n${title}\n`);
  for (const text of [line(head), rule, ...rows.map(line)]) console.log(text);
}

/** Says how much of the machine was busy with other programs, where that was enough to spoil the figures. */
export function noteOthers(processors: readonly number[]): void {
  const most = Math.max(...processors);
  if (most < 0.1) return;
  console.log(
    `\nOther programs kept up to ${figure(most)} processors busy meanwhile: read ratios and CPU, not speeds.`,
  );
}
