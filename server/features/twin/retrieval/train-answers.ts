/**
 * Fits the models that rank passages and judge whether the best one answers to `bench/answers/dev.jsonl` and to the
 * `Asks:` lines of three twins, each of which is asked of an index that does not hold it.
 */
import path from 'node:path';
import type { KnowledgePassage, Twin } from '@understudy/contract/twin';
import type { SentenceEncoder, SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import {
  type About,
  type AnswerModel,
  JUDGE_SIZE,
  judgeNumbers,
  linearSum,
  RANK_SIZE,
  type Ranked,
  rankNumbers,
  rankPassages,
  type Weights,
} from './answer-model.ts';
import { type AskedRow, loadAsked, type Reading, readRows } from './asked-questions.ts';
import { type AnswerModels, ignoredWords, signalsTogether } from './find-answer.ts';
import { createPassageIndex, type PassageIndex, type Query, type Signals, unitsOf } from './passage-index.ts';

/** A question with what it has in common with every passage. */
interface Case {
  twin: string;
  signals: Signals[];
  question: string;
  about: About;
  /** Places of the passages that answer. */
  right: ReadonlySet<number>;
  /** How much it counts. */
  weight: number;
}

/** How right answers are. */
export interface AnswerFigures {
  twin: string;
  answerable: number;
  /** Shares of the answerable: the right passage comes first, and is told. */
  first: number;
  right: number;
  /** Share of all for which a wrong passage is told. */
  wrong: number;
  /** The same two of passages that are told as uncertain. */
  nearRight: number;
  nearWrong: number;
  /** Share of the unanswerable for which none is told. */
  refused: number;
}

/** Every so many questions of a passage are left out of one index, and asked of it. */
const FOLDS = 5;
/** A question of an `Asks:` line was written to the passage: it counts less than one that was asked freely. */
const WRITTEN_WEIGHT = 0.3;
/** Questions of a passage that are asked in one fold. */
const MOST_WRITTEN = 2;
/** The same where its passage is taken away, when another passage may still answer it. */
const TAKEN_AWAY_WEIGHT = 0.1;

function indexOf(knowledge: readonly KnowledgePassage[], persona: Twin['persona'], vectors: Reading['vectors']) {
  const units = unitsOf(knowledge);
  const own = vectors ? units.map(({ text }) => vectors.get(text) as SentenceVector) : null;
  return createPassageIndex(knowledge, own, ignoredWords(persona));
}

function casesOf(
  { knowledge, persona }: Twin,
  twin: string,
  rows: readonly AskedRow[],
  { vectors, about }: Reading,
): Case[] {
  const queryOf = (text: string) => ({ text, vector: vectors?.get(text) ?? null });
  const index = indexOf(knowledge, persona, vectors);
  const places = new Map(knowledge.map(({ id }, at) => [id, at]));
  const asked = rows
    .filter((row) => row.twin === twin)
    .map(({ question, before, passages }) => ({
      twin,
      signals: signalsFor(index, queryOf(question), before ? queryOf(before) : null),
      question,
      about: about.get(question) as About,
      right: new Set(passages.map((id) => places.get(id) as number)),
      weight: 1,
    }));
  return asked;
}

/** A question that needs the one before it is fitted with it. */
function signalsFor(index: PassageIndex, query: Query, previous: Query | null): Signals[] {
  const own = index.compare(query);
  return previous ? signalsTogether(index, own, previous) : own;
}

/** Questions of the `Asks:` lines, each asked of an index without it; and once more without the passage. */
function writtenCases({ knowledge, persona }: Twin, twin: string, { vectors, about: known }: Reading): Case[] {
  const cases: Case[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = (_: string, at: number) => at % FOLDS !== fold;
    const index = indexOf(
      knowledge.map((passage) => ({ ...passage, asked: passage.asked.filter(kept) })),
      persona,
      vectors,
    );
    for (const [place, { asked, tags }] of knowledge.entries()) {
      // Those of a service are all of one mould.
      if (tags.includes('service')) continue;
      for (const question of asked.filter((text, at) => !kept(text, at)).slice(0, MOST_WRITTEN)) {
        const signals = index.compare({ text: question, vector: vectors?.get(question) ?? null });
        const about = known.get(question) as About;
        cases.push({ twin, signals, question, about, right: new Set([place]), weight: WRITTEN_WEIGHT });
        const others = signals.filter((_, at) => at !== place);
        cases.push({ twin, signals: others, question, about, right: new Set(), weight: TAKEN_AWAY_WEIGHT });
      }
    }
  }
  return cases;
}

const RANK_ROUNDS = 120;
const RANK_DECAY = 1e-3;
const JUDGE_ROUNDS = 600;
const JUDGE_DECAY = 3e-3;
const STEP = 0.05;
/** Smaller slopes change nothing. */
const LEAST_SLOPE = 1e-8;

/** Steps of Adam (Kingma and Ba 2015) down a slope. @param slope of the weights, the bias last */
function descend(size: number, rounds: number, slope: (weights: Float64Array) => Float64Array): Float64Array {
  const weights = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (let round = 1; round <= rounds; round += 1) {
    const g = slope(weights);
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

const scaled = (row: Float64Array, { means, deviations }: Pick<Weights, 'means' | 'deviations'>): Float64Array =>
  row.map((value, at) => (value - (means[at] as number)) / (deviations[at] as number));

/** A softmax over all passages of a question, in which those that answer are to have all of it. */
function fitRank(cases: readonly Case[]): Weights {
  const answered = cases.filter(({ right }) => right.size > 0);
  const numbers = answered.map(({ signals }) => rankNumbers(signals));
  const scale = scaleOf(numbers.flat(), RANK_SIZE);
  const rows = numbers.map((passages) => Float64Array.from(passages.flatMap((row) => [...scaled(row, scale)])));
  const total = answered.reduce((sum, { weight }) => sum + weight, 0);
  const weights = descend(RANK_SIZE, RANK_ROUNDS, (now) => {
    const slope = now.map((weight) => RANK_DECAY * weight);
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
        if (Math.abs(g) < LEAST_SLOPE) continue;
        for (let k = 0; k < RANK_SIZE; k += 1) (slope[k] as number) += g * (passages[place * RANK_SIZE + k] as number);
      }
    }
    return slope;
  });
  return rounded({ bias: 0, ...scale, weights: [...weights] });
}

interface Judged {
  numbers: Float64Array;
  isRight: boolean;
  weight: number;
}

const judgedOf = ({ signals, question, about, right, weight }: Case, rank: Weights): Judged => {
  const ranked = rankPassages({ rank }, signals);
  const [first] = ranked as [Ranked];
  return { numbers: judgeNumbers(signals, ranked, question, about), isRight: right.has(first.passage), weight };
};

/** Logistic regression. */
function fitJudge(judged: readonly Judged[]): Weights {
  const scale = scaleOf(
    judged.map(({ numbers }) => numbers),
    JUDGE_SIZE,
  );
  const rows = judged.map(({ numbers }) => scaled(numbers, scale));
  const total = judged.reduce((sum, { weight }) => sum + weight, 0);
  const all = descend(JUDGE_SIZE + 1, JUDGE_ROUNDS, (now) => {
    const slope = now.map((weight, at) => (at < JUDGE_SIZE ? JUDGE_DECAY * weight : 0));
    for (const [at, { isRight, weight }] of judged.entries()) {
      const row = rows[at] as Float64Array;
      let sum = now[JUDGE_SIZE] as number;
      for (let k = 0; k < JUDGE_SIZE; k += 1) sum += (now[k] as number) * (row[k] as number);
      const g = (weight / total) * (1 / (1 + Math.exp(-sum)) - (isRight ? 1 : 0));
      for (let k = 0; k < JUDGE_SIZE; k += 1) (slope[k] as number) += g * (row[k] as number);
      (slope[JUDGE_SIZE] as number) += g;
    }
    return slope;
  });
  return rounded({ bias: all[JUDGE_SIZE] as number, ...scale, weights: [...all.subarray(0, JUDGE_SIZE)] });
}

const short = (value: number): number => Number(value.toPrecision(5));
const rounded = ({ bias, means, deviations, weights }: Weights): Weights => ({
  bias: short(bias),
  means: means.map(short),
  deviations: deviations.map(short),
  weights: weights.map(short),
});

/** What happens to a question whose best passage has a probability. */
interface Outcome {
  probability: number;
  isRight: boolean;
  isAnswerable: boolean;
}

const outcomesOf = (cases: readonly Case[], model: Pick<AnswerModel, 'rank' | 'judge'>): Outcome[] =>
  cases.map((one) => {
    const { numbers, isRight } = judgedOf(one, model.rank);
    const probability = 1 / (1 + Math.exp(-linearSum(model.judge, numbers)));
    return { probability, isRight, isAnswerable: one.right.size > 0 };
  });

const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);

