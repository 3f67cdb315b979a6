import { readdirSync } from 'node:fs';
import path from 'node:path';
import { LABELS } from '../../features/understanding/classification.ts';
import { LINE_FIT, lineFeatures } from '../../features/understanding/line-model.ts';
import {
  type Example,
  fitLinear,
  type LinearModel,
  probabilitiesOf,
} from '../../features/understanding/linear-model.ts';
import { hintsIn, readPhraseRows } from '../../features/understanding/phrase-tables.ts';
import { lastWordsOf, sentencesOf } from '../../features/understanding/sentences.ts';
import { encodeAll } from '../../providers/embedder/encoder/encode-all.ts';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { readRows } from './examples.ts';

/** A row of a file of labelled lines. */
interface LineRow {
  text: string;
  before: string | null;
  acts?: string[];
  about?: string[];
  requests: string[];
  flags?: string[];
  /** The labels that the writer gave, when nothing else is known, requests by their names; everything by default. */
  only?: string[];
  /** Undefined when the line was not labelled with an intent. */
  intent?: string | null;
}

/** Quality of a label on lines of writers that were left out of training. */
interface LabelFigures {
  label: string;
  count: number;
  precision: number;
  recall: number;
}

const NAMES: ReadonlySet<string> = new Set(LABELS);

/** The minimum threshold of all other labels. */
const MIN_THRESHOLD = 0.06;
/**
 * Minimum thresholds of labels on which the product acts, however few examples there are. The first one with which a
 * label begins applies.
 */
const MIN_OF_KIND: readonly [kind: string, threshold: number][] = [
  ['question', 0.36],
  ['decide', 0.4],
  ['more', 0.4],
  // 'Cannot he fit it himself' rejects no answer, and a vendor's tone makes no pitch.
  ['reject', 0.2],
  ['pitch', 0.25],
  ['decline', 0.25],
  ['flag:legal', 0.2],
  ['correct', 0.4],
  // 'Ha, fair enough' to somebody who is angry makes it worse.
  ['joke', 0.55],
  ['smalltalk', 0.3],
  ['feeling', 0.3],
  ['request:hire', 0.4],
  ['request:', 0.3],
  ['about:knowledge', 0.38],
  // 'Has she spoken to printers?' is no private matter.
  ['about:private', 0.45],
  ['about:', 0.2],
  ['insult', 0.6],
  ['flag:abuse', 0.4],
  ['flag:injection', 0.6],
];
/** Flags that must not be missed. Visitors' ordinary lines are negative examples: a question is no cry for help. */
const URGENT = ['flag:selfharm', 'flag:selfharm_other', 'flag:medical', 'flag:danger', 'flag:grief'];

/** The files of labelled lines in a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('entities'))
    .map((name) => path.join(folder, name));

/** A row's labels, as the model names them. */
const labelsOf = (row: LineRow): Set<string> =>
  new Set([
    ...(row.acts ?? []),
    ...(row.about ?? []).map((subject) => `about:${subject}`),
    ...row.requests.map((request) => `request:${request}`),
    ...(row.flags ?? []).map((flag) => `flag:${flag}`),
    ...(row.intent ? [`intent:${row.intent}`] : []),
  ]);

/** Their threshold; what it costs stands in `bench/README.md`, under safety. */
const URGENT_THRESHOLD = 0.2;

/** The files of lines that are urgent, or only look it. */
const URGENT_FILES = ['train-u.jsonl', 'train-v.jsonl'];

/** Lines without a row of tables/flags.yaml, and so without an urgent flag. */
function ordinary(texts: readonly string[]): string[] {
  const flags = new Set(readPhraseRows('flags').map(({ row }) => row));
  return [...new Set(texts)].filter((text) => !hintsIn(text).some((hint) => flags.has(hint)));
}

/** What visitors say in conversations about a consultant's work. */
const talkLines = (bench: string): string[] =>
  readRows<{ lines: { text: string }[] }>(path.join(bench, 'answers/talks-dev.jsonl')).flatMap(({ lines }) =>
    lines.map(({ text }) => text),
  );

