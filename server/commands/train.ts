/**
 * `npm run train -- lines`: fits the model of single lines (line-model.json) to bench/lines; `-- intents` the intent of a
 * conversation (intent-model.json) to everything under bench that is labelled for training; `-- answers` which passage
 * answers a question (answer-model.json) to bench/answers/dev.jsonl; `-- pains` the phrases that tell of what hurts
 * (pain-weights.json) to bench/leads/train. Without a word: all of them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../scripts/command-line.ts';
import { trainPains } from '../features/leads/entities/train-pains.ts';
import { INTENT_MODEL_FILE } from '../features/leads/intent/reader.ts';
import { trainIntents } from '../features/leads/intent/train-intent.ts';
import { ANSWER_MODEL_FILE } from '../features/twin/retrieval/find-answer.ts';
import { type AnswerFigures, trainAnswers } from '../features/twin/retrieval/train-answers.ts';
import { packModel } from '../features/understanding/linear-model.ts';
import { LINE_MODEL_FILE } from '../features/understanding/shipped-line-model.ts';
import { trainLines } from '../features/understanding/train-lines.ts';
import { createSentenceEncoder, type SentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BENCH = path.join(ROOT, 'bench');
const CONVERSATIONS = path.join(BENCH, 'leads/train');
const PAIN_WEIGHTS_FILE = path.resolve(import.meta.dirname, '../features/leads/entities/pain-weights.json');

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(100 * share).toFixed(1)} % right`;

/** Writes what was learnt; does nothing where only figures are wanted. */
type Keep = (file: string, learnt: unknown) => void;

async function fitLines(encoder: SentenceEncoder, keep: Keep): Promise<void> {
  const { model, figures } = await trainLines(BENCH, encoder);
  for (const { label, count, precision, recall } of figures) {
    const rates = `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`;
    say(`${label.padEnd(28)} ${String(count).padStart(4)} lines, ${rates}`);
  }
  keep(LINE_MODEL_FILE, packModel(model));
}

async function fitIntents(encoder: SentenceEncoder, keep: Keep, leaveOneOut: boolean): Promise<void> {
  const intents = await trainIntents(BENCH, encoder);
  keep(INTENT_MODEL_FILE, packModel(intents.model));
  if (!leaveOneOut) return;
  const writers = intents.leaveOneOut();
  for (const { writer, count, right } of writers) say(`${writer}: ${count}, ${percent(right / count)}`);
  const [right, count] = writers.reduce(([a, b], writer) => [a + writer.right, b + writer.count], [0, 0]);
  say(`intents: ${count} conversations, each writer left out once: ${percent(right / count)}`);
}

const shares = ({ twin, answerable, first, right, wrong, nearRight, nearWrong, refused }: AnswerFigures): string =>
  `${twin.padEnd(8)} ${answerable} answerable, first ${share(first)}, told right ${share(right)}, ` +
  `told wrong ${share(wrong)}, told as uncertain ${share(nearRight)} and ${share(nearWrong)}, refused ${share(refused)}`;
const share = (value: number): string => `${(100 * value).toFixed(1)} %`;

async function fitAnswers(encoder: SentenceEncoder, keep: Keep): Promise<void> {
  const { models, figures } = await trainAnswers(ROOT, encoder);
  for (const [kind, of] of Object.entries(figures)) {
    say(`answers by ${kind}, each twin left out once:`);
    for (const one of of) say(`  ${shares(one)}`);
  }
  keep(ANSWER_MODEL_FILE, models);
}

function fitPains(keep: Keep): void {
  const { weights, phrases, tally } = trainPains(CONVERSATIONS);
  keep(PAIN_WEIGHTS_FILE, weights);
  say(
    `what hurts: ${phrases} phrases, by file held out: ${tally.found} found, ${tally.wrong} wrong, ` +
      `${tally.missed} missed`,
  );
}

await runCommand(
  {
    name: 'train',
    about: `Fits what the embedded reading has learnt (what a line does, what a conversation is about, which passage
answers a question, phrases that tell of what hurts) to the labelled files under bench, and prints how right it is on those left out.
The same files give the same models. It takes some minutes.`,
    words: ['lines', 'intents', 'answers', 'pains'],
    options: {
      check: { type: 'boolean', default: false, about: 'prints the figures and writes nothing' },
      'leave-one-out': {
        type: 'boolean',
        default: false,
        about: 'prints how right the intents are of each writer left out in turn; some minutes more',
      },
    },
    example: 'lines --check',
  },
  async ({ values, words }) => {
    const wanted = (word: string): boolean => words.length === 0 || words.includes(word);
    const keep: Keep = (file, learnt) => {
      if (!values.check) writeFileSync(file, `${JSON.stringify(learnt)}\n`);
    };
    const encoder = createSentenceEncoder();
    try {
      if (wanted('lines')) await fitLines(encoder, keep);
      if (wanted('intents')) await fitIntents(encoder, keep, values['leave-one-out']);
      if (wanted('answers')) await fitAnswers(encoder, keep);
      if (wanted('pains')) fitPains(keep);
    } finally {
      await encoder.close();
    }
  },
);
