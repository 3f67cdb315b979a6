import type { KnowledgePassage } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { loadMatrix, type Matrix, quantise } from '../../../providers/embedder/encoder/matrix-product.ts';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../../providers/embedder/encoder/transformer.ts';

/** BM25's usual saturation and length weights. */
const K1 = 1.2;
const B = 0.75;
/** A word of a title or an `Asks:` line says more about what a passage answers than a word of its text. */
const FIELD_WEIGHTS = { title: 2, asks: 1.5, sentence: 1 };

/** Queries that one comparison takes: a question, the one before, and the question after a title. */
const MAX_QUERIES = 3;
/** Questions of an `Asks:` line that count together, because a single one may be near by chance. */
const NEAREST_ASKS = 3;

/** A passage with questions that count only when a question mentions one of the subject's names. */
export interface SearchPassage extends KnowledgePassage {
  named?: { alias: string; question: string; paragraph: number }[];
}

/** A text by which a passage can be found: its title, a question of its `Asks:` line, a paragraph or a sentence. */
interface Unit {
  passage: number;
  field: 'title' | 'asks' | 'named' | 'paragraph' | 'sentence';
  /** For a named question: the words of the name. */
  name?: readonly string[];
  /** A paragraph is prefixed with the title, which often says what it is about. */
  text: string;
  /** Paragraph of the text or, for a named question, of its answer; from 0. */
  paragraph: number;
}

/**
 * Similarity of a question to one passage; each value between 0 and about 1. Those of meaning are 0 without an encoder.
 */
export interface Signals {
  /** Similarity to the nearest of the title and the `Asks:` questions; `asks` is the average of the three nearest. */
  ask: number;
  asks: number;
  /** Similarity to the nearest sentence, to the nearest paragraph and to the title. */
  sentence: number;
  inContext: number;
  title: number;
  /** BM25 over all its words, as a share of the best possible value of any passage. */
  words: number;
  /** Share of the question's words that the passage contains, weighted by rarity. */
  covered: number;
  /** The same for the `Asks:` question that shares most, as a share of the words of both. */
  askCovered: number;
  /** Its paragraphs in order; empty without an encoder. */
  paragraphs: ParagraphSignals[];
}

/** Similarity of a question to one paragraph. */
interface ParagraphSignals {
  /** Similarity to the paragraph or to its nearest sentence, whichever is greater. */
  similarity: number;
  /** The nearest sentence. */
  sentence: string;
}

/** A search query. `vector` is null when no encoder could be loaded. */
export interface Query {
  text: string;
  vector: SentenceVector | null;
}

/** A twin's passages, ready for comparison with a question. */
export interface PassageIndex {
  passages: readonly KnowledgePassage[];
  /** For each query, signals for every passage in their order. Takes at most {@link MAX_QUERIES}. */
  compare(queries: readonly Query[]): Signals[][];
}

/** The texts by which passages are found, in the order in which their vectors are expected. */
export function unitsOf(passages: readonly SearchPassage[]): Unit[] {
  return passages.flatMap((passage, at) => [
    { passage: at, field: 'title' as const, text: passage.title, paragraph: 0 },
    ...passage.asked.map((text) => ({ passage: at, field: 'asks' as const, text, paragraph: 0 })),
    ...(passage.named ?? []).map(({ alias, question, paragraph }) => ({
      passage: at,
      field: 'named' as const,
      text: question,
      name: contentWords(alias),
      paragraph,
    })),
    ...passage.text.split(/\n\n/).flatMap((paragraph, number) => [
      { passage: at, field: 'paragraph' as const, text: `${passage.title}. ${paragraph}`, paragraph: number },
      ...paragraph
        .split(/(?<=[.!?:;])\s+/)
        .filter((sentence) => sentence.length > 3)
        .map((text) => ({ passage: at, field: 'sentence' as const, text, paragraph: number })),
    ]),
  ]);
}

/**
 * Creates the index that compares a question with each passage of the knowledge: by the meaning of sentences, which
 * finds other words for the same thing, and by words (BM25; Robertson and Zaragoza 2009), which finds names, figures
 * and rare terms.
 *
 * @param vectors one for each of {@link unitsOf}; null when no encoder could be loaded, to compare words only
 * @param ignored words that occur in every question and say nothing, such as the consultant's name
 */
