/** What the line model makes of a text. */
import { INTENTS } from '@understudy/contract/leads';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { withConsultant } from './consultant.ts';
import { lineFeatures } from './line-model.ts';
import { type LinearModel, probabilitiesOf } from './linear-model.ts';
import { hintsIn } from './phrase-tables.ts';
import { ACTS, FLAGS, REQUESTS, SUBJECTS } from './understanding.ts';

/** Labels as the line model names them. */
export const LABELS = [
  ...ACTS,
  ...SUBJECTS.map((subject) => `about:${subject}` as const),
  ...REQUESTS.map((request) => `request:${request}` as const),
  ...FLAGS.map((flag) => `flag:${flag}` as const),
  ...INTENTS.map((intent) => `intent:${intent}` as const),
];
export type Label = (typeof LABELS)[number];

/** A text with its vector, where there is one. */
export interface EncodedText {
  text: string;
  vector: SentenceVector | null;
}

/** How likely each label is for a text. */
export interface Reading {
  likelihood(label: Label): number;
  /** @param least the likelihood from which on it holds, where the model asks for less */
  holds(label: Label, least?: number): boolean;
}

/** Reads a text after what the twin said, or alone. */
export type Read = (told: EncodedText, before: EncodedText | null) => Reading;

/** @param names how the consultant is called */
export function createRead(model: LinearModel, names: () => readonly string[]): Read {
  const places = new Map(model.labels.map((label, at) => [label, at]));
  return ({ text, vector }, before) => {
    const plain = withConsultant(text, names());
    const probabilities = probabilitiesOf(
      model,
      lineFeatures({
        text: plain,
        vector,
        before: before?.text ?? null,
        beforeVector: before?.vector ?? null,
        hints: hintsIn(plain),
      }),
    );
    const likelihood = (label: Label): number => probabilities[places.get(label) ?? -1] ?? 0;
    return {
      likelihood,
      holds: (label, least = 0) =>
        likelihood(label) >= Math.max(least, model.thresholds[places.get(label) ?? -1] ?? Number.POSITIVE_INFINITY),
    };
  };
}

/** The likelier of several readings, label by label. */
export const likeliestOf = (readings: readonly Reading[]): Reading => ({
  likelihood: (label) => Math.max(...readings.map((reading) => reading.likelihood(label))),
  holds: (label, least) => readings.some((reading) => reading.holds(label, least)),
});