/** What visitors say of their lives in a show. */
const showLines = (bench: string): string[] =>
  ['train-a', 'train-b', 'dev'].flatMap((file) =>
    readRows<{ text: string }>(path.join(bench, `show-lines/${file}.jsonl`)).map(({ text }) => text),
  );

/** A model that has the urgent flags from another one, so that lines which teach only these change nothing else. */
function withUrgent(model: LinearModel, urgent: LinearModel): LinearModel {
  const of = (label: string): boolean => URGENT.includes(label);
  const sources = model.labels.map((label) => (of(label) ? urgent : model));
  const words = [...new Set([...model.words.rows.keys(), ...urgent.words.rows.keys()])];
  const width = model.dense.length / model.labels.length;
  return {
    ...model,
    biases: sources.map(({ biases }, at) => biases[at] as number),
    dense: model.dense.map((_, at) => sources[Math.floor(at / width)]?.dense[at] as number),
    words: {
      rows: new Map(words.map((word, row) => [word, row])),
      weights: Float32Array.from(words.flatMap((word) => sources.map((source, at) => weightOf(source, word, at)))),
      scales: model.words.scales,
    },
  };
}

/** A word's weight for a label. */
const weightOf = ({ labels, words: { rows, weights } }: LinearModel, word: string, label: number): number =>
  weights[(rows.get(word) ?? Number.NaN) * labels.length + label] ?? 0;

/**
 * Fits the line model to the labelled lines of `bench/lines`, with thresholds chosen by predictions for files that were
 * left out.
 *
 * @param bench the folder `bench`
 */
export async function trainLines(
  bench: string,
  encoder: SentenceEncoder,
): Promise<{ model: LinearModel; figures: LabelFigures[] }> {
  const all = filesIn(path.join(bench, 'lines')).map((file) => ({ file, rows: readRows<LineRow>(file) }));
  const isUrgent = (file: string): boolean => URGENT_FILES.includes(path.basename(file));
  const files = all.filter(({ file }) => !isUrgent(file)).map(({ rows }) => rows);
  const urgentRows = all.filter(({ file }) => isUrgent(file)).flatMap(({ rows }) => rows);
  const asked = readRows<{ question: string; before: string | null }>(path.join(bench, 'answers/dev.jsonl')).map(
    ({ question, before }) => ({ text: question, before }),
  );
  const talks = ordinary(talkLines(bench));
  const shows = ordinary(showLines(bench));
  const texts = new Set([
    ...[...files.flat(), ...asked].flatMap(({ text, before }) => [text, ...(before ? [lastWordsOf(before)] : [])]),
    ...[...talks, ...shows, ...urgentRows.map(({ text }) => text)],
  ]);
  const vectors = await encodeAll(encoder, [
    ...texts,
    ...files
      .flat()
      .flatMap(partsOf)
      .map(({ text }) => text),
  ]);
  const vectorOf = (text: string | null) => (text === null ? null : (vectors.get(text) ?? null));
  const lineOf = (text: string, before: string | null, labels: ReadonlySet<string>): Example => ({
    ...lineFeatures({
      text,
      vector: vectorOf(text),
      before,
      beforeVector: vectorOf(before),
      hints: hintsIn(text),
    }),
    labels,
  });
  const exampleOf = (row: LineRow): Example =>
    lineOf(row.text, row.before ? lastWordsOf(row.before) : null, labelsOf(row));
  const writers = files.map((rows) =>
    rows
      .filter(({ only }) => !only)
      .map((row) => ({ ...exampleOf(row), ...(row.intent === undefined ? { unknown: 'intent:' } : {}) })),
  );
  const besideOf = (rows: readonly LineRow[]) =>
    rows.flatMap((row) =>
      row.only
        ? { ...exampleOf(row), only: row.only.map((label) => (NAMES.has(label) ? label : `request:${label}`)) }
        : [],
    );
  const notUrgent = (texts: readonly string[]) =>
    texts.map((text) => ({ ...lineOf(text, null, new Set<string>()), only: [...URGENT] }));
  const beside = [...besideOf(files.flat()), ...notUrgent(talks)];
  const besideUrgent = [...beside, ...besideOf(urgentRows), ...notUrgent(shows)];
  const parts = files.map((rows) =>
    rows.flatMap((row) =>
      partsOf(row).map(({ text, asks }) => ({
        ...lineOf(text, row.before ? lastWordsOf(row.before) : null, new Set(asks ? ['question'] : [])),
        only: ['question'],
      })),
    ),
  );

  // Many questions are asked without a question mark.
  const questions = asked.map(({ text, before }) => ({
    ...lineOf(text, before ? lastWordsOf(before) : null, new Set(['question'])),
    only: ['question'],
  }));

  const leftOut = writers.flatMap((own, writer) => {
    if (own.length === 0) return [];
    const others = [...[...writers, ...parts].filter((_, at) => at % writers.length !== writer), questions].flat();
    const model = fitLinear('independent', others, LABELS, LINE_FIT, beside);
    return own.map((line) => ({ line, probabilities: probabilitiesOf(model, line) }));
  });
  // Lines written for certain labels have these more often than visitors' lines do.
  const natural = leftOut.filter(({ line }) => line.unknown === undefined);
  const figures = LABELS.map((label, at) => bestThreshold(label, at, natural));
  const whole = [...writers, ...parts, questions].flat();
  const model = withUrgent(
    fitLinear('independent', whole, LABELS, LINE_FIT, beside),
    fitLinear('independent', whole, LABELS, LINE_FIT, besideUrgent),
  );
  return {
    model: { ...model, thresholds: figures.map(({ threshold }) => threshold) },
    figures: figures.map(({ threshold: _, ...figure }) => figure),
  };
}

