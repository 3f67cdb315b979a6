/**
 * What a question has to do with each passage of the knowledge: by the meaning of sentences, which finds other words
 * for the same thing, and by words (BM25; Robertson and Zaragoza 2009), which finds names, figures and rare terms.
 */
import type { KnowledgePassage } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { createMatrixMemory, type Multiply, quantise } from '../../../providers/embedder/encoder/matrix-product.ts';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../../providers/embedder/encoder/transformer.ts';
import { createPieceMatch, type PieceMatch } from './piece-match.ts';

/** BM25's usual saturation and length weights. */
const K1 = 1.2;
const B = 0.75;
/** A word of a title or of an `Asks:` line says more about what a passage answers than one of its text. */
const FIELD_WEIGHTS = { title: 2, asks: 1.5, text: 1 };

/** By how much a later paragraph must be more like a question. */
const LATER_BY = 0.12;

/** A sentence of a passage by which it may be found. */
export interface Unit {
  passage: number;
  field: 'title' | 'asks' | 'text';
  text: string;
  /** Of a unit of text: the paragraph it stands in, from 0. */
  paragraph: number;
}

/** How near a question is to one passage; each between 0 and about 1. Those of meaning are 0 without an encoder. */
export interface Signals extends PieceMatch {
  /** Likeness to the nearest and second nearest question in its `Asks:` line. */
  ask: number;
  secondAsk: number;
  /** Likeness to its nearest sentence, and to its title. */
  sentence: number;
  title: number;
  /** BM25 over all its words, as a share of the best that any passage could have. */
  words: number;
  /** Share of the question's words, weighted by rarity, that the passage has. */
  covered: number;
  /** The same of the `Asks:` question that shares most, as a share of the words of both. */
  askCovered: number;
  /** The paragraph of its nearest sentence. */
  paragraph: number;
}

/** What is searched for. `vector` is null where no encoder could be loaded. */
export interface Query {
  text: string;
  vector: SentenceVector | null;
}

/** A twin's passages, ready to be compared with a question. */
export interface PassageIndex {
  passages: readonly KnowledgePassage[];
  /** Signals for every passage, in their order. */
  compare(query: Query): Signals[];
}

/** The sentences by which passages are found, in the order in which their vectors are expected. */
export function unitsOf(passages: readonly KnowledgePassage[]): Unit[] {
  return passages.flatMap((passage, at) => [
    { passage: at, field: 'title' as const, text: passage.title, paragraph: 0 },
    ...passage.asked.map((text) => ({ passage: at, field: 'asks' as const, text, paragraph: 0 })),
    ...passage.text.split(/\n\n/).flatMap((paragraph, number) =>
      paragraph
        .split(/(?<=[.!?:;])\s+/)
        .filter((sentence) => sentence.length > 3)
        .map((text) => ({ passage: at, field: 'text' as const, text, paragraph: number })),
    ),
  ]);
}

/**
 * @param vectors one for each of {@link unitsOf}; null where no encoder could be loaded, and words alone are compared
 * @param ignored words that stand in every question and tell nothing, such as the consultant's name
 */
export function createPassageIndex(
  passages: readonly KnowledgePassage[],
  vectors: readonly SentenceVector[] | null,
  ignored: ReadonlySet<string>,
): PassageIndex {
  const units = unitsOf(passages);
  const likeness = vectors ? loadVectors(vectors) : null;
  const matchPieces = vectors ? createPieceMatch(units, passages.length) : null;
  const counts = passages.map(() => new Map<string, number>());
  const lengths = new Float64Array(passages.length);
  const asking = new Map<string, number[]>();
  const holding = new Map<string, number[]>();
  for (const [at, unit] of units.entries()) {
    const count = counts[unit.passage] as Map<string, number>;
    const words = contentWords(unit.text);
    for (const word of words) {
      if (!count.has(word)) push(holding, word, unit.passage);
      count.set(word, (count.get(word) ?? 0) + FIELD_WEIGHTS[unit.field]);
      (lengths[unit.passage] as number) += FIELD_WEIGHTS[unit.field];
    }
    if (unit.field === 'asks') for (const word of new Set(words)) push(asking, word, at);
  }
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, passages.length);
  const rarity = (word: string): number => {
    const held = holding.get(word)?.length ?? 0;
    return Math.log(1 + (passages.length - held + 0.5) / (held + 0.5));
  };
  const unitRarity = new Float64Array(units.length);
  for (const [word, at] of asking) for (const unit of at) (unitRarity[unit] as number) += rarity(word);

  return {
    passages,
    compare({ text, vector }) {
      const found = passages.map(
        (): Signals => ({
          ask: 0,
          secondAsk: 0,
          sentence: 0,
          title: 0,
          words: 0,
          covered: 0,
          askCovered: 0,
          pieces: 0,
          piecesCovered: 0,
          leastCovered: 0,
          paragraph: 0,
        }),
      );
      const words = [...new Set(contentWords(text))].filter((word) => !ignored.has(word));
      const total = words.reduce((sum, word) => sum + rarity(word), 0);
      const shared = new Map<number, number>();
      for (const word of words) {
        const weight = rarity(word);
        for (const at of holding.get(word) ?? []) {
          const often = counts[at]?.get(word) as number;
          const norm = K1 * (1 - B + (B * (lengths[at] as number)) / averageLength);
          const signals = found[at] as Signals;
          signals.words += (weight * often) / (often + norm) / total;
          signals.covered += weight / total;
        }
        for (const unit of asking.get(word) ?? []) shared.set(unit, (shared.get(unit) ?? 0) + weight);
      }
      for (const [unit, weight] of shared) {
        const signals = found[(units[unit] as Unit).passage] as Signals;
        signals.askCovered = Math.max(signals.askCovered, weight / (total + (unitRarity[unit] as number) - weight));
      }
      if (vector && likeness && matchPieces) {
        addLikeness(found, units, likeness(vector, 1));
        for (const [at, match] of matchPieces(text).entries()) Object.assign(found[at] as Signals, match);
      }
      return found;
    },
  };
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function loadVectors(vectors: readonly SentenceVector[]): Multiply {
  const matrix = quantise(vectors.length, VECTOR_SIZE, (row, column) => vectors[row]?.[column] as number);
  return createMatrixMemory(1).load(matrix);
}

function addLikeness(found: readonly Signals[], units: readonly Unit[], alike: Float32Array): void {
  for (const [at, { passage, field, paragraph }] of units.entries()) {
    const signals = found[passage] as Signals;
    const value = alike[at] as number;
    if (field === 'title') signals.title = value;
    else if (field === 'asks') {
      signals.secondAsk = Math.max(signals.secondAsk, Math.min(signals.ask, value));
      signals.ask = Math.max(signals.ask, value);
    } else {
      // The first paragraph answers, a later one adds to it: it must be clearly nearer.
      const least = paragraph > signals.paragraph ? signals.sentence + LATER_BY : signals.sentence;
      if (value > least) signals.paragraph = paragraph;
      signals.sentence = Math.max(signals.sentence, value);
    }
  }
}
