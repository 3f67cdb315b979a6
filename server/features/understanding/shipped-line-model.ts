import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type LinearModel, unpackModel } from './linear-model.ts';

/** Where `npm run train -- lines` writes the model. */
export const LINE_MODEL_FILE = path.join(import.meta.dirname, 'line-model.json');

let shipped: LinearModel | undefined;

/** The fitted model that ships with the product; read once. */
export function shippedLineModel(): LinearModel {
  shipped ??= unpackModel(JSON.parse(readFileSync(LINE_MODEL_FILE, 'utf8')));
  return shipped;
}