export function createPassageIndex(
  passages: readonly SearchPassage[],
  vectors: readonly SentenceVector[] | null,
  ignored: ReadonlySet<string>,
): PassageIndex {
  const units = unitsOf(passages);
  const multiply = vectors?.length ? loadVectors(vectors) : null;
  const counts = passages.map(() => new Map<string, number>());
  const lengths = new Float64Array(passages.length);
  const asking = new Map<string, number[]>();
  const holding = new Map<string, number[]>();
  for (const [at, unit] of units.entries()) {
    // Its words also occur in its sentences, or in other named questions.
    if (unit.field === 'paragraph' || unit.field === 'named') continue;
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

  /** The signals of words, and the query's words. */
  const compareWords = (text: string): { found: Signals[]; words: ReadonlySet<string> } => {
    const found = passages.map(
      (): Signals => ({
        ask: 0,
        asks: 0,
        sentence: 0,
        inContext: 0,
        title: 0,
        words: 0,
        covered: 0,
        askCovered: 0,
        paragraphs: [],
      }),
    );
    const all = new Set(contentWords(text));
    const words = [...all].filter((word) => !ignored.has(word));
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
    return { found, words: all };
  };

  return {
    passages,
    compare(queries) {
      const vectors = queries.flatMap(({ vector }) => vector ?? []);
      // All at once: reading the units' vectors takes longer than multiplying them.
      const similarities = multiply && vectors.length > 0 ? multiply(joined(vectors), vectors.length) : null;
      let row = 0;
      return queries.map(({ text, vector }) => {
        const { found, words } = compareWords(text);
        if (vector && similarities) {
          addSimilarities(found, units, similarities.subarray(row * units.length, (row + 1) * units.length), words);
          row += 1;
        }
        return found;
      });
    },
  };
}

/** Vectors as rows, one after the other. */
function joined(vectors: readonly SentenceVector[]): Float32Array {
  const rows = new Float32Array(vectors.length * VECTOR_SIZE);
  for (const [at, vector] of vectors.entries()) rows.set(vector, at * VECTOR_SIZE);
  return rows;
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Vectors as rows of a matrix: a twin that is tried out shares nearly all of them with the running one. */
const quantisedRows = new WeakMap<SentenceVector, Matrix>();

function rowOf(vector: SentenceVector): Matrix {
  const row = quantisedRows.get(vector) ?? quantise(1, VECTOR_SIZE, (_, column) => vector[column] as number);
  quantisedRows.set(vector, row);
  return row;
}

/** The function that multiplies queries' vectors with those of all units. */
function loadVectors(vectors: readonly SentenceVector[]): ReturnType<typeof loadMatrix> {
  const values = new Int8Array(vectors.length * VECTOR_SIZE);
  const scales = new Float32Array(vectors.length);
  for (const [at, vector] of vectors.entries()) {
    const row = rowOf(vector);
    values.set(row.values, at * VECTOR_SIZE);
    scales.set(row.scales, at);
  }
  return loadMatrix({ depth: VECTOR_SIZE, outputs: vectors.length, values, scales }, MAX_QUERIES);
}

/** Adds the similarities of meaning to the signals. @param similarities of the question to each unit */
function addSimilarities(
  found: readonly Signals[],
  units: readonly Unit[],
  similarities: Float32Array,
  words: ReadonlySet<string>,
): void {
  const nearest = found.map(() => new Float32Array(NEAREST_ASKS).fill(Number.NEGATIVE_INFINITY));
  const nearestSentence = found.map((): number[] => []);
  for (const [at, { passage, field, paragraph, name, text }] of units.entries()) {
    if (name && (name.length === 0 || !name.every((word) => words.has(word)))) continue;
    const signals = found[passage] as Signals;
    const value = similarities[at] as number;
    if (field === 'title') signals.title = value;
    if (field === 'title' || field === 'asks' || field === 'named') insert(nearest[passage] as Float32Array, value);
    if (field === 'named' || field === 'paragraph' || field === 'sentence') {
      signals.paragraphs[paragraph] ??= { similarity: 0, sentence: '' };
      const own = signals.paragraphs[paragraph];
      own.similarity = Math.max(own.similarity, value);
      if (field === 'named') continue;
      const signal = field === 'paragraph' ? 'inContext' : 'sentence';
      signals[signal] = Math.max(signals[signal], value);
      const ofParagraph = nearestSentence[passage] as number[];
      if (field === 'paragraph' || value <= (ofParagraph[paragraph] ?? Number.NEGATIVE_INFINITY)) continue;
      ofParagraph[paragraph] = value;
      own.sentence = text;
    }
  }
  for (const [at, signals] of found.entries()) {
    const own = (nearest[at] as Float32Array).filter(Number.isFinite);
    signals.ask = own[0] ?? 0;
    signals.asks = own.reduce((sum, value) => sum + value, 0) / Math.max(1, own.length);
  }
}

/** Keeps the greatest values, greatest first. */
function insert(greatest: Float32Array, value: number): void {
  let at = greatest.length - 1;
  if (value <= (greatest[at] as number)) return;
  for (; at > 0 && (greatest[at - 1] as number) < value; at -= 1) greatest[at] = greatest[at - 1] as number;
  greatest[at] = value;
}
