import { contentWords } from '../../../platform/text/words.ts';
import type { Subject } from '../../understanding/index.ts';
import type { Signals } from './passage-index.ts';

/** The order of the signals in a row of numbers. */
const SIGNAL_NAMES = ['ask', 'asks', 'sentence', 'inContext', 'title', 'words', 'covered', 'askCovered'] as const;
/** Subjects of a question that determine whether a passage can answer it at all. */
const JUDGED_SUBJECTS = ['knowledge', 'offtopic', 'private', 'ai'] as const satisfies readonly Subject[];
/** Probability that a question is about each of these subjects. */
export type About = Readonly<Record<(typeof JUDGED_SUBJECTS)[number], number>>;

/** Signals of a question in its conversation, in addition to those of the question by itself. */
const IN_TALK = ['ask', 'asks', 'sentence', 'inContext', 'title', 'covered'] as const;
const IN_TALK_JUDGED = ['ask', 'sentence', 'inContext'] as const;

/** Features per passage: its signals, how far each stands out, products of two, and what the conversation adds. */
export const RANK_SIZE = 2 * SIGNAL_NAMES.length + 4 + 4 * IN_TALK.length + 3;
/** Number of features for judging whether the best passage answers. */
export const JUDGE_SIZE = 3 + 3 * SIGNAL_NAMES.length + 2 + JUDGED_SUBJECTS.length + 5 + 3 * IN_TALK_JUDGED.length;

/** A question, compared with all passages. */
export interface Comparison {
  text: string;
  about: About;
  /** The question by itself. */
  own: readonly Signals[];
  /** The question after the title of the last passage used; null when there is none. */
  onTopic: readonly Signals[] | null;
  /** The previous question; null at the beginning. */
  previous: readonly Signals[] | null;
  /** Index of the last passage used; null when there is none. */
  told: number | null;
}

/** Characters of a question that may refer back. */
const MAX_REFERRING_CHARS = 60;
/** Words that refer back to something said. */
const BACK_REFERENCES = [
  /^(?:and|but|or|so|also|what about|how about)\b/i,
  /\b(?:it|that|this|those|these|them|there|ones?|s?he|they)\b/i,
];

/** Whether a question seems to continue the previous one. */
const refersBack = (text: string): boolean =>
  text.length <= MAX_REFERRING_CHARS &&
  (BACK_REFERENCES.some((pattern) => pattern.test(text)) || contentWords(text).length === 0);

/** A linear function of standardized features: each minus its mean, divided by its deviation. */
export interface Weights {
  bias: number;
  means: readonly number[];
  deviations: readonly number[];
  weights: readonly number[];
}

/**
 * A fitted model (`npm run train -- answers`): it ranks all passages for a question by a linear function of what they
 * have in common with it, and estimates the probability that the first one answers at all.
 */
export interface AnswerModel {
  rank: Weights;
  judge: Weights;
  /** Probability from which the best passage is given as the answer: by itself, and when a passage was used before. */
  answerFrom: number;
  answerFromInTalk: number;
  /** Probability from which it is given as uncertain, and offered by name. */
  nearFrom: number;
  offerFrom: number;
}

/** Index of a passage, with its ranking value. */
export interface Ranked {
  passage: number;
  score: number;
}

/** Applies weights to a row of features. */
export const linearSum = ({ bias, means, deviations, weights }: Weights, numbers: ArrayLike<number>): number => {
  let sum = bias;
  for (let at = 0; at < weights.length; at += 1)
    sum += ((weights[at] as number) * ((numbers[at] as number) - (means[at] as number))) / (deviations[at] as number);
  return sum;
};

