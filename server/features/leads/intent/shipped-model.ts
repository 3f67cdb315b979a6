import { readFileSync } from 'node:fs';
import type { IntentModel } from './model.ts';

const written: IntentModel & { units: number[] } = JSON.parse(
  readFileSync(new URL('./intent-model.json', import.meta.url), 'utf8'),
);

/** The model that the product ships, as `npm run train` wrote it. */
export const INTENT_MODEL: IntentModel = { ...written, units: Float32Array.from(written.units) };
