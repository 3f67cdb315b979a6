/**
 * How well each passage answers a question, from what question and passage have in common: a linear ranking over all
 * passages, and how probable it is that the first of them answers at all. Fitted by `npm run train -- answers`.
 */
import { contentWords } from '../../../platform/text/words.ts';
import type { Subject } from '../../understanding/understanding.ts';
import type { Signals } from './passage-index.ts';

/** Signals as rows of numbers, in this order. */
export const SIGNAL_NAMES = [
  'ask',
  'asks',
  'sentence',
  'inContext',
  'title',
  'words',
  'covered',
  'askCovered',
] as const;
/** Subjects of a question that tell whether a passage may answer it at all. */
const SUBJECTS_JUDGED = ['knowledge', 'offtopic', 'private', 'ai'] as const satisfies readonly Subject[];
/** How probable it is that a question is about each of them. */
export type About = Readonly<Record<(typeof SUBJECTS_JUDGED)[number], number>>;

/** Numbers of a passage: its signals, how far each stands out among all passages, and products of two. */
export const RANK_SIZE = 2 * SIGNAL_NAMES.length + 4;
/** Numbers by which it is judged whether the best passage answers. */
export const JUDGE_SIZE = 3 + 3 * SIGNAL_NAMES.length + 2 + SUBJECTS_JUDGED.length;

/** A linear function of numbers, each less its mean and over its deviation. */
export interface Weights {
  bias: number;
  means: readonly number[];
  deviations: readonly number[];
  weights: readonly number[];
}

/** What is fitted. */
export interface AnswerModel {
  rank: Weights;
  judge: Weights;
  /** From what probability on the best passage is told, told as uncertain, and offered by its name. */
  answerFrom: number;
  nearFrom: number;
  offerFrom: number;
}

/** A passage by its place, with how well it answers. */
export interface Ranked {
  passage: number;
  score: number;
}

export const linearSum = ({ bias, means, deviations, weights }: Weights, numbers: ArrayLike<number>): number => {
  let sum = bias;
  for (let at = 0; at < weights.length; at += 1)
    sum += ((weights[at] as number) * ((numbers[at] as number) - (means[at] as number))) / (deviations[at] as number);
  return sum;
};

/** What ranks passages: a row of {@link RANK_SIZE} numbers for each. */
export function rankNumbers(signals: readonly Signals[]): Float64Array[] {
  const count = Math.max(1, signals.length);
  const means = SIGNAL_NAMES.map((name) => signals.reduce((sum, one) => sum + one[name], 0) / count);
  const deviations = SIGNAL_NAMES.map((name, at) =>
    Math.sqrt(signals.reduce((sum, one) => sum + (one[name] - (means[at] as number)) ** 2, 0) / count),
  );
  return signals.map((one) => {
    const own = SIGNAL_NAMES.map((name) => one[name]);
    const apart = own.map((value, at) => (value - (means[at] as number)) / ((deviations[at] as number) + 1e-6));
    return Float64Array.from([
      ...own,
      ...apart,
      one.ask * one.covered,
      one.sentence * one.covered,
      one.ask * one.sentence,
      one.ask * one.inContext,
    ]);
  });
}

/** The passages, best first. */
export function rankPassages({ rank }: Pick<AnswerModel, 'rank'>, signals: readonly Signals[]): Ranked[] {
  return rankNumbers(signals)
    .map((numbers, passage) => ({ passage, score: linearSum(rank, numbers) }))
    .sort((one, other) => other.score - one.score);
}

/** What tells whether the best passage answers: how it stands by itself and beside the others. */
export function judgeNumbers(
  signals: readonly Signals[],
  ranked: readonly Ranked[],
  question: string,
  about: About,
): Float64Array {
  const [first, second] = ranked as [Ranked, Ranked | undefined];
  const best = signals[first.passage] as Signals;
  const next = second ? (signals[second.passage] as Signals) : null;
  const total = ranked.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0);
  const highest = SIGNAL_NAMES.map((name) => signals.reduce((most, one) => Math.max(most, one[name]), 0));
  return Float64Array.from([
    first.score,
    first.score - (second?.score ?? 0),
    1 / total,
    ...SIGNAL_NAMES.map((name) => best[name]),
    ...SIGNAL_NAMES.map((name) => best[name] - (next?.[name] ?? 0)),
    ...highest,
    Math.min(question.length, 200) / 100,
    // Without a word that means something by itself, words say neither yes nor no.
    1 / (1 + contentWords(question).length),
    ...SUBJECTS_JUDGED.map((subject) => logOdds(about[subject])),
  ]);
}

const LEAST_ODDS = 0.0025;
const logOdds = (probability: number): number => {
  const bounded = Math.min(1 - LEAST_ODDS, Math.max(LEAST_ODDS, probability));
  return Math.log(bounded / (1 - bounded));
};

/** How probable it is that the best passage answers the question. */
export function answerProbability(
  { judge }: Pick<AnswerModel, 'judge'>,
  signals: readonly Signals[],
  ranked: readonly Ranked[],
  question: string,
  about: About,
): number {
  return 1 / (1 + Math.exp(-linearSum(judge, judgeNumbers(signals, ranked, question, about))));
}
