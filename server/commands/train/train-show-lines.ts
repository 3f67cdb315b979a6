import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
  LINE_KIND_FIT,
  LINE_KINDS,
  type LineKind,
  lineKindFeatures,
  lineKindOf,
} from '../../features/show/line-kinds.ts';
import { type Example, fitLinear, type LinearModel, withConsultant } from '../../features/understanding/index.ts';
import { encodeAll } from '../../providers/embedder/encoder/encode-all.ts';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { readRows, trainingNames } from './examples.ts';

/** A labelled line of `bench/show-lines`. */
export interface ShowLineRow {
  text: string;
  kind: Exclude<LineKind, 'asks_work'>;
  /** Asks about the consultant's work. */
  business: boolean;
}

/** The label of a row. */
export const labelOf = ({ kind, business }: ShowLineRow): LineKind =>
  kind === 'asks' && business ? 'asks_work' : kind;

/** A writer's lines, and how many a model that was fitted to the others' reads as labelled. */
interface WriterFigures {
  writer: string;
  count: number;
  right: number;
}

/**
 * Fits what a line does in a show to the labelled lines, but for those of `test.jsonl`.
 *
 * @param bench the folder `bench`
 * @returns the model, and how good it is on each writer left out in turn
 */
export async function trainShowLines(
  bench: string,
  encoder: SentenceEncoder,
): Promise<{ model: LinearModel; figures: WriterFigures[] }> {
  const folder = path.join(bench, 'show-lines');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== 'test.jsonl');
  const rows = files.flatMap((file) =>
    readRows<ShowLineRow>(path.join(folder, file)).map((row) => ({ ...row, writer: file })),
  );
  const vectors = await encodeAll(
    encoder,
    rows.map(({ text }) => text),
  );
  const names = trainingNames();
  const lines = rows.map((row) => {
    const line = { plain: withConsultant(row.text, names), vector: vectors.get(row.text) ?? null };
    return { ...row, line, label: labelOf(row) };
  });
  const fit = (some: typeof lines) =>
    fitLinear(
      'exclusive',
      some.map(({ line, label }): Example => ({ ...lineKindFeatures(line), labels: new Set([label]) })),
      LINE_KINDS,
      LINE_KIND_FIT,
    );
  return {
    model: fit(lines),
    figures: files.map((writer) => {
      const model = fit(lines.filter((line) => line.writer !== writer));
      const own = lines.filter((line) => line.writer === writer);
      return {
        writer,
        count: own.length,
        right: own.filter((one) => lineKindOf(one.line, model).kind === one.label).length,
      };
    }),
  };
}
