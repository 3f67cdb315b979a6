import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { KnowledgePassage, Persona, Twin } from '@understudy/contract/twin';
import { LRUCache } from 'lru-cache';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { createWordCache } from '../../../platform/word-cache.ts';
import type { SentenceEncoder, SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { askingAbout, namesOf, plainQuestion } from '../../understanding/index.ts';
import { type About, type AnswerModel, answerProbability, type Comparison, rankPassages } from './answer-model.ts';
import {
  createPassageIndex,
  type PassageIndex,
  type Query,
  SIGNAL_NAMES,
  type Signals,
  unitsOf,
} from './passage-index.ts';
import type { EncodePassages } from './passage-vectors.ts';
import { passagesOf } from './passages.ts';

/** Where `npm run train -- answers` writes the models. */
export const ANSWER_MODEL_FILE = path.join(import.meta.dirname, 'answer-model.json');

/** The fitted models: with the encoder, and by words only. */
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

/** A visitor's question and its place in the conversation. */
interface Question {
  text: string;
  /** Its subject, as estimated by the line model. */
  about: About;
  /** The previous question, which this one may continue ('and how long does that take?'); null at the beginning. */
  previous: string | null;
  /** The last passage used; null for none. */
  told: ToldLast | null;
}

/** The last passage used, and the last of its paragraphs that was said. */
interface ToldLast {
  passage: KnowledgePassage;
  paragraph: number;
}

/** A question with its vectors, for comparison with passages. */
interface EncodedQuestion extends Query {
  about: About;
  told: ToldLast | null;
  previous: Query | null;
  /** The question after the title of the last passage used. */
  onTopic: Query | null;
}

/** A passage that may answer, and what of it. */
export interface Candidate {
  passage: KnowledgePassage;
  /** The paragraph that answers, from 0, and its sentence nearest to the question. */
  paragraph: number;
  sentence: string;
  /** Whether that paragraph answers by itself, without the first. */
  isAlone: boolean;
  /** Share of the ranking's weight, from 0 to 1: how clearly it stands out from the others. */
  share: number;
}

/** What was found for a question. */
export interface Answer {
  /** Whether to give the best passage, give it as uncertain, offer the best two, or admit that nothing is known. */
  decision: 'answer' | 'near' | 'offer' | 'unknown';
  /** Probability that the best passage answers. */
  probability: number;
  /** The best passages, best first. */
  candidates: readonly Candidate[];
}

/** A question with the title of a passage before it: the last passage used may be its subject. */
export const withTitle = ({ title }: KnowledgePassage, question: string, names: readonly string[]): string =>
  `${title}: ${plainQuestion(question, names)}`;

/** Numbers to cache, for the questions of turns in progress and the ones that continue them: two megabytes. */
const MAX_CACHED_NUMBERS = 500_000;
/** Questions of a single turn. */
const MIN_CACHED_QUESTIONS = 8;

/**
 * Creates the function that compares a question with all passages: by itself, and in its conversation. The questions of
 * a turn share the previous one, which is then also searched for by itself.
 *
 * @param units the number of texts by which the index finds passages
 */
function createCompareQuestion(index: PassageIndex, units: number): (question: EncodedQuestion) => Comparison {
  const size = 1 + units + SIGNAL_NAMES.length * index.passages.length;
  const recent = createWordCache<Signals>({ max: Math.max(MIN_CACHED_QUESTIONS, MAX_CACHED_NUMBERS / size) | 0 });
  const keyOf = ({ text, vector }: Query): string => `${vector ? 'meaning' : 'words'}:${text}`;
  const compare = (queries: readonly Query[]): Signals[] => {
    const known = queries.map((query) => recent.get(keyOf(query)));
    const missing = queries.filter((_, at) => !known[at]);
    const made = missing.length > 0 ? index.compare(missing) : [];
    for (const [at, signals] of made.entries()) recent.set(keyOf(missing[at] as Query), signals);
    return known.map((signals) => signals ?? (made.shift() as Signals));
  };
  return ({ text, vector, about, previous, onTopic, told }) => {
    const place = told ? index.passages.findIndex(({ id }) => id === told.passage.id) : -1;
    const signals = compare([{ text, vector }, ...(onTopic ? [onTopic] : []), ...(previous ? [previous] : [])]);
    return {
      text,
      about,
      own: signals[0] as Signals,
      onTopic: onTopic && (signals[1] as Signals),
      previous: previous && (signals.at(-1) as Signals),
      told: place >= 0 ? place : null,
    };
  };
}

/** A search among encoded passages. */
interface AnswerFinder {
  find(question: EncodedQuestion): Answer;
}

/** Words that any question to a consultant may contain. */
const TRADE = 'consulting consultant consultancy advice advise adviser advisor service company business';
/** Words that say nothing about the question: the consultant's name, and that it is a consultant. */
export const ignoredWords = ({ name }: Pick<Persona, 'name'>): ReadonlySet<string> =>
  new Set(contentWords(`${name} ${TRADE}`));

/** Minimum lead in similarity with which a later paragraph answers, and with which it does so without the first. */
const MIN_LATER_LEAD = 0.06;
const MIN_ALONE_LEAD = 0.25;
/** Passages to return for a question: enough to fill a model's prompt. */
const MAX_CANDIDATES = 50;

/**
 * The part of a passage that answers: its first paragraph, unless a later one is clearly nearer. In the last passage
 * used, paragraphs not yet said come before those already said, by the same rule.
 */
function candidateOf(
  { own, told }: Comparison,
  last: ToldLast | null,
  at: number,
): Omit<Candidate, 'passage' | 'share'> {
  const isTold = last !== null && told === at;
  const paragraphs = own.paragraphsOf(at);
  const isFirst = (place: number): boolean => (isTold ? place > last.paragraph : place === 0);
  const weighed = paragraphs.map(({ similarity }, place) => similarity + (isFirst(place) ? MIN_LATER_LEAD : 0));
  const paragraph = Math.max(0, weighed.indexOf(Math.max(...weighed)));
  const lead = (paragraphs[paragraph]?.similarity ?? 0) - (paragraphs[0]?.similarity ?? 0);
  return { paragraph, isAlone: isTold || lead >= MIN_ALONE_LEAD, sentence: paragraphs[paragraph]?.sentence ?? '' };
}

/** A question without accents, capitals and punctuation, for comparison by its words. */
const normalized = (question: string): string => (fold(question).match(/[\p{L}\p{N}'£€$%]+/gu) ?? []).join(' ');

/** The questions that the owner wrote for exactly one passage, each with it: the same words mean that passage. */
function writtenQuestions(passages: readonly KnowledgePassage[]): ReadonlyMap<string, KnowledgePassage> {
  const written = new Map<string, KnowledgePassage>();
  const shared = new Set<string>();
  for (const passage of passages) {
    for (const question of passage.asked.map(normalized)) {
      if (written.has(question) && written.get(question) !== passage) shared.add(question);
      written.set(question, passage);
    }
  }
  for (const question of shared) written.delete(question);
  written.delete('');
  return written;
}

/** @param vectors one for each unit of the passages; null when no encoder could be loaded */
function createAnswerFinder(
  passages: readonly KnowledgePassage[],
  vectors: readonly SentenceVector[] | null,
  persona: Pick<Persona, 'name'>,
  models: AnswerModels = shippedAnswerModels(),
): AnswerFinder {
  const index = createPassageIndex(passages, vectors, ignoredWords(persona));
  const compareQuestion = createCompareQuestion(index, vectors?.length ?? 0);
  const named = new Map(passages.map((passage) => [askingAbout(passage.called), passage]));
  const written = writtenQuestions(passages);
  return {
    find(question) {
      if (passages.length === 0) return { decision: 'unknown', probability: 0, candidates: [] };
      const passage = named.get(question.text) ?? written.get(normalized(question.text));
      if (passage)
        return {
          decision: 'answer',
          probability: 1,
          candidates: [{ passage, paragraph: 0, isAlone: true, sentence: '', share: 1 }],
        };
      const model = vectors && question.vector ? models.meaning : models.words;
      const comparison = compareQuestion(question);
      const ranked = rankPassages(model, comparison);
      const probability = answerProbability(model, comparison, ranked);
      const best = ranked[0]?.score ?? 0;
      const total = ranked.reduce((sum, { score }) => sum + Math.exp(score - best), 0);
      const candidates = ranked.slice(0, MAX_CANDIDATES).map(({ passage, score }) => ({
        passage: passages[passage] as KnowledgePassage,
        ...candidateOf(comparison, question.told, passage),
        share: Math.exp(score - best) / total,
      }));
      return { decision: decisionOf(model, probability, comparison.told !== null), probability, candidates };
    },
  };
}

/** What to do with the best passage. @param isInTalk whether a passage was used before */
function decisionOf(model: AnswerModel, probability: number, isInTalk: boolean): Answer['decision'] {
  const { answerFrom, answerFromInTalk, nearFrom, offerFrom } = model;
  if (probability >= (isInTalk ? answerFromInTalk : answerFrom)) return 'answer';
  if (probability >= nearFrom) return 'near';
  return probability >= offerFrom ? 'offer' : 'unknown';
}

/** Finds a twin's answers. Loads and encodes nothing before the first question or call of `warm`. */
export interface Answers {
  /** Compares words only while the passages are being encoded, which takes seconds the first time. */
  find(question: Question): Promise<Answer>;
  /** Resolves once nothing better is coming soon: the vectors are there, or unavailable for now. */
  warm(): Promise<void>;
}

/** Encodes passages, which are kept, and questions, which are not. */
interface SearchEncoder {
  passages: EncodePassages;
  questions: Pick<SentenceEncoder, 'encode'>;
}

/** The last texts of passages without fillers and names: twins that are tried out share nearly all of them. */
const plainUnits = new LRUCache<string, string>({ max: 20_000 });

function plainUnit(text: string, names: readonly string[]): string {
  const key = JSON.stringify([text, names]);
  const plain = plainUnits.get(key) ?? plainQuestion(text, names);
  plainUnits.set(key, plain);
  return plain;
}

/** An encoder that failed may have been stopped; one that cannot be loaded is not retried at every question. */
const RETRY_AFTER_MS = 60_000;
/** Question vectors to cache: a question is compared again with each one that continues it. */
const MAX_CACHED_QUESTIONS = 500;

/**
 * Creates the search of a twin's passages.
 *
 * @param encoder null to compare words only
 * @param timeoutMs how long a question waits for the vectors
 */
export function createAnswers(
  twin: Pick<Twin, 'knowledge' | 'persona'>,
  encoder: SearchEncoder | null,
  timeoutMs: number,
): Answers {
  const { persona } = twin;
  const passages = passagesOf(twin);
  const names = namesOf(persona);
  let finder: AnswerFinder | null = null;
  let building: Promise<void> | null = null;
  let failedAt: number | null = null;
  const build = async (): Promise<void> => {
    const texts = unitsOf(passages).map(({ text }) => plainUnit(text, names));
    const vectors = (await encoder?.passages(texts).catch(() => null)) ?? null;
    if (vectors || !encoder) finder = createAnswerFinder(passages, vectors, persona);
    else failedAt = Date.now();
  };
  const cached = createWordCache<SentenceVector>({ max: MAX_CACHED_QUESTIONS });
  const queryOf = async (text: string): Promise<Query> => {
    const plain = plainQuestion(text, names);
    const vector = cached.get(plain) ?? (await encoder?.questions.encode([plain]))?.[0] ?? null;
    if (vector) cached.set(plain, vector);
    return { text, vector };
  };
  const warm = (): Promise<void> => {
    if (failedAt !== null && Date.now() - failedAt >= RETRY_AFTER_MS) {
      failedAt = null;
      building = null;
    }
    building ??= build();
    return building;
  };
  let waited: Promise<void> | null = null;
  let wordFinder: AnswerFinder | null = null;
  return {
    warm,
    async find({ text, about, previous, told }) {
      const warming = warm();
      // All questions share one wait: once it has timed out, no later question waits again.
      waited ??= Promise.race([warming, wait(timeoutMs, undefined, { ref: false })]);
      if (!finder) await waited;
      const [asked, before, onTopic] = await Promise.all([
        queryOf(text),
        previous === null ? null : queryOf(previous),
        told === null ? null : queryOf(withTitle(told.passage, text, names)),
      ]);
      const question = { ...asked, about, told, previous: before, onTopic };
      if (finder) return finder.find(question);
      wordFinder ??= createAnswerFinder(passages, null, persona);
      return wordFinder.find(question);
    },
  };
}
