/**
 * `npm run train -- lines`: fits the model of single lines (line-model.json) to bench/lines. `npm run train --
 * conversations`, and without a word: fits the intents (intent-model.json) and the phrases that tell of what hurts
 * (pain-weights.json) to the training half of the labelled conversations.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../scripts/command-line.ts';
import { trainPains } from '../features/leads/entities/train-pains.ts';
import { accuracyOf, holdOut, trainModel, writerOf } from '../features/leads/intent/train-model.ts';
import { packModel } from '../features/understanding/linear-model.ts';
import { LINE_MODEL_FILE } from '../features/understanding/shipped-line-model.ts';
import { trainLines } from '../features/understanding/train-lines.ts';
import { createSentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';

const LEADS = path.resolve(import.meta.dirname, '../features/leads');
const BENCH = path.resolve(import.meta.dirname, '../../bench');
const CONVERSATIONS = path.join(BENCH, 'leads/train');

const percent = (share: number): string => `${(100 * share).toFixed(1)} % right`;

function train(write: (file: string, learnt: unknown) => void): void {
  // First, since what the intents are learnt from holds the troubles that are read by these.
  const { weights, phrases, tally } = trainPains(CONVERSATIONS);
  write('entities/pain-weights.json', weights);
  process.stdout.write(
    `what hurts: ${phrases} phrases, by file held out: ${tally.found} found, ${tally.wrong} wrong, ` +
      `${tally.missed} missed\n`,
  );
  const { model, heldOut } = trainModel();
  write('intent/intent-model.json', model);
  process.stdout.write(
    `intents: ${heldOut.length} conversations, each held out once: ${percent(accuracyOf(heldOut))}; temperature ` +
      `${model.temperature}\n`,
  );
}

/** Fits what a single line does, asks about, wants and warns of. */
async function fitLineModel(check: boolean): Promise<void> {
  const encoder = createSentenceEncoder();
  try {
    const { model, figures } = await trainLines(BENCH, encoder);
    for (const { label, count, precision, recall } of figures) {
      process.stdout.write(
        `${label.padEnd(28)} ${String(count).padStart(4)} lines, precision ${precision.toFixed(2)}, recall ` +
          `${recall.toFixed(2)}\n`,
      );
    }
    if (!check) writeFileSync(LINE_MODEL_FILE, `${JSON.stringify(packModel(model))}\n`);
  } finally {
    await encoder.close();
  }
}

/** Prints how right the intents are of a writer whose conversations training had not met, for each of them. */
function leaveOneOut(): void {
  const heldOut = holdOut('writer');
  for (const [writer, theirs] of Map.groupBy(heldOut, ({ example }) => writerOf(example))) {
    process.stdout.write(`${writer}: ${theirs.length}, ${percent(accuracyOf(theirs))}\n`);
  }
  process.stdout.write(
    `intents: ${heldOut.length} conversations, each writer held out once: ${percent(accuracyOf(heldOut))}\n`,
  );
}

await runCommand(
  {
    name: 'train',
    about: `Fits what the embedded analysis has learnt (intents, phrases that tell of what hurts) to the labelled
conversations in bench/leads/train, and prints how right it is on those held out. The same conversations
give the same files. It takes some minutes.`,
    words: ['lines', 'conversations'],
    options: {
      check: { type: 'boolean', default: false, about: 'prints the figures and writes nothing' },
      'leave-one-out': {
        type: 'boolean',
        default: false,
        about: 'prints how right the intents are of each writer left out in turn, and writes nothing; some minutes',
      },
    },
    example: 'lines --check',
  },
  async ({ values, words }) => {
    if (words.includes('lines')) await fitLineModel(values.check);
    if (words.length > 0 && !words.includes('conversations')) return;
    if (values['leave-one-out']) leaveOneOut();
    else
      train((file, learnt) => {
        if (!values.check) writeFileSync(path.join(LEADS, file), `${JSON.stringify(learnt)}\n`);
      });
  },
);
