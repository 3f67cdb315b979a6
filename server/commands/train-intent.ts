/**
 * `npm run train`: fits the intent classifier to the training half and writes intent-model.json. The same examples give
 * the same file. With `--check` nothing is written.
 */
import { writeFileSync } from 'node:fs';
import { accuracyOf, trainModel } from '../features/leads/intent/train-model.ts';

const MODEL_FILE = new URL('../features/leads/intent/intent-model.json', import.meta.url);

const { model, heldOut } = trainModel();
if (!process.argv.includes('--check')) writeFileSync(MODEL_FILE, `${JSON.stringify(model)}\n`);
process.stdout.write(
  `${heldOut.length} conversations, each held out once: ${(100 * accuracyOf(heldOut)).toFixed(1)} % right; temperature ${model.temperature}\n`,
);
