import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Features,
  type FitOptions,
  hintsIn,
  type LinearModel,
  lineFeatures,
  probabilitiesOf,
  type Understanding,
  unpackModel,
} from '../understanding/index.ts';

/**
 * What a line does in a show: tells something, asks the twin or the world something, asks about the consultant's work,
 * wants a piece, or reacts to what was said.
 */
export const LINE_KINDS = ['tells', 'asks', 'asks_work', 'wants', 'reacts'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Where `npm run train -- show` writes the model, and how it is fitted to `bench/show-lines`. */
export const LINE_KIND_FILE = path.join(import.meta.dirname, 'line-kind-model.json');
export const LINE_KIND_FIT: FitOptions = { rounds: 20, decay: 3e-3, emphasis: 1, leastExamples: 2 };

/** The features of a line: its meaning and its words. What the twin said before does not matter here. */
export const lineKindFeatures = ({ plain, vector }: Pick<Understanding, 'plain' | 'vector'>): Features =>
  lineFeatures({ text: plain, vector, before: null, beforeVector: null, hints: hintsIn(plain) });

let shipped: LinearModel | undefined;

/** The fitted model that ships with the product; read once. */
function shippedLineKinds(): LinearModel {
  shipped ??= unpackModel(JSON.parse(readFileSync(LINE_KIND_FILE, 'utf8')));
  return shipped;
}

/**
 * Probability from which a question is about the work, though another kind is likelier: one that the knowledge answers
 * must not be missed.
 */
const WORK_PROBABILITY = 0.3;

/** Probability from which a question is so surely about the work that what comes near, or not knowing, answers it. */
const SURE_OF_WORK = 0.9;

/** What a line does, and whether a question is surely about the work. */
interface LineReading {
  kind: LineKind;
  isSureOfWork: boolean;
}

/**
 * What a line does: a logistic regression over its meaning and words, fitted to lines that others wrote and labelled.
 * Without a vector, when the encoder cannot be loaded, the words decide.
 */
export function lineKindOf(
  line: Pick<Understanding, 'plain' | 'vector'>,
  model: LinearModel = shippedLineKinds(),
): LineReading {
  const odds = [...probabilitiesOf(model, lineKindFeatures(line))];
  const likeliest = LINE_KINDS[odds.indexOf(Math.max(...odds))] as LineKind;
  const work = odds[LINE_KINDS.indexOf('asks_work')] ?? 0;
  const kind = likeliest === 'asks' && work >= WORK_PROBABILITY ? 'asks_work' : likeliest;
  return { kind, isSureOfWork: work >= SURE_OF_WORK };
}
