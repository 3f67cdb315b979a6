/** Finds the passages that answer a question, and tells how sure that is. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { KnowledgePassage, Persona, Twin } from '@understudy/contract/twin';
import { LRUCache } from 'lru-cache';
import { contentWords } from '../../../platform/text/words.ts';
import type { SentenceEncoder, SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { askingAbout } from '../../understanding/choice.ts';
import { namesOf } from '../../understanding/consultant.ts';
import { plainQuestion } from '../../understanding/plain-question.ts';
import {
  type About,
  type AnswerModel,
  answerProbability,
  type Ranked,
  rankPassages,
  SIGNAL_NAMES,
} from './answer-model.ts';
import { createPassageIndex, type PassageIndex, type Query, type Signals, unitsOf } from './passage-index.ts';
import type { EncodePassages } from './passage-vectors.ts';
import { passagesOf } from './service-passages.ts';

/** Where `npm run train -- answers` writes the models. */
export const ANSWER_MODEL_FILE = path.join(import.meta.dirname, 'answer-model.json');

/** The fitted models: with the encoder, and by words alone. */
export interface AnswerModels {
  meaning: AnswerModel;
  words: AnswerModel;
}

let shipped: AnswerModels | undefined;
/** The models that ship with the product; read once. */
export function shippedAnswerModels(): AnswerModels {
  shipped ??= JSON.parse(readFileSync(ANSWER_MODEL_FILE, 'utf8')) as AnswerModels;
  return shipped;
}

/** What a visitor asks. */
export interface Question {
  text: string;
  /** What it is about, as far as the line model can tell. */
  about: About;
  /** The question before, which this one may go on from ('and how long does that take?'); null at the beginning. */
  previous: string | null;
  /** What was told last; null where nothing was. */
  told: ToldLast | null;
}

/** The passage that was told last, and which of its paragraphs was the last of it. */
export interface ToldLast {
  passage: KnowledgePassage;
  paragraph: number;
}

/** A question with its meaning, as passages are compared with it. */
export interface EncodedQuestion extends Query {
  about: About;
  told: ToldLast | null;
  /** Gives what it may go on from; asked only where that matters. */
  context(): Promise<Context>;
}

/** What a question may go on from. */
export interface Context {
  /** The question before. */
  previous: Query | null;
  /** The question behind the title of the passage that was told last. */
  onTopic: Query | null;
}

/** A passage that may answer. */
export interface Candidate {
  passage: KnowledgePassage;
  /** The paragraph of it that is nearest to the question, from 0. */
  paragraph: number;
  /** Whether that paragraph answers by itself, without the first. */
  isAlone: boolean;
}

/** What was found for a question. */
export interface Answer {
  /** Whether the best passage is told, is told as uncertain, the best two are offered, or nothing is known. */
  decision: 'answer' | 'near' | 'offer' | 'unknown';
  /** How probable it is that the best passage answers. */
  probability: number;
  /** All passages, best first. */
  candidates: readonly Candidate[];
}

/** A question as it was compared with all passages. */
export interface Reading {
  signals: Signals[];
  ranked: Ranked[];
  /** How probable it is that the best passage answers. */
  probability: number;
}

/**
 * Reads a question by itself, with the question before it, and behind the title of the passage that was told last, and
 * takes the surest reading. What does not look as if it went on counts less in the last two, and only where it is not
 * found by itself.
 */
export async function bestReading(
  index: PassageIndex,
  model: AnswerModel,
  question: EncodedQuestion,
): Promise<Reading> {
  const { text, about, told } = question;
  const read = (signals: Signals[], isLeftOut = (_: number) => false): Reading => {
    const ranked = rankPassages(model, signals).filter(({ passage }) => !isLeftOut(passage));
    if (ranked.length === 0) return { signals, ranked, probability: 0 };
    return { signals, ranked, probability: answerProbability(model, signals, ranked, text, about) };
  };
  const alone = read(index.compare(question));
  const goesOn = mayGoOn(text);
  if (!goesOn && alone.probability >= model.nearFrom) return alone;
  const { previous, onTopic } = await question.context();
  const inContext = [
    ...(previous ? [signalsTogether(index, alone.signals, previous)] : []),
    ...(onTopic ? [index.compare(onTopic)] : []),
  ].map((signals) => read(signals, isToldAgain(index, signals, told)));
  return inContext
    .map((reading) => ({ ...reading, probability: reading.probability - (goesOn ? IN_CONTEXT : CHANGED_TOPIC) }))
    .reduce((best, one) => (one.probability > best.probability ? one : best), alone);
}

/** Finds answers. */
export interface AnswerFinder {
  find(question: EncodedQuestion): Promise<Answer>;
}

const FOLLOWUP_CHARS = 60;
/** What points back to something that was said. */
const POINTS_BACK = /^(?:and|but|or|so|also|what about|how about)\b|\b(?:it|that|this|those|these|them|there|one)\b/i;
/** How much the question before counts then. */
const PREVIOUS_SHARE = 0.4;
/** How much less sure a reading in context is, and one of a question that may change the topic. */
const IN_CONTEXT = 0.05;
const CHANGED_TOPIC = 0.15;

/** What every question to a consultant may hold. */
const TRADE = 'consulting consultant consultancy advice advise adviser advisor service company business';
/** Words that tell nothing of what is asked: the consultant's name, and that it is a consultant. */
export const ignoredWords = ({ name }: Pick<Persona, 'name'>): ReadonlySet<string> =>
  new Set(contentWords(`${name} ${TRADE}`));

