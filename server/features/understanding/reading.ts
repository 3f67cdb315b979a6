/** Applies the line model to a text. */
import { INTENTS } from '@understudy/contract/leads';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { withConsultant } from './consultant.ts';
import { lineFeatures } from './line-model.ts';
import { type LinearModel, probabilitiesOf } from './linear-model.ts';
import { hintsIn } from './phrase-tables.ts';
import { ACTS, FLAGS, REQUESTS, SUBJECTS } from './understanding.ts';

/** The line model's label names. */
export const LABELS = [
  ...ACTS,
  ...SUBJECTS.map((subject) => `about:${subject}` as const),
  ...REQUESTS.map((request) => `request:${request}` as const),
  ...FLAGS.map((flag) => `flag:${flag}` as const),
  ...INTENTS.map((intent) => `intent:${intent}` as const),
];
export type Label = (typeof LABELS)[number];

/** A text with its vector, if there is one. */
export interface EncodedText {
  text: string;
  vector: SentenceVector | null;
}

/** The probability of each label for a text. */
export interface Reading {
  likelihood(label: Label): number;
  /** @param least the threshold to use when the model's own is lower */
  holds(label: Label, least?: number): boolean;
}

/** A text, ready to be read. */
export interface Legible {
  /** The text with one word for the consultant. */
  plain: string;
  /** Rows of the phrase tables that occur. */
  hints: readonly string[];
  /** Reads the text in the context of what the twin said, or alone. */
  after(before: EncodedText | null): Reading;
}

/** @param names the consultant's names */
export function createLegible(model: LinearModel, names: () => readonly string[]) {
  const places = new Map(model.labels.map((label, at) => [label, at]));
  return ({ text, vector }: EncodedText): Legible => {
    const plain = withConsultant(text, names());
    const hints = hintsIn(plain);
    return {
      plain,
      hints,
      after(before) {
        const told = { text: plain, vector, before: before?.text ?? null, beforeVector: before?.vector ?? null, hints };
        const probabilities = probabilitiesOf(model, lineFeatures(told));
        const likelihood = (label: Label): number => probabilities[places.get(label) ?? -1] ?? 0;
        return {
          likelihood,
          holds: (label, least = 0) =>
            likelihood(label) >= Math.max(least, model.thresholds[places.get(label) ?? -1] ?? Number.POSITIVE_INFINITY),
        };
      },
    };
  };
}

/** A reading in which some labels get their highest probability among it and other readings. */
export function withLikelier(reading: Reading, labels: readonly Label[], others: readonly Reading[]): Reading {
  const all = [reading, ...others];
  return {
    likelihood: (label) =>
      labels.includes(label) ? Math.max(...all.map((one) => one.likelihood(label))) : reading.likelihood(label),
    holds: (label, least) =>
      labels.includes(label) ? all.some((one) => one.holds(label, least)) : reading.holds(label, least),
  };
}
