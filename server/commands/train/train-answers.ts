import type { KnowledgePassage, Twin } from '@understudy/contract/twin';
import {
  type About,
  type AnswerModel,
  judgeFeatures,
  linearSum,
  type Ranked,
  rankPassages,
  type Weights,
} from '../../features/twin/retrieval/answer-model.ts';
import { type AnswerModels, ignoredWords, withTitle } from '../../features/twin/retrieval/find-answer.ts';
import {
  createPassageIndex,
  type PassageIndex,
  SIGNAL_NAMES,
  type Signals,
  unitsOf,
} from '../../features/twin/retrieval/passage-index.ts';
import { namesOf } from '../../features/understanding/index.ts';
import type { SentenceEncoder, SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { type Asked, type AskedTwin, type EncodedQuestions, loadAsked } from './asked-questions.ts';
import { fitJudge, fitRank, type Judged, type RankCase, short } from './fit-answer-model.ts';

/** A question of a twin, compared with every passage. */
interface Case extends RankCase {
  twin: string;
  kind: Asked['kind'] | 'written';
}

/** Figures for one kind of question of a twin; shares are 0 to 1. */
interface AnswerFigures {
  twin: string;
  kind: (typeof KINDS)[number];
  answerable: number;
  /** Shares of the answerable questions: the right passage is ranked first, and given. */
  first: number;
  right: number;
  /** Share of all questions with a wrong passage given. */
  wrong: number;
  /** The same two shares for passages given as uncertain. */
  nearRight: number;
  nearWrong: number;
  /** Share of the unanswerable questions with no passage given. */
  refused: number;
}

/** One in this many questions of a passage is left out of an index and asked of it. */
const FOLDS = 5;
/** Lower, because a question of an `Asks:` line was written for the passage, unlike one asked freely. */
const WRITTEN_WEIGHT = 0.3;
/** Maximum number of questions per passage in one fold. */
const MAX_WRITTEN = 2;
/** The weight when the passage is removed, since another passage may still answer the question. */
const TAKEN_AWAY_WEIGHT = 0.1;
/** The weight of a question that is asked again after another one. */
const AFTER_ANOTHER_WEIGHT = 0.5;
/** Largest acceptable share of questions with a wrong passage given as certain. */
const MAX_WRONG = 0.05;
/** An uncertain answer must be more likely right than wrong. */
const NEAR_FROM = 0.5;
/** Below that, topics are offered down to this probability: readers prefer them to a guess. */
const OFFER_FROM = 0.15;

/** The kinds of questions for which figures are printed. */
const KINDS = ['alone', 'in a talk'] as const;

/** An index of passages. @param vectors by text; null to compare by words alone */
function indexOf(
  knowledge: readonly KnowledgePassage[],
  persona: Twin['persona'],
  vectors: EncodedQuestions['vectors'],
) {
  const units = unitsOf(knowledge);
  const own = vectors ? units.map(({ text }) => vectors.get(text) as SentenceVector) : null;
  return createPassageIndex(knowledge, own, ignoredWords(persona));
}

/**
 * Compares questions in their context.
 *
 * @param rank finds the passage for the previous question when the row does not name it; null leaves such questions out
 */
function casesOf(
  { knowledge, persona }: Twin,
  twin: string,
  { vectors, asked }: EncodedQuestions,
  rank: Weights | null,
): Case[] {
  const index = indexOf(knowledge, persona, vectors);
  const names = namesOf(persona);
  const compare = (text: string) => signalsIn(index, text, vectors);
  const places = new Map(knowledge.map(({ id }, at) => [id, at]));
  return asked.flatMap(({ question, about, before, told, passages, kind }): Case[] => {
    if (told === undefined && !rank) return [];
    const previous = before === null ? null : compare(before);
    const alone = previous && { text: before ?? '', about, own: previous, onTopic: null, previous: null, told: null };
    const ranked = alone && rank ? rankPassages({ rank }, alone)[0]?.passage : null;
    const place = (told === undefined ? ranked : told === null ? null : places.get(told)) ?? null;
    const passage = place === null ? undefined : knowledge[place];
    const onTopic = passage ? compare(withTitle(passage, question, names)) : null;
    return [
      {
        twin,
        comparison: { text: question, about, own: compare(question), onTopic, previous, told: place },
        right: new Set(passages.map((id) => places.get(id) as number)),
        weight: kind === 'after another' ? AFTER_ANOTHER_WEIGHT : 1,
        kind,
      },
    ];
  });
}

/** A question's signals for every passage. */
function signalsIn(index: PassageIndex, text: string, vectors: EncodedQuestions['vectors']): Signals {
  return index.compare([{ text, vector: vectors?.get(text) ?? null }])[0] as Signals;
}

/** The signals as if a passage did not exist. */
const withoutPassage = (signals: Signals, passage: number): Signals => ({
  ...signals,
  ...(Object.fromEntries(SIGNAL_NAMES.map((name) => [name, signals[name].filter((_, at) => at !== passage)])) as Omit<
    Signals,
    'paragraphsOf'
  >),
  paragraphsOf: (at) => signals.paragraphsOf(at < passage ? at : at + 1),
});

/** The questions of the `Asks:` lines, each compared with an index without it, and again without its passage. */
function writtenCases({ knowledge, persona }: Twin, twin: string, { vectors, about: known }: EncodedQuestions): Case[] {
  const cases: Case[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = (_: string, at: number) => at % FOLDS !== fold;
    const index = indexOf(
      knowledge.map((passage) => ({ ...passage, asked: passage.asked.filter(kept) })),
      persona,
      vectors,
    );
    for (const [place, { asked, tags }] of knowledge.entries()) {
      // All services have questions of the same form.
      if (tags.includes('service')) continue;
      for (const text of asked.filter((_, at) => at % FOLDS === fold).slice(0, MAX_WRITTEN)) {
        const own = signalsIn(index, text, vectors);
        const about = known.get(text) as About;
        const comparison = { text, about, own, onTopic: null, previous: null, told: null };
        const without = { ...comparison, own: withoutPassage(own, place) };
        cases.push(
          { twin, comparison, right: new Set([place]), weight: WRITTEN_WEIGHT, kind: 'written' },
          { twin, comparison: without, right: new Set(), weight: TAKEN_AWAY_WEIGHT, kind: 'written' },
        );
      }
    }
  }
  return cases;
}

/** A question for the judge: the features of its best passage, and whether that answers. */
const judgedOf = ({ comparison, right, weight }: Case, rank: Weights): Judged => {
  const ranked = rankPassages({ rank }, comparison);
  const [first] = ranked as [Ranked];
  return { numbers: judgeFeatures(comparison, ranked), isRight: right.has(first.passage), weight };
};

/** The result for a question, with the best passage's probability. */
interface Outcome {
  probability: number;
  isRight: boolean;
  isAnswerable: boolean;
  kind: Case['kind'];
  /** Whether a passage was used before. */
  isInTalk: boolean;
}

/** What a model does with the questions. */
const outcomesOf = (cases: readonly Case[], model: Pick<AnswerModel, 'rank' | 'judge'>): Outcome[] =>
  cases.map((one) => {
    const { numbers, isRight } = judgedOf(one, model.rank);
    const probability = 1 / (1 + Math.exp(-linearSum(model.judge, numbers)));
    const isInTalk = one.comparison.told !== null;
    return { probability, isRight, isAnswerable: one.right.size > 0, kind: one.kind, isInTalk };
  });

const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);

