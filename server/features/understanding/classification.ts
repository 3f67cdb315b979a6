import { INTENTS } from '@understudy/contract/leads';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { withConsultant } from './consultant.ts';
import { earlierPart, type LinePart, linePart, lineProbabilities } from './line-model.ts';
import type { LinearModel } from './linear-model.ts';
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

/** What the line model says of a text. */
export interface Classification {
  /** 0 to 1. */
  probability(label: Label): number;
  /** Whether a label reaches its threshold. @param least the threshold to use when the model's own is lower */
  holds(label: Label, least?: number): boolean;
}

/** A text whose names and hints were found once, to be read in several contexts. */
export interface PreparedText {
  /** The text with one word for the consultant. */
  plain: string;
  /** Rows of the phrase tables that occur. */
  hints: readonly string[];
  /** Applies the model to the text in the context of what the twin said; null to read it alone. */
  after(before: EncodedText | null): Classification;
}

/** Creates the function that prepares texts for reading. @param names the consultant's current names */
export function createPrepareText(model: LinearModel, names: () => readonly string[]) {
  const places = new Map(model.labels.map((label, at) => [label, at]));
  const nothing = earlierPart(model, null, null);
  /** What the twin said before is the same for a line and all of its sentences. */
  const earlier = new WeakMap<EncodedText, LinePart>();
  const earlierOf = (before: EncodedText | null): LinePart => {
    if (!before) return nothing;
    const part = earlier.get(before) ?? earlierPart(model, before.text, before.vector);
    earlier.set(before, part);
    return part;
  };
  return ({ text, vector }: EncodedText): PreparedText => {
    const plain = withConsultant(text, names());
    const hints = hintsIn(plain);
    const part = linePart(model, { text: plain, vector, hints });
    const made = new Map<EncodedText | null, Classification>();
    return {
      plain,
      hints,
      after(before) {
        const known = made.get(before);
        if (known) return known;
        const probabilities = lineProbabilities(model, part, earlierOf(before));
        const probability = (label: Label): number => probabilities[places.get(label) ?? -1] ?? 0;
        const classification: Classification = {
          probability,
          holds: (label, least = 0) =>
            probability(label) >=
            Math.max(least, model.thresholds[places.get(label) ?? -1] ?? Number.POSITIVE_INFINITY),
        };
        made.set(before, classification);
        return classification;
      },
    };
  };
}

/** A classification in which some labels get their highest probability among it and other classifications. */
export function withHighest(
  classification: Classification,
  labels: readonly Label[],
  others: readonly Classification[],
): Classification {
  const all = [classification, ...others];
  return {
    probability: (label) =>
      labels.includes(label)
        ? Math.max(...all.map((one) => one.probability(label)))
        : classification.probability(label),
    holds: (label, least) =>
      labels.includes(label) ? all.some((one) => one.holds(label, least)) : classification.holds(label, least),
  };
}
