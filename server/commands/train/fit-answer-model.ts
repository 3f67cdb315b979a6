import {
  type Comparison,
  JUDGE_SIZE,
  RANK_SIZE,
  rankFeatures,
  type Weights,
} from '../../features/twin/retrieval/answer-model.ts';

/** A question, compared with every passage. */
export interface RankCase {
  comparison: Comparison;
  /** Indexes of the passages that answer. */
  right: ReadonlySet<number>;
  weight: number;
}

/** Rounds of gradient descent, and weight decay (L2). */
const RANK_ROUNDS = 120;
const RANK_DECAY = 1e-3;
const JUDGE_ROUNDS = 600;
const JUDGE_DECAY = 3e-3;
/** The step of gradient descent. */
const STEP = 0.05;
/** Smaller gradients are left out, because they have no effect. */
const MIN_GRADIENT = 1e-8;

/** Gradient descent with Adam (Kingma and Ba 2015). @param gradientOf the gradient at some weights, the bias last */
function descend(size: number, rounds: number, gradientOf: (weights: Float64Array) => Float64Array): Float64Array {
  const weights = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (let round = 1; round <= rounds; round += 1) {
    const g = gradientOf(weights);
    for (let at = 0; at < size; at += 1) {
      first[at] = 0.9 * (first[at] as number) + 0.1 * (g[at] as number);
      second[at] = 0.99 * (second[at] as number) + 0.01 * (g[at] as number) ** 2;
      const step = (first[at] as number) / (1 - 0.9 ** round);
      const size = Math.sqrt((second[at] as number) / (1 - 0.99 ** round)) + 1e-8;
      (weights[at] as number) -= (STEP * step) / size;
    }
  }
  return weights;
}

/** The means and standard deviations of each column. */
function scaleOf(rows: readonly Float64Array[], size: number): Pick<Weights, 'means' | 'deviations'> {
  const means = Array.from(
    { length: size },
    (_, at) => rows.reduce((sum, row) => sum + (row[at] as number), 0) / rows.length,
  );
  const deviations = means.map(
    (mean, at) => Math.sqrt(rows.reduce((sum, row) => sum + ((row[at] as number) - mean) ** 2, 0) / rows.length) + 1e-6,
  );
  return { means, deviations };
}

/** A row with mean 0 and deviation 1. */
const scaled = (row: Float64Array, { means, deviations }: Pick<Weights, 'means' | 'deviations'>): Float64Array =>
  row.map((value, at) => (value - (means[at] as number)) / (deviations[at] as number));

/** Fits a softmax over all passages of a question, which is to give all probability to those that answer. */
export function fitRank(cases: readonly RankCase[]): Weights {
  const answered = cases.filter(({ right }) => right.size > 0);
  const numbers = answered.map(({ comparison }) => rankFeatures(comparison));
  const scale = scaleOf(numbers.flat(), RANK_SIZE);
  const rows = numbers.map((passages) => Float64Array.from(passages.flatMap((row) => [...scaled(row, scale)])));
  const total = answered.reduce((sum, { weight }) => sum + weight, 0);
  const weights = descend(RANK_SIZE, RANK_ROUNDS, (now) => {
    const gradient = now.map((weight) => RANK_DECAY * weight);
    for (const [at, { right, weight }] of answered.entries()) {
      const passages = rows[at] as Float64Array;
      const powers = new Float64Array(passages.length / RANK_SIZE);
      for (let place = 0; place < powers.length; place += 1) {
        let score = 0;
        for (let k = 0; k < RANK_SIZE; k += 1)
          score += (now[k] as number) * (passages[place * RANK_SIZE + k] as number);
        powers[place] = score;
      }
      const most = Math.max(...powers);
      let all = 0;
      let rightOnes = 1e-12;
      for (let place = 0; place < powers.length; place += 1) {
        powers[place] = Math.exp((powers[place] as number) - most);
        all += powers[place] as number;
        if (right.has(place)) rightOnes += powers[place] as number;
      }
      for (let place = 0; place < powers.length; place += 1) {
        const power = powers[place] as number;
        const g = (weight / total) * (power / all - (right.has(place) ? power / rightOnes : 0));
        if (Math.abs(g) < MIN_GRADIENT) continue;
        for (let k = 0; k < RANK_SIZE; k += 1)
          (gradient[k] as number) += g * (passages[place * RANK_SIZE + k] as number);
      }
    }
    return gradient;
  });
  return rounded({ bias: 0, ...scale, weights: [...weights] });
}

/** Features of a question, and whether its best passage answers. */
export interface Judged {
  numbers: Float64Array;
  isRight: boolean;
  weight: number;
}

/** Fits a logistic regression of whether a question's best passage answers. */
export function fitJudge(judged: readonly Judged[]): Weights {
  const scale = scaleOf(
    judged.map(({ numbers }) => numbers),
    JUDGE_SIZE,
  );
  const rows = judged.map(({ numbers }) => scaled(numbers, scale));
  const total = judged.reduce((sum, { weight }) => sum + weight, 0);
  const all = descend(JUDGE_SIZE + 1, JUDGE_ROUNDS, (now) => {
    const gradient = now.map((weight, at) => (at < JUDGE_SIZE ? JUDGE_DECAY * weight : 0));
    for (const [at, { isRight, weight }] of judged.entries()) {
      const row = rows[at] as Float64Array;
      let sum = now[JUDGE_SIZE] as number;
      for (let k = 0; k < JUDGE_SIZE; k += 1) sum += (now[k] as number) * (row[k] as number);
      const g = (weight / total) * (1 / (1 + Math.exp(-sum)) - (isRight ? 1 : 0));
      for (let k = 0; k < JUDGE_SIZE; k += 1) (gradient[k] as number) += g * (row[k] as number);
      (gradient[JUDGE_SIZE] as number) += g;
    }
    return gradient;
  });
  return rounded({ bias: all[JUDGE_SIZE] as number, ...scale, weights: [...all.subarray(0, JUDGE_SIZE)] });
}

/** A number with five digits, which the model files have. */
export const short = (value: number): number => Number(value.toPrecision(5));
/** Weights as the model files have them. */
const rounded = ({ bias, means, deviations, weights }: Weights): Weights => ({
  bias: short(bias),
  means: means.map(short),
  deviations: deviations.map(short),
  weights: weights.map(short),
});
