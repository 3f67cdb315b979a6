/**
 * `npm run train -- lines` fits the model of single lines (line-model.json) to bench/lines; `-- intents` the intent of
 * a conversation (intent-model.json) to everything under bench that is labelled for training; `-- answers` the choice
 * of the passage that answers a question (answer-model.json) to bench/answers/dev.jsonl; `-- entities` names,
 * companies, sums, dates and the like (entity-model.json) to bench/leads/train and bench/lines; `-- show` what a line
 * does in a show (line-kind-model.json) to bench/show-lines; `-- vectors` encodes the product's texts and the sample
 * twin's (passage-vectors-2.bin). Without an argument: all of them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../scripts/command-line.ts';
import { INTENT_MODEL_FILE } from '../features/leads/intent/conversation-intent.ts';
import { LINE_KIND_FILE } from '../features/show/line-kinds.ts';
import { ANSWER_MODEL_FILE } from '../features/twin/retrieval/find-answer.ts';
import { shipVectors } from '../features/twin/retrieval/passage-vectors.ts';
import { ENTITY_MODEL_FILE, packEntityModel } from '../features/understanding/entities.ts';
import { LINE_MODEL_FILE } from '../features/understanding/line-model.ts';
import { packModel } from '../features/understanding/linear-model.ts';
import { createSentenceEncoder, type SentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import { type LabelledConversation, readConversations } from './evaluate/conversation.ts';
import { shippedTexts } from './train/shipped-texts.ts';
import { FIGURE_HEADS, figureCells, trainAnswers } from './train/train-answers.ts';
import { trainEntities } from './train/train-entities.ts';
import { trainIntents } from './train/train-intent.ts';
import { trainLines } from './train/train-lines.ts';
import { trainShowLines } from './train/train-show-lines.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BENCH = path.join(ROOT, 'bench');
const CONVERSATIONS = path.join(BENCH, 'leads/train');

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(100 * share).toFixed(1)} % right`;

/** Writes a trained model to its file; does nothing if only figures are wanted. */
type Save = (file: string, learnt: unknown) => void;

/** Fits the line model, and prints how good it is. */
async function fitLines(encoder: SentenceEncoder, save: Save): Promise<void> {
  const { model, figures } = await trainLines(BENCH, encoder);
  for (const { label, count, precision, recall } of figures) {
    const rates = `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`;
    say(`${label.padEnd(28)} ${String(count).padStart(4)} lines, ${rates}`);
  }
  save(LINE_MODEL_FILE, packModel(model));
}

/** Fits the intent models, and prints how good they are if `leaveOneOut` is set. */
async function fitIntents(encoder: SentenceEncoder, save: Save, leaveOneOut: boolean): Promise<void> {
  const intents = await trainIntents(BENCH, encoder);
  const { opening, conversation } = intents.models;
  save(INTENT_MODEL_FILE, { opening: packModel(opening), conversation: packModel(conversation) });
  if (!leaveOneOut) return;
  const writers = intents.leaveOneOut();
  for (const { writer, count, right } of writers) say(`${writer}: ${count}, ${percent(right / count)}`);
  const [right, count] = writers.reduce(([a, b], writer) => [a + writer.right, b + writer.count], [0, 0]);
  say(`intents: ${count} conversations, each writer left out once: ${percent(right / count)}`);
}

/** Fits the answer models, and prints how good they are. */
async function fitAnswers(encoder: SentenceEncoder, save: Save): Promise<void> {
  const { models, figures } = await trainAnswers(ROOT, encoder);
  for (const [kind, of] of Object.entries(figures)) {
    say(`answers by ${kind}, each twin left out once:`);
    for (const cells of [FIGURE_HEADS, ...of.map(figureCells)]) say(`  ${cells.join(' | ')}`);
  }
  save(ANSWER_MODEL_FILE, models);
}

/** Fits what a line does in a show, and prints how good it is. */
async function fitShowLines(encoder: SentenceEncoder, save: Save): Promise<void> {
  const { model, figures } = await trainShowLines(BENCH, encoder);
  for (const { writer, count, right } of figures) say(`${writer}: ${count}, ${percent(right / count)}`);
  save(LINE_KIND_FILE, packModel(model));
}

/** Encodes what the sample twin and the product's shows are found by. */
async function encodeShipped(encoder: SentenceEncoder): Promise<void> {
  const texts = await shippedTexts(path.join(ROOT, 'twin'), encoder);
  say(`vectors: ${await shipVectors(encoder, texts)} of ${texts.length} texts encoded anew`);
}

/** Single lines with labelled entities, as conversations. */
function labelledLines(): LabelledConversation[] {
  const folder = path.join(BENCH, 'lines');
  return readdirSync(folder)
    .filter((name) => name.startsWith('entities-'))
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line, at) => {
      const { text, before, person, email, pain_points, ...labels } = JSON.parse(line);
      const asked = before ? [{ speaker: 'agent' as const, text: before }] : [];
      return {
        id: `line-${at}`,
        messages: [...asked, { speaker: 'visitor', text }],
        labels: { ...labels, person_name: person, contact_email: email, pain_points },
      };
    });
}

/** Fits the entity model, and prints how good it is if `leaveOneOut` is set. */
async function fitEntities(encoder: SentenceEncoder, save: Save, leaveOneOut: boolean): Promise<void> {
  const files = readdirSync(CONVERSATIONS).filter((name) => name.endsWith('.jsonl'));
  const writers = [...new Set(files.map((name) => name[0] as string))].map(async (name) => ({
    name,
    conversations: (
      await Promise.all(
        files.filter((file) => file.startsWith(name)).map((file) => readConversations(path.join(CONVERSATIONS, file))),
      )
    ).flat(),
  }));
  const { model, figures } = await trainEntities(await Promise.all(writers), labelledLines(), encoder);
  save(ENTITY_MODEL_FILE, packEntityModel(model));
  if (!leaveOneOut) return;
  for (const { kind, right, wrong, missed } of figures()) {
    const [precision, recall] = [right / (right + wrong), right / (right + missed)].map((one) => one.toFixed(3));
    say(`${kind.padEnd(9)} precision ${precision}, recall ${recall}`);
  }
}

await runCommand(
  {
    name: 'train',
    about: `Fits what the embedded reading has learnt (what a line does, what a conversation is about, which passage
answers a question, who and what visitors name) to the labelled files under bench, and prints how right it is on those \
left out.
The same files give the same models. It takes some minutes.`,
    words: ['lines', 'intents', 'entities', 'answers', 'show', 'vectors'],
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
    const save: Save = (file, learnt) => {
      if (!values.check) writeFileSync(file, `${JSON.stringify(learnt)}\n`);
    };
    const encoder = createSentenceEncoder();
    try {
      if (wanted('lines')) await fitLines(encoder, save);
      if (wanted('intents')) await fitIntents(encoder, save, values['leave-one-out']);
      if (wanted('answers')) await fitAnswers(encoder, save);
      if (wanted('vectors') && !values.check) await encodeShipped(encoder);
      if (wanted('show')) await fitShowLines(encoder, save);
      if (wanted('entities')) await fitEntities(encoder, save, values['leave-one-out']);
    } finally {
      await encoder.close();
    }
  },
);
