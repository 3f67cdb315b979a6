import { type Confusion, type Figures, ratesOf } from './measure.ts';

const percent = (share: number | null): string => (share === null ? 'not labelled' : `${(share * 100).toFixed(1)} %`);
const decimal = (value: number | null): string => (value === null ? 'not labelled' : value.toFixed(3));

/** Formats rows as a text table: the first column left-aligned, the others right-aligned. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats a table of labels by predictions, without names that do not occur. */
function confusionRows<Name extends string>(table: Confusion<Name>): string[] {
  const names = Object.keys(table) as Name[];
  const used = names.filter(
    (name) => Object.keys(table[name]).length > 0 || names.some((other) => table[other][name] !== undefined),
  );
  return aligned([
    ['labelled, below; taken for, across', ...used],
    ...used.map((name) => [name, ...used.map((other) => String(table[name][other] ?? '.'))]),
  ]);
}

/** Formats the figures for a terminal. @returns lines */
export function tableOf(figures: Figures): string[] {
  const { adversarial } = figures;
  return [
    ...aligned([
      ['conversations', String(figures.conversations)],
      ['intent accuracy', percent(figures.intentAccuracy)],
      ['intent macro-F1', decimal(figures.macroF1)],
      ['tier accuracy', percent(figures.tierAccuracy)],
      ['score in range', percent(figures.scoreInRange)],
      ['ROC area, hot against the rest', decimal(figures.rocArea)],
      [
        'adversarial cases passed',
        adversarial.of === 0 ? 'none labelled' : `${adversarial.passed} of ${adversarial.of}`,
      ],
    ]),
    ...(adversarial.failed.length > 0 ? [`not passed: ${adversarial.failed.join(', ')}`] : []),
    '',
    ...aligned([
      ['field', 'precision', 'recall', 'F1', 'right', 'wrong', 'missed'],
      ...figures.fields.map((field) => {
        const { precision, recall, f1 } = ratesOf(field);
        const counts = [field.right, field.wrong, field.missed].map(String);
        return [field.field, precision.toFixed(3), recall.toFixed(3), f1.toFixed(3), ...counts];
      }),
    ]),
    '',
    ...confusionRows(figures.intents),
    '',
    ...confusionRows(figures.tiers),
  ];
}
