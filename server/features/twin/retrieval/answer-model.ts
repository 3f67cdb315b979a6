import { contentWords } from '../../../platform/text/words.ts';
import type { Subject } from '../../understanding/index.ts';
import { SIGNAL_NAMES, type Signals } from './passage-index.ts';

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
  own: Signals;
  /** The question after the title of the last passage used; null when there is none. */
  onTopic: Signals | null;
  /** The previous question; null at the beginning. */
  previous: Signals | null;
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

/** What the wording of a question shows. */
function wordingOf(text: string): { few: number; refersBack: boolean } {
  const count = contentWords(text).length;
  return {
    // Near 1 with few content words, which is evidence neither for nor against a match.
    few: 1 / (1 + count),
    // Whether it seems to continue the previous question.
    refersBack:
      text.length <= MAX_REFERRING_CHARS && (count === 0 || BACK_REFERENCES.some((pattern) => pattern.test(text))),
  };
}

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

type SignalName = (typeof SIGNAL_NAMES)[number];

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
  const columns = SIGNAL_NAMES.map((name) => own[name]);
  const count = own.ask.length;
  const means = columns.map((values) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, count));
  const deviations = columns.map((values, at) => {
    const mean = means[at] as number;
    return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, count));
  });
  const inTalk = IN_TALK.map((name) => ({ values: own[name], topic: onTopic?.[name], before: previous?.[name] }));
  const { few, refersBack } = wordingOf(text);
  const [on, off] = refersBack ? [1, 0] : [0, 1];
  const all = new Float64Array(count * RANK_SIZE);
  return Array.from({ length: count }, (_, passage) => {
    const row = all.subarray(passage * RANK_SIZE, (passage + 1) * RANK_SIZE);
    const signal = (column: Float64Array): number => column[passage] as number;
    let at = 0;
    for (let name = 0; name < columns.length; name += 1) {
      const value = signal(columns[name] as Float64Array);
      row[at + columns.length] = (value - (means[name] as number)) / ((deviations[name] as number) + 1e-6);
      row[at++] = value;
    }
    at += columns.length;
    const [ask, sentence] = [signal(own.ask), signal(own.sentence)];
    row[at++] = ask * signal(own.covered);
    row[at++] = sentence * signal(own.covered);
    row[at++] = ask * sentence;
    row[at++] = ask * signal(own.inContext);
    for (const { values, topic, before } of inTalk) {
      const byTopic = topic ? signal(topic) - signal(values) : 0;
      const byQuestion = before ? signal(before) - signal(values) : 0;
      row[at++] = byTopic * on;
      row[at++] = byTopic * off;
      row[at++] = byQuestion * on;
      row[at++] = byQuestion * off;
    }
    const isTold = told === passage ? 1 : 0;
    row[at++] = isTold * on;
    row[at++] = isTold * off;
    row[at] = isTold * few;
    return row;
  });
}

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
  const best = (signals: Signals, name: SignalName): number => signals[name][first.passage] as number;
  const total = ranked.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0);
  const highest = (signals: Signals, name: SignalName): number =>
    signals[name].reduce((most, one) => Math.max(most, one), 0);
  const { few, refersBack } = wordingOf(text);
  const on = refersBack ? 1 : 0;
  const isTold = told === first.passage ? 1 : 0;
  return Float64Array.from([
    first.score,
    first.score - (second?.score ?? 0),
    1 / total,
    ...SIGNAL_NAMES.map((name) => best(own, name)),
    ...SIGNAL_NAMES.map((name) => best(own, name) - (second ? (own[name][second.passage] as number) : 0)),
    ...SIGNAL_NAMES.map((name) => highest(own, name)),
    Math.min(text.length, 200) / 100,
    few,
    ...JUDGED_SUBJECTS.map((subject) => logOdds(about[subject])),
    onTopic ? 1 : 0,
    on,
    onTopic ? on : 0,
    isTold,
    isTold * on,
    ...IN_TALK_JUDGED.flatMap((name) => {
      if (!onTopic) return [0, 0, 0];
      const lead = best(onTopic, name) - best(own, name);
      return [lead, lead * on, best(onTopic, name) - highest(onTopic, name)];
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
