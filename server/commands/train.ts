/**
 * `npm run train`: fits what the embedded analysis has learnt to the training half of the labelled conversations: the
 * intents (intent-model.json) and the phrases that tell of what hurts (pain-weights.json).
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../scripts/command-line.ts';
import { trainPains } from '../features/leads/entities/train-pains.ts';
import { accuracyOf, trainModel } from '../features/leads/intent/train-model.ts';

const LEADS = path.resolve(import.meta.dirname, '../features/leads');
const CONVERSATIONS = path.resolve(import.meta.dirname, '../../bench/leads/train');

function train(write: (file: string, learnt: unknown) => void): void {
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
}

await runCommand(
  {
    name: 'train',
    about: `Fits what the embedded analysis has learnt (intents, phrases that tell of what hurts) to the labelled
conversations in bench/leads/train, and prints how right it is on those held out. The same conversations
give the same files. It takes a minute or so.`,
    options: { check: { type: 'boolean', default: false, about: 'prints the figures and writes nothing' } },
    example: '--check',
  },
  ({ values: { check } }) => {
    train((file, learnt) => {
      if (!check) writeFileSync(path.join(LEADS, file), `${JSON.stringify(learnt)}\n`);
    });
  },
);