/** The probabilities from which a passage is given. */
type Thresholds = Pick<AnswerModel, 'answerFrom' | 'answerFromInTalk' | 'nearFrom'>;

/** Column heads of the printed figures, in per cent except for the first three, with their meaning. */
export const FIGURE_HEADS = [
  'twin',
  'asked',
  'answerable',
  'right first, %',
  'told right, %',
  'told wrong, %',
  'unsure, right, %',
  'unsure, wrong, %',
  'refused, %',
];
/** The cells of a row of these columns. */
export const figureCells = ({ twin, kind, answerable, ...shares }: AnswerFigures): string[] => [
  twin,
  kind,
  String(answerable),
  ...[shares.first, shares.right, shares.wrong, shares.nearRight, shares.nearWrong, shares.refused].map((one) =>
    (100 * one).toFixed(1),
  ),
];

/** The figures of a twin for each kind of question. */
const allFiguresOf = (twin: string, outcomes: readonly Outcome[], thresholds: Thresholds): AnswerFigures[] =>
  KINDS.map((kind) => ({
    twin,
    kind,
    ...figuresOf(
      outcomes.filter((one) => one.kind === kind),
      thresholds,
    ),
  }));

function figuresOf(outcomes: readonly Outcome[], { answerFrom, answerFromInTalk, nearFrom }: Thresholds) {
  const isTold = ({ probability, isInTalk }: Outcome) => probability >= (isInTalk ? answerFromInTalk : answerFrom);
  const answerable = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const told = outcomes.filter(isTold);
  const near = outcomes.filter((one) => !isTold(one) && one.probability >= nearFrom);
  const unanswerable = outcomes.length - answerable.length;
  return {
    answerable: answerable.length,
    first: share(answerable.filter(({ isRight }) => isRight).length, answerable.length),
    right: share(told.filter(({ isRight }) => isRight).length, answerable.length),
    wrong: share(told.filter(({ isRight }) => !isRight).length, outcomes.length),
    nearRight: share(near.filter(({ isRight }) => isRight).length, answerable.length),
    nearWrong: share(near.filter(({ isRight }) => !isRight).length, outcomes.length),
    refused: 1 - share(told.filter(({ isAnswerable }) => !isAnswerable).length, unanswerable),
  };
}