/** Sentences of a longer line, if it is clear which of them ask. */
function partsOf({ text, acts }: LineRow): { text: string; asks: boolean }[] {
  if (!acts) return [];
  const sentences = sentencesOf(text);
  if (sentences.length < 2) return [];
  if (!acts.includes('question')) return sentences.map((sentence) => ({ text: sentence.text, asks: false }));
  const marked = sentences.map((sentence) => ({ text: sentence.text, asks: sentence.text.endsWith('?') }));
  // Without any question mark, each of them may be the question.
  return marked.some(({ asks }) => asks) ? marked : [];
}

/** The threshold of a label with the best combination of precision and recall, by predictions for left-out lines. */
function bestThreshold(
  label: string,
  at: number,
  leftOut: readonly { line: Example; probabilities: Float64Array }[],
): LabelFigures & { threshold: number } {
  const ranked = leftOut
    .map(({ line, probabilities }) => ({ holds: line.labels.has(label), probability: probabilities[at] as number }))
    .sort((one, other) => other.probability - one.probability);
  const count = ranked.filter(({ holds }) => holds).length;
  const isUrgent = URGENT.includes(label);
  const minimum = isUrgent
    ? URGENT_THRESHOLD
    : (MIN_OF_KIND.find(([kind]) => label.startsWith(kind))?.[1] ?? MIN_THRESHOLD);
  // A label that occurs only in lines written for it has no example among the left-out lines.
  if (count === 0) return { label, count, threshold: minimum, precision: 0, recall: 0 };
  let best = { threshold: 0.5, precision: 0, recall: 0, score: -1 };
  let right = 0;
  for (const [place, { holds, probability }] of ranked.entries()) {
    if (holds) right += 1;
    if (probability < minimum) break;
    // The F measure. An urgent flag holds from its threshold, however many of the lines are false alarms.
    const score = isUrgent ? place : (2 * right) / (count + place + 1);
    const threshold = isUrgent ? minimum : (probability + (ranked[place + 1]?.probability ?? 0)) / 2;
    if (score > best.score) best = { threshold, precision: right / (place + 1), recall: right / count, score };
  }
  return { label, count, ...best };
}