/** Ranking features: a row of {@link RANK_SIZE} numbers per passage. */
export function rankFeatures({ text, own, onTopic, previous, told }: Comparison): Float64Array[] {
  const count = Math.max(1, own.length);
  const means = SIGNAL_NAMES.map((name) => own.reduce((sum, one) => sum + one[name], 0) / count);
  const deviations = SIGNAL_NAMES.map((name, at) =>
    Math.sqrt(own.reduce((sum, one) => sum + (one[name] - (means[at] as number)) ** 2, 0) / count),
  );
  const [on, off] = refersBack(text) ? [1, 0] : [0, 1];
  const few = fewWords(text);
  return own.map((one, passage) => {
    const values = SIGNAL_NAMES.map((name) => one[name]);
    const apart = values.map((value, at) => (value - (means[at] as number)) / ((deviations[at] as number) + 1e-6));
    const inTalk = IN_TALK.flatMap((name) => {
      const topic = onTopic ? (onTopic[passage] as Signals)[name] - one[name] : 0;
      const before = previous ? (previous[passage] as Signals)[name] - one[name] : 0;
      return [topic * on, topic * off, before * on, before * off];
    });
    const isTold = told === passage ? 1 : 0;
    return Float64Array.from([
      ...values,
      ...apart,
      one.ask * one.covered,
      one.sentence * one.covered,
      one.ask * one.sentence,
      one.ask * one.inContext,
      ...inTalk,
      isTold * on,
      isTold * off,
      isTold * few,
    ]);
  });
}

/** Near 1 for a question with few content words, which is evidence neither for nor against a match. */
const fewWords = (text: string): number => 1 / (1 + contentWords(text).length);

/** The passages, best first. */
export function rankPassages({ rank }: Pick<AnswerModel, 'rank'>, comparison: Comparison): Ranked[] {
  return rankFeatures(comparison)
    .map((numbers, passage) => ({ passage, score: linearSum(rank, numbers) }))
    .sort((one, other) => other.score - one.score);
}

/** Features for judging the best passage: by itself, relative to the others and in the conversation. */
export function judgeFeatures(comparison: Comparison, ranked: readonly Ranked[]): Float64Array {
  const { text, about, own, onTopic, told } = comparison;
  const [first, second] = ranked as [Ranked, Ranked | undefined];
  const best = own[first.passage] as Signals;
  const next = second ? (own[second.passage] as Signals) : null;
  const total = ranked.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0);
  const highest = (signals: readonly Signals[], name: (typeof SIGNAL_NAMES)[number]): number =>
    signals.reduce((most, one) => Math.max(most, one[name]), 0);
  const on = refersBack(text) ? 1 : 0;
  const isTold = told === first.passage ? 1 : 0;
  return Float64Array.from([
    first.score,
    first.score - (second?.score ?? 0),
    1 / total,
    ...SIGNAL_NAMES.map((name) => best[name]),
    ...SIGNAL_NAMES.map((name) => best[name] - (next?.[name] ?? 0)),
    ...SIGNAL_NAMES.map((name) => highest(own, name)),
    Math.min(text.length, 200) / 100,
    fewWords(text),
    ...JUDGED_SUBJECTS.map((subject) => logOdds(about[subject])),
    onTopic ? 1 : 0,
    on,
    onTopic ? on : 0,
    isTold,
    isTold * on,
    ...IN_TALK_JUDGED.flatMap((name) => {
      if (!onTopic) return [0, 0, 0];
      const inTopic = (onTopic[first.passage] as Signals)[name];
      return [inTopic - best[name], (inTopic - best[name]) * on, inTopic - highest(onTopic, name)];
    }),
  ]);
}

/** Bound of a probability and of its complement, so that their logarithm is finite. */
const MIN_PROBABILITY = 0.0025;
const logOdds = (probability: number): number => {
  const bounded = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability));
  return Math.log(bounded / (1 - bounded));
};

/** Probability that the best passage answers the question. */
export const answerProbability = (
  { judge }: Pick<AnswerModel, 'judge'>,
  comparison: Comparison,
  ranked: readonly Ranked[],
): number => 1 / (1 + Math.exp(-linearSum(judge, judgeFeatures(comparison, ranked))));
