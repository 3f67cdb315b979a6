/**
 * `npm run train`: fits what the embedded analysis has learnt to the training half of the labelled conversations: the
 * intents (intent-model.json) and the phrases that tell of what hurts (pain-weights.json). The same conversations give the
 * same files. With `--check` nothing is written.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { trainPains } from '../features/leads/entities/train-pains.ts';
import { accuracyOf, trainModel } from '../features/leads/intent/train-model.ts';

const LEADS = path.resolve(import.meta.dirname, '../features/leads');
const CONVERSATIONS = path.resolve(import.meta.dirname, '../../bench/leads/train');

function write(file: string, learnt: unknown): void {
  if (!process.argv.includes('--check')) writeFileSync(path.join(LEADS, file), `${JSON.stringify(learnt)}\n`);
}

const { model, heldOut } = trainModel();
write('intent/intent-model.json', model);
const right = (100 * accuracyOf(heldOut)).toFixed(1);
process.stdout.write(
  `intents: ${heldOut.length} conversations, each held out once: ${right} % right; temperature ${model.temperature}\n`,
);
const { weights, phrases, tally } = trainPains(CONVERSATIONS);
write('entities/pain-weights.json', weights);
process.stdout.write(
  `what hurts: ${phrases} phrases, by file held out: ${tally.found} found, ${tally.wrong} wrong, ${tally.missed} missed\n`,
);