function figuresOf(
  twin: string,
  outcomes: readonly Outcome[],
  { answerFrom, nearFrom }: Pick<AnswerModel, 'answerFrom' | 'nearFrom'>,
): AnswerFigures {
  const answerable = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const told = outcomes.filter(({ probability }) => probability >= answerFrom);
  const near = outcomes.filter(({ probability }) => probability < answerFrom && probability >= nearFrom);
  const unanswerable = outcomes.length - answerable.length;
  return {
    twin,
    answerable: answerable.length,
    first: share(answerable.filter(({ isRight }) => isRight).length, answerable.length),
    right: share(told.filter(({ isRight }) => isRight).length, answerable.length),
    wrong: share(told.filter(({ isRight }) => !isRight).length, outcomes.length),
    nearRight: share(near.filter(({ isRight }) => isRight).length, answerable.length),
    nearWrong: share(near.filter(({ isRight }) => !isRight).length, outcomes.length),
    refused: 1 - share(told.filter(({ isAnswerable }) => !isAnswerable).length, unanswerable),
  };
}

/** Share of all questions for which a wrong passage may be told outright. */
const MOST_WRONG = 0.05;
/** What a wrong passage that is told as uncertain costs, beside the worth of a right one. */
const NEAR_COST = 1;
/** Of a passage that is less sure by this, its topic is offered: that costs a visitor nothing. */
const OFFER_SHARE = 0.4;

