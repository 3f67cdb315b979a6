import { readFileSync } from 'node:fs';
import type { IntentModel } from './model.ts';

/** The model that the product ships, as `npm run train` wrote it. */
export const INTENT_MODEL: IntentModel = JSON.parse(
  readFileSync(new URL('./intent-model.json', import.meta.url), 'utf8'),
);