/** How much nearer than the first paragraph a later one is that is told without it. */
const ALONE_FROM = 0.25;

/**
 * In context everything is near to what was told last. What stands on the screen is no answer to what is asked next; a
 * later paragraph of it may be.
 */
const isToldAgain =
  ({ passages }: PassageIndex, signals: readonly Signals[], told: ToldLast | null) =>
  (at: number): boolean =>
    told !== null && passages[at]?.id === told.passage.id && (signals[at] as Signals).paragraph <= told.paragraph;

/** Whether a question may go on from the one before it. */
const mayGoOn = (text: string): boolean =>
  text.length <= FOLLOWUP_CHARS && (POINTS_BACK.test(text) || contentWords(text).length === 0);

/** What a question and the one before it have to do with each passage together. */
export function signalsTogether(index: PassageIndex, own: readonly Signals[], previous: Query): Signals[] {
  const earlier = index.compare(previous);
  return own.map((signals, at) => {
    const before = earlier[at] as Signals;
    const mixed = { ...signals };
    for (const name of SIGNAL_NAMES) mixed[name] = (1 - PREVIOUS_SHARE) * signals[name] + PREVIOUS_SHARE * before[name];
    return mixed;
  });
}

/**
 * @param vectors one for each unit of the passages; null where no encoder could be loaded
 */
export function createAnswerFinder(
  passages: readonly KnowledgePassage[],
  vectors: readonly SentenceVector[] | null,
  persona: Pick<Persona, 'name'>,
  models: AnswerModels = shippedAnswerModels(),
): AnswerFinder {
  const index = createPassageIndex(passages, vectors, ignoredWords(persona));
  const named = new Map(passages.map((passage) => [askingAbout(passage.called), passage]));
  return {
    async find(question) {
      if (passages.length === 0) return { decision: 'unknown', probability: 0, candidates: [] };
      const passage = named.get(question.text);
      if (passage)
        return { decision: 'answer', probability: 1, candidates: [{ passage, paragraph: 0, isAlone: true }] };
      const model = vectors && question.vector ? models.meaning : models.words;
      const { signals, ranked, probability } = await bestReading(index, model, question);
      const candidates = ranked.map(({ passage }) => ({
        passage: passages[passage] as KnowledgePassage,
        paragraph: (signals[passage] as Signals).paragraph,
        isAlone:
          (signals[passage] as Signals).lead >= ALONE_FROM ||
          (question.told !== null && passages[passage]?.id === question.told.passage.id),
      }));
      return { decision: decisionOf(model, probability), probability, candidates };
    },
  };
}

function decisionOf({ answerFrom, nearFrom, offerFrom }: AnswerModel, probability: number): Answer['decision'] {
  if (probability >= answerFrom) return 'answer';
  if (probability >= nearFrom) return 'near';
  return probability >= offerFrom ? 'offer' : 'unknown';
}

/** Finds answers of a twin; nothing is read or encoded before the first question, or before it is asked to. */
export interface Answers {
  /** By words alone while the vectors of the passages are being made, which takes seconds the first time. */
  find(question: Question): Promise<Answer>;
  /** Resolves once nothing better will come: the vectors are there, or cannot be had. */
  warm(): Promise<void>;
}

/** Encodes passages, which are kept, and questions, which are not. */
export interface SearchEncoder {
  passages: EncodePassages;
  questions: Pick<SentenceEncoder, 'encode'>;
}

/** Questions whose vectors are kept: the one before is compared again with each that goes on from it. */
const KEPT_QUESTIONS = 500;

/**
 * @param encoder null to go by words alone
 * @param patienceMs how long a question waits for the vectors
 */
export function createAnswers(
  twin: Pick<Twin, 'knowledge' | 'persona'>,
  encoder: SearchEncoder | null,
  patienceMs: number,
): Answers {
  const { persona } = twin;
  const passages = passagesOf(twin);
  const names = namesOf(persona);
  let finder: AnswerFinder | null = null;
  let learning: Promise<void> | null = null;
  const learn = async (): Promise<void> => {
    const texts = unitsOf(passages).map(({ text }) => plainQuestion(text, names));
    const vectors = await encoder?.passages(texts).catch(() => null);
    finder = createAnswerFinder(passages, vectors ?? null, persona);
  };
  const kept = new LRUCache<string, SentenceVector>({ max: KEPT_QUESTIONS });
  const queryOf = async (text: string): Promise<Query> => {
    const plain = plainQuestion(text, names);
    const vector = kept.get(plain) ?? (await encoder?.questions.encode([plain]))?.[0] ?? null;
    if (vector) kept.set(plain, vector);
    return { text, vector };
  };
  const warm = (): Promise<void> => {
    learning ??= learn();
    return learning;
  };
  let wordFinder: AnswerFinder | null = null;
  return {
    warm,
    async find({ text, about, previous, told }) {
      if (!finder) await Promise.race([warm(), wait(patienceMs, undefined, { ref: false })]);
      const question = {
        ...(await queryOf(text)),
        about,
        told,
        context: async () => ({
          previous: previous === null ? null : await queryOf(previous),
          onTopic: told === null ? null : await queryOf(`${told.passage.title}: ${plainQuestion(text, names)}`),
        }),
      };
      if (finder) return finder.find(question);
      wordFinder ??= createAnswerFinder(passages, null, persona);
      return wordFinder.find(question);
    },
  };
}