const byProbability = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.toSorted((one, other) => other.probability - one.probability);

/** The lowest threshold that gives no more wrong passages than acceptable. */
function answerThreshold(outcomes: readonly Outcome[]): number {
  const sorted = byProbability(outcomes);
  let wrong = 0;
  for (const { isRight, probability } of sorted) {
    if (!isRight) wrong += 1;
    if (wrong > MAX_WRONG * sorted.length) return short(probability + 1e-4);
  }
  return 0;
}

/** Whether the row does not name the last passage used. */
const isWithoutTold = ({ told }: Asked): boolean => told === undefined;

/**
 * All cases of some twins; a first ranking of the others supplies the last passage used for questions that do not name
 * it.
 */
function allCases(twins: readonly [string, AskedTwin][], by: keyof AnswerModels): { cases: Case[]; rank: Weights } {
  const of = (isWanted: (one: Asked) => boolean, rank: Weights | null) =>
    twins.flatMap(([name, { twin, [by]: reading }]) =>
      casesOf(twin, name, { ...reading, asked: reading.asked.filter(isWanted) }, rank),
    );
  const plain = of((one) => !isWithoutTold(one), null);
  const written = twins.flatMap(([name, own]) => writtenCases(own.twin, name, own[by]));
  const rank = fitRank([...plain, ...written]);
  return { cases: [...plain, ...written, ...of(isWithoutTold, rank)], rank };
}

/** Fits a model to all cases. */
function fit(cases: readonly Case[]): Pick<AnswerModel, 'rank' | 'judge'> {
  const rank = fitRank(cases);
  return { rank, judge: fitJudge(cases.map((one) => judgedOf(one, rank))) };
}

/**
 * Fits the models that rank passages and judge the best one. The examples are `bench/answers/dev.jsonl` and the `Asks:`
 * lines of three twins, each of which is asked of an index that does not contain it.
 *
 * @param root the project's root
 * @returns the models, with figures for each twin when its questions were left out
 */
export async function trainAnswers(
  root: string,
  encoder: SentenceEncoder,
): Promise<{ models: AnswerModels; figures: Record<keyof AnswerModels, AnswerFigures[]> }> {
  const twins = [...(await loadAsked(root, encoder, 'dev'))];
  const fitted = (by: keyof AnswerModels) => {
    const leftOut = twins.map(([name, own]) => {
      const others = allCases(
        twins.filter(([other]) => other !== name),
        by,
      );
      const model = fit(others.cases);
      return { name, outcomes: outcomesOf(casesOf(own.twin, name, own[by], others.rank), model) };
    });
    const all = leftOut.flatMap(({ outcomes }) => outcomes).filter(({ kind }) => kind !== 'after another');
    const model: AnswerModel = {
      ...fit(allCases(twins, by).cases),
      answerFrom: answerThreshold(all.filter(({ isInTalk }) => !isInTalk)),
      answerFromInTalk: answerThreshold(all.filter(({ isInTalk }) => isInTalk)),
      nearFrom: NEAR_FROM,
      offerFrom: OFFER_FROM,
    };
    return { model, figures: leftOut.flatMap(({ name, outcomes }) => allFiguresOf(name, outcomes, model)) };
  };
  const [meaning, words] = [fitted('meaning'), fitted('words')];
  return {
    models: { meaning: meaning.model, words: words.model },
    figures: { meaning: meaning.figures, words: words.figures },
  };
}

/** Evaluates models on the questions of `bench/answers/test.jsonl`, to which the shipped ones were not fitted. */
export async function measureAnswers(
  root: string,
  encoder: SentenceEncoder,
  models: AnswerModels,
): Promise<Record<keyof AnswerModels, AnswerFigures[]>> {
  const twins = [...(await loadAsked(root, encoder, 'test'))];
  const figures = (by: keyof AnswerModels) =>
    twins.flatMap(([name, own]) =>
      allFiguresOf(name, outcomesOf(casesOf(own.twin, name, own[by], models[by].rank), models[by]), models[by]),
    );
  return { meaning: figures('meaning'), words: figures('words') };
}