const byProbability = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.toSorted((one, other) => other.probability - one.probability);

/** The lowest threshold at which no more wrong passages are told than may be. */
function tellFrom(outcomes: readonly Outcome[]): number {
  const sorted = byProbability(outcomes);
  let wrong = 0;
  for (const { isRight, probability } of sorted) {
    if (!isRight) wrong += 1;
    if (wrong > MOST_WRONG * sorted.length) return short(probability + 1e-4);
  }
  return 0;
}

/** The threshold from which right passages are worth most, less what wrong ones cost. */
function nearFromOf(outcomes: readonly Outcome[]): number {
  const sorted = byProbability(outcomes);
  let worth = 0;
  let best = { worth: 0, from: 1 };
  for (const [place, { isRight, probability }] of sorted.entries()) {
    worth += isRight ? 1 : -NEAR_COST;
    const next = sorted[place + 1]?.probability ?? 0;
    if (worth > best.worth) best = { worth, from: short((probability + next) / 2) };
  }
  return best.from;
}

function fit(cases: readonly Case[], folds: readonly Case[]): Pick<AnswerModel, 'rank' | 'judge'> {
  const rank = fitRank([...cases, ...folds]);
  return { rank, judge: fitJudge([...cases, ...folds].map((one) => judgedOf(one, rank))) };
}

/**
 * @param root the project's root
 * @returns the models, with figures for each twin whose questions were left out
 */
export async function trainAnswers(
  root: string,
  encoder: SentenceEncoder,
): Promise<{ models: AnswerModels; figures: Record<keyof AnswerModels, AnswerFigures[]> }> {
  const rows = readRows(path.join(root, 'bench/answers/dev.jsonl'));
  const twins = await loadAsked(root, encoder, rows);
  const fitted = (by: keyof AnswerModels) => {
    const asked = [...twins].flatMap(([name, own]) => casesOf(own.twin, name, rows, own[by]));
    const written = [...twins].flatMap(([name, own]) => writtenCases(own.twin, name, own[by]));
    const leftOut = [...twins.keys()].map((name) => {
      const others = (one: Case) => one.twin !== name;
      const model = fit(asked.filter(others), written.filter(others));
      return {
        name,
        outcomes: outcomesOf(
          asked.filter((one) => !others(one)),
          model,
        ),
      };
    });
    const all = leftOut.flatMap(({ outcomes }) => outcomes);
    const answerFrom = tellFrom(all);
    const nearFrom = nearFromOf(all);
    const offerFrom = short(nearFrom * OFFER_SHARE);
    const model: AnswerModel = { ...fit(asked, written), answerFrom, nearFrom, offerFrom };
    return { model, figures: leftOut.map(({ name, outcomes }) => figuresOf(name, outcomes, model)) };
  };
  const [meaning, words] = [fitted('meaning'), fitted('words')];
  return {
    models: { meaning: meaning.model, words: words.model },
    figures: { meaning: meaning.figures, words: words.figures },
  };
}

/** How right the shipped models are on questions they were not fitted to. */
export async function measureAnswers(
  root: string,
  encoder: SentenceEncoder,
  models: AnswerModels,
): Promise<Record<keyof AnswerModels, AnswerFigures[]>> {
  const rows = readRows(path.join(root, 'bench/answers/test.jsonl'));
  const twins = await loadAsked(root, encoder, rows);
  const figures = (by: keyof AnswerModels) =>
    [...twins].map(([name, own]) =>
      figuresOf(name, outcomesOf(casesOf(own.twin, name, rows, own[by]), models[by]), models[by]),
    );
  return { meaning: figures('meaning'), words: figures('words') };
}
